// Opens and closes the browser's own modal dialog, and keeps its content while it leaves.

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * Opens and closes `element` as `open` says. Returns what to draw in it: `content` while it is open, the last content
 * while the motion of closing runs, then null. A dialog that is closing is inert: the page behind has the focus and the
 * keys at once.
 */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  open: boolean,
  content: ReactNode,
): ReactNode {
  const [isDrawn, setDrawn] = useState(open);
  if (open && !isDrawn) setDrawn(true);
  const last = useRef<ReactNode>(null);
  useLayoutEffect(() => {
    if (open) last.current = content;
  });
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open) {
      dialog.toggleAttribute("inert", false);
      if (dialog.open) return;
      dialog.showModal();
      // React's autoFocus runs before the dialog is shown, and then the browser focuses the first control.
      dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
      return;
    }
    if (dialog.open) dialog.close();
    dialog.toggleAttribute("inert", true);
    let isOver = false;
    const leave = () => {
      if (!isOver) setDrawn(false);
    };
    // No motion, or a browser that cannot move what it removes: an empty list.
    void Promise.all(dialog.getAnimations().map((motion) => motion.finished)).then(leave, leave);
    return () => {
      isOver = true;
    };
  }, [element, open]);
  // The dialog is closed before React removes it, so that the browser returns the focus.
  useLayoutEffect(() => () => element.current?.close(), [element]);
  return open ? content : isDrawn ? last.current : null;
}
