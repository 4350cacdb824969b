/**
 * Replaces a part of a text area and leaves the focus there. Where the browser can do that as if it was typed, Ctrl+Z
 * undoes it and the area fires its event; returns whether it did.
 */
export function replaceText(
  area: HTMLTextAreaElement,
  { start, end, text }: { readonly start: number; readonly end: number; readonly text: string },
): boolean {
  area.focus();
  area.setSelectionRange(start, end);
  // The only way to keep undo working.
  return text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
}
