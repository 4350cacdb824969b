// Keeps the focus in the code when the mouse is pressed on what is not a control. A dead key or an input method composes
// nothing while no field has the focus, so its keys would not reach the code.

/** What takes the focus itself, or opens or presses something. Text that scrolls is read, and leaves the keys to the code. */
const controls =
  "a, button, input, select, textarea, summary, label, option, dialog, [role=dialog], [contenteditable], [tabindex]:not([tabindex='-1'], pre)";

/**
 * `focusCode` is called after a click that has left no control focused, if `isCode()`: then the next keys belong to the
 * code. Text can still be selected, and a finger still takes the focus, so that the on-screen keyboard closes.
 */
export function keepFocusInCode(isCode: () => boolean, focusCode: () => void, signal: AbortSignal): void {
  let isMouse = false;
  const isBesideControls = ({ target }: Event) =>
    target instanceof Element && target.closest(controls) === null;
  const onPointerDown = (event: PointerEvent) => {
    isMouse = event.pointerType === "mouse";
  };
  const onMouseDown = (event: MouseEvent) => {
    // The middle button scrolls. A press on text may begin a selection, and gives the focus back with its click.
    const isForText = event.button === 1 || (event.button === 0 && hasText(event.target));
    const isInCode = document.activeElement?.matches(".code-area *") ?? false;
    if (isMouse && isInCode && isBesideControls(event) && !isForText && isCode()) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    if (!isMouse || event.defaultPrevented || !isBesideControls(event) || !isCode()) return;
    const { activeElement } = document;
    const isFree = activeElement === null || !activeElement.matches(controls);
    // The focus would end the selection.
    if (isFree && getSelection()?.isCollapsed !== false) focusCode();
  };
  document.addEventListener("pointerdown", onPointerDown, { signal, capture: true });
  document.addEventListener("mousedown", onMouseDown, { signal });
  document.addEventListener("click", onClick, { signal });
  document.addEventListener("auxclick", onClick, { signal });
}

function hasText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "";
  return [...target.childNodes].some(isText) && getComputedStyle(target).userSelect !== "none";
}
