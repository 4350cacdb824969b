// Listens to the keys outside the code and passes them to the decisions in lesson-keys.ts.

import { useEffect, useEffectEvent, useRef } from "react";
import { isActingAgain, noteActing } from "../../typing/echo.ts";
import { keepFocusInCode } from "./keep-focus.ts";
import { decideKey, type KeyAction, type KeyScreen, type KeyTarget } from "./lesson-keys.ts";

/** `screen` is called for each key, `act` for each key that does something. The code handles its own keys. */
export function useLessonKeys(screen: () => KeyScreen, act: (action: KeyAction) => void): void {
  /** The control that the pointer pressed last: it has the focus although the keyboard did not move there. */
  const clicked = useRef<Element | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const target = targetOf(event, clicked.current);
    const { action, isTaken, isActing } = decideKey(event, screen(), target, isActingAgain(event));
    if (isTaken) event.preventDefault();
    if (isActing) noteActing(event);
    if (action !== null) act(action);
  });
  const isCode = useEffectEvent(
    () => screen().kind === "code" && document.querySelector("dialog[open]") === null,
  );
  const focusCode = useEffectEvent(() => act("type"));
  useEffect(() => {
    const off = new AbortController();
    const { signal } = off;
    keepFocusInCode(
      () => isCode(),
      () => focusCode(),
      signal,
    );
    document.addEventListener("keydown", (event) => onKey(event), { signal });
    document.addEventListener(
      "click",
      (event) => {
        // Pressing a control by key sends a click whose `detail` is 0.
        clicked.current = event.detail > 0 ? controlOf(event) : null;
      },
      { signal, capture: true },
    );
    return () => off.abort();
  }, []);
}

function targetOf(event: KeyboardEvent, clicked: Element | null): KeyTarget {
  const { target, key } = event;
  // A radio button is no field: letters are not typed into it, and Enter does not press it.
  if (target instanceof HTMLInputElement && target.type === "radio")
    return key === "Enter" ? "page" : "control";
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));
  if (isField || document.querySelector("dialog[open]") !== null) return "field-or-dialog";
  const control = controlOf(event);
  if (control === null) return "page";
  return control === clicked ? "clicked-control" : "control";
}

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest("a, button, summary") : null;
}
