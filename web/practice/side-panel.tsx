// A panel over the page, where there is no room for a column beside the code.

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { IconButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { useModal } from "../ui/use-modal.ts";

/**
 * The browser's own modal dialog: the courses as a drawer, the leaderboard as a sheet. Esc, a click beside it and its
 * button close it.
 */
export function SidePanel({
  kind,
  label,
  open,
  onClose,
  children,
}: {
  readonly kind: "drawer" | "sheet";
  readonly label: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const content = useModal(
    element,
    open,
    <div className="panel-in">
      <div className="panel-head">
        <h2>{label}</h2>
        <span className="push">
          <IconButton label="Close" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </span>
      </div>
      {children}
    </div>,
  );
  const closeBeside = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = element.current;
    // A click beside the panel is a click on the dialog itself: on its backdrop.
    const press = (event: Event) => {
      if (event.target === dialog) closeBeside();
    };
    dialog?.addEventListener("click", press);
    return () => dialog?.removeEventListener("click", press);
  }, []);
  return (
    <dialog
      ref={element}
      className={kind === "drawer" ? "side drawer" : "board sheet"}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open) onClose();
      }}
    >
      {content}
    </dialog>
  );
}
