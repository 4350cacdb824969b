import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";

/**
 * A modal dialog: the browser's own, so that focus stays inside, Esc closes and the page behind is inert.
 * Focus starts on the element with `data-first-focus`, which should be the safe action, else on the first control.
 * It is the owner who opens and closes.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  alert = false,
  describedBy,
}: {
  readonly open: boolean;
  /** Somebody wants to be out: Esc, or what a phone has for it. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** It came by itself and wants an answer: a screen reader says so. */
  readonly alert?: boolean;
  /** The id of the sentence to be read with the title. */
  readonly describedBy?: string | undefined;
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.open === open) return;
    if (!open) return dialog.close();
    dialog.showModal();
    // React's autoFocus comes before the dialog is shown, and then the browser takes the first control there is.
    dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
  }, [open]);

  // Closed before it goes, so that the focus returns to where it was.
  useLayoutEffect(() => () => element.current?.close(), []);

  return (
    <dialog
      ref={element}
      className="dialog"
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // Browsers close after a second Esc whatever the first one's handler said. The event comes a moment after the
        // closing: of a dialog that is open again by then it says nothing.
        if (open && element.current?.open !== true) onClose();
      }}
    >
      {open ? (
        <>
          <div className="dialog-body">
            <h2 id={titleId}>{title}</h2>
            {children}
          </div>
          {actions ? <div className="dialog-actions">{actions}</div> : null}
        </>
      ) : null}
    </dialog>
  );
}
