import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react";

/**
 * A modal dialog: the browser's own, so that focus stays inside, Esc closes and the page behind is inert.
 * Focus starts on the element with `autoFocus`, which should be the safe action.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
}: {
  readonly open: boolean;
  /** Esc was pressed or the place beside the dialog clicked. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);

  const cancel = (event: SyntheticEvent) => {
    // The owner decides by `open`; the browser must not close it by itself.
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={cancel}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
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
