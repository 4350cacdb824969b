import { type ReactNode, useId, useRef } from "react";
import { useModal } from "./use-modal.ts";

/**
 * A modal dialog, the browser's own: the focus stays inside, Esc closes it and the page behind is inert. The focus
 * starts on the element with `data-first-focus`, which should be the safe action, else on the first control. The owner
 * opens and closes it with `open`.
 */
// Long: one element, mostly its types and the reasons for its handlers.
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  alert = false,
  wide = false,
  describedBy,
}: {
  readonly open: boolean;
  /** The user wants to close it, with Esc or the back gesture of a phone. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Announced as an alert: a question or a warning that needs an answer. */
  readonly alert?: boolean;
  /** As wide as two columns need. */
  readonly wide?: boolean;
  /** The id of a text that screen readers read after the title. */
  readonly describedBy?: string | undefined;
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  const content = useModal(
    element,
    open,
    <>
      <div className="dialog-body">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      {actions ? <div className="dialog-actions">{actions}</div> : null}
    </>,
  );

  return (
    <dialog
      ref={element}
      className={wide ? "dialog is-wide" : "dialog"}
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // A second Esc closes the dialog even if the handler of the first one prevented it. The event fires a moment
        // later: it is ignored when the dialog is open again by then.
        if (open && element.current?.open !== true) onClose();
      }}
    >
      {content}
    </dialog>
  );
}
