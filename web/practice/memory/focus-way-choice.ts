// The key that leads to the choice of the way.

/** Moves the focus to the way that is chosen, in whichever form it is displayed. */
export function focusWayChoice(): void {
  const [radio] = document.querySelectorAll<HTMLElement>(".ways input:checked");
  if (radio !== undefined && radio.getClientRects().length > 0) radio.focus();
  else document.querySelector<HTMLElement>(".ways-select")?.focus();
}
