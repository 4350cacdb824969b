// Follows the size of an element, in a browser that may not have ResizeObserver.

import { ifSupported } from "./if-supported.ts";

/**
 * Calls `changed` when the size of the element, or of one of several, changes, until the returned function is called.
 * Where the browser has no ResizeObserver, it follows the size of the window only.
 */
export function followSize(elements: Element | readonly Element[], changed: () => void): () => void {
  const observer = ifSupported(() => new ResizeObserver(changed));
  if (observer === undefined) {
    addEventListener("resize", changed);
    return () => removeEventListener("resize", changed);
  }
  for (const element of [elements].flat()) observer.observe(element);
  return () => observer.disconnect();
}
