// What the overlays over the stage have in common: they ignore the first clicks.

import { useEffect, useRef } from "react";
import { resultDeafMs } from "./shown-result.ts";

/** Makes a click do nothing in the first moments, as the keys do, because the learner may still be typing. */
export function useLateClicks(): (press: () => void) => () => void {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return (press) => () => {
    if (performance.now() - shownAt.current >= resultDeafMs) press();
  };
}
