// Media queries, in a browser that may not have them.

import { ifSupported } from "./if-supported.ts";

/** False also where the browser does not support media queries. */
export function matchesMedia(query: string): boolean {
  return ifSupported(() => matchMedia(query).matches) ?? false;
}

/** Calls `changed` whenever the query begins or ends to match, until the returned function is called. */
export function followMedia(query: string, changed: () => void): () => void {
  const list = ifSupported(() => matchMedia(query));
  list?.addEventListener("change", changed);
  return () => list?.removeEventListener("change", changed);
}
