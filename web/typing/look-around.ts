// Scrolling the code by wheel or finger.

/** Calls `look` with the px to scroll by, until the signal aborts. `lineHeight` gives that of a row, px. */
export function watchScrolling(
  host: HTMLElement,
  look: (by: number) => void,
  lineHeight: () => number,
  signal: AbortSignal,
): void {
  host.addEventListener(
    "wheel",
    (event) => {
      // The browser zooms instead.
      if (event.ctrlKey) return;
      look(event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * lineHeight() : event.deltaY);
    },
    { signal, passive: true },
  );
  let fingerY: number | null = null;
  host.addEventListener(
    "pointerdown",
    (event) => {
      fingerY = event.pointerType === "touch" ? event.clientY : null;
    },
    { signal },
  );
  host.addEventListener(
    "pointermove",
    (event) => {
      if (fingerY === null) return;
      look(fingerY - event.clientY);
      fingerY = event.clientY;
    },
    { signal },
  );
  for (const type of ["pointerup", "pointercancel"] as const) {
    host.addEventListener(type, () => (fingerY = null), { signal });
  }
}
