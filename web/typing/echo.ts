// Recognises echoes: when a key acted outside the code (as a shortcut or on a control) and is then held or pressed
// again by accident, it must not be typed into the code.

import { type Attempt, type Keystroke, reduce } from "@tabstop/engine/attempt";

/** A second press within this time is an accident. */
const accidentalRepeatMs = 400;

/** The last key that acted outside the code, until another one is typed. */
let acted = { key: "", at: Number.NEGATIVE_INFINITY };

/** Stores a key that acted outside the code. */
export function noteActing({ key, timeStamp }: Pick<KeyboardEvent, "key" | "timeStamp">): void {
  acted = { key, at: timeStamp };
}

/** Whether a key outside the code is the key that acted last, still held or pressed twice. */
export function isActingAgain(event: Pick<KeyboardEvent, "key" | "timeStamp" | "repeat">): boolean {
  return event.key === acted.key && (event.repeat || event.timeStamp - acted.at < accidentalRepeatMs);
}

/**
 * Whether a keystroke in the code is the key that acted last, held or pressed twice. If that key opened another
 * example, which was mounted at `mountedAt`, the learner cannot have read it yet, so every such keystroke is an echo.
 * If it led back to the same code, the keystroke is one only if it would be an error.
 */
export function isEcho(keystroke: Keystroke, attempt: Attempt, mountedAt: number): boolean {
  const key = keystroke.kind === "text" ? keystroke.text : keystroke.kind === "enter" ? "Enter" : null;
  const isAgain =
    key === acted.key &&
    keystroke.at - Math.max(acted.at, mountedAt) < accidentalRepeatMs &&
    (mountedAt >= acted.at || reduce(attempt, keystroke).errors > attempt.errors);
  if (!isAgain) acted.key = "";
  return isAgain;
}
