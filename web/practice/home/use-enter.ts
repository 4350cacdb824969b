// Enter anywhere outside a control presses the main link of the home.

import { type RefObject, useEffect, useEffectEvent } from "react";
import { noteActing } from "../../typing/echo.ts";
import { isPlainKey } from "../../ui/plain-key.ts";

/** So long after the home has come, Enter may still be meant for the page before it. */
const deafMs = 400;

export function useEnter(link: RefObject<HTMLAnchorElement | null>): void {
  const press = useEffectEvent((event: KeyboardEvent, shownAt: number) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.repeat || !isPlainKey(event)) return;
    // Held, the key must not be typed into the code that opens.
    noteActing(event);
    if (isInControl(event.target) || event.timeStamp - shownAt < deafMs) return;
    event.preventDefault();
    link.current?.click();
  });
  useEffect(() => {
    const shownAt = performance.now();
    const onKey = (event: KeyboardEvent) => press(event, shownAt);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function isInControl(target: EventTarget | null): boolean {
  return (
    document.querySelector("dialog[open]") !== null ||
    (target instanceof Element &&
      target.closest("a, button, summary, input, select, textarea, [contenteditable]") !== null)
  );
}
