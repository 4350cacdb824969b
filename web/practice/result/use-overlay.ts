// What the overlays over the stage have in common: they take the focus, and ignore the first clicks.

import { useEffect, useRef } from "react";
import { resultDeafMs } from "./shown-result.ts";

/** The panel takes the focus itself, not one of its buttons, so that late keys press nothing. */
export function useTakenFocus() {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return panel;
}

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
