// The width of an element, for pictures that are drawn at the width they get.

import { type RefObject, useLayoutEffect, useState } from "react";
import { followSize } from "./follow-size.ts";

/** In px, known before the first paint; until then, that of a narrow phone. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      // A part that is not shown has no width.
      if (current.clientWidth > 0) setWidth(current.clientWidth);
    };
    measure();
    return followSize(current, measure);
  }, [element]);
  return width;
}
