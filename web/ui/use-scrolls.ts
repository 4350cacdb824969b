// Whether an element scrolls. What scrolls must be reached by the keyboard, and not every browser does that by itself; what
// does not scroll would be a stop for nothing.

import { type RefObject, useLayoutEffect, useState } from "react";
import { followSize } from "./follow-size.ts";

/** It is measured again when its size, that of its children, or `content` changes. */
export function useScrolls(element: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = current;
      setScrolls(scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
    };
    measure();
    return followSize([current, ...current.children], measure);
  }, [element, content]);
  return scrolls;
}
