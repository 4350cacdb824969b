import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isPlainKey } from "./plain-key.ts";

/**
 * A button that opens a menu below it. A click outside, Esc (which returns the focus to the button), Tab and a choice
 * close it; the arrow keys, Home and End move in it. Its items are links or buttons with role="menuitem".
 */
// Long: the button and the menu share the focus.
export function Menu({
  label,
  button,
  buttonClassName,
  start = false,
  children,
}: {
  /** The button's accessible name, which is its text if it has one. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonClassName: string;
  /** Aligned with the start of the button instead of its end. */
  readonly start?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const menuId = useId();

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!anchor.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);

  const items = () => [
    ...(anchor.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([disabled])') ?? []),
  ];
  const openAt = (place: number) => {
    setOpen(true);
    // The items exist only after React has drawn them, which it does before the next frame.
    requestAnimationFrame(() => items().at(place)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPlainKey(event.nativeEvent)) return;
    if (!open) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        openAt(event.key === "ArrowDown" ? 0 : -1);
      }
      return;
    }
    const all = items();
    const here = all.indexOf(document.activeElement as HTMLElement);
    const goTo = (place: number) => {
      event.preventDefault();
      all.at(place % all.length)?.focus();
    };
    if (event.key === "Escape") {
      event.preventDefault();
      setOpen(false);
      opener.current?.focus();
    } else if (event.key === "Tab") setOpen(false);
    else if (event.key === "ArrowDown") goTo(here + 1);
    else if (event.key === "ArrowUp") goTo(here - 1);
    else if (event.key === "Home") goTo(0);
    else if (event.key === "End") goTo(-1);
  };

  return (
    <div className="menu-anchor" ref={anchor}>
      <button
        ref={opener}
        type="button"
        className={buttonClassName}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        aria-label={label}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          // A press of Enter or Space has a `detail` of 0: then focus the first item.
          if (!open && event.detail === 0) openAt(0);
          else setOpen(!open);
        }}
      >
        {button}
      </button>
      {open ? (
        <div
          id={menuId}
          className={start ? "menu at-start" : "menu"}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            if (!(event.target as Element).closest('[role="menuitem"]')) return;
            setOpen(false);
            // This runs before React removes the item, which would lose the focus.
            opener.current?.focus();
          }}
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}
