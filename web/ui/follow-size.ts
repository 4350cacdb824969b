// Follows the size of an element, in a browser that may not have ResizeObserver.

import { ifSupported } from "./if-supported.ts";

/**
 * Calls `changed` when the element's size changes, until the returned function is called. Where the browser has no
 * ResizeObserver, it follows the size of the window only.
 */
export function followSize(element: Element, changed: () => void): () => void {
  const observer = ifSupported(() => new ResizeObserver(changed));
  if (observer === undefined) {
    addEventListener("resize", changed);
    return () => removeEventListener("resize", changed);
  }
  observer.observe(element);
  return () => observer.disconnect();
}
