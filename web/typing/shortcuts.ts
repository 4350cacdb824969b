/** What a key does outside the code: after Esc, and on a result. */
import { type Attempt, type Keystroke, reduce } from "@tabstop/engine/attempt";

export type ShortcutKey = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "altKey" | "metaKey" | "isComposing" | "keyCode" | "repeat"
>;

/** After Esc. `type`: back to typing. */
export type Action = "type" | "restart" | "next" | "previous" | "courses" | "leaderboard" | "keys";

/** Late keystrokes of a run must do nothing on its result. */
export const resultDeafMs = 400;

/** A key that does something, pressed a second time by accident, comes this soon. */
const againMs = 400;

/** The last key that did something, until another one is typed. */
let acted = { key: "", at: Number.NEGATIVE_INFINITY };

/** To be told of each key that does something outside the code: pressed twice or held, it is no text. */
export function noteActing({ key, timeStamp }: Pick<KeyboardEvent, "key" | "timeStamp">): void {
  acted = { key, at: timeStamp };
}

/** The same key held, or once more at once, elsewhere than in the code: where it led to is no place for it. */
export function isActingAgain(event: Pick<KeyboardEvent, "key" | "timeStamp" | "repeat">): boolean {
  return event.key === acted.key && (event.repeat || event.timeStamp - acted.at < againMs);
}

/**
 * The same in the code. Where the key has led to another example, mounted at `mountedAt`, nobody can have read that yet;
 * where it has led back to the code, only an error is one.
 */
export function isEcho(keystroke: Keystroke, attempt: Attempt, mountedAt: number): boolean {
  const key = keystroke.kind === "text" ? keystroke.text : keystroke.kind === "enter" ? "Enter" : null;
  const isAgain =
    key === acted.key &&
    keystroke.at - Math.max(acted.at, mountedAt) < againMs &&
    (mountedAt >= acted.at || reduce(attempt, keystroke).errors > attempt.errors);
  if (!isAgain) acted.key = "";
  return isAgain;
}

/** `lettersOn`: the switch for single letters, which Enter doesn't need. */
export function actionAfterEsc(event: ShortcutKey, lettersOn: boolean): Action | null {
  if (isOfOthers(event) || event.repeat) return null;
  if (event.key === "Enter") return "type";
  if (!lettersOn) return null;
  if (event.key === "?") return "keys";
  return afterEsc[letterOf(event)] ?? null;
}

/** On the result of a run, `sinceShownMs` after it appeared. */
export function actionOnResult(event: ShortcutKey, sinceShownMs: number): "next" | "restart" | null {
  if (isOfOthers(event) || event.repeat || sinceShownMs < resultDeafMs) return null;
  if (event.key === "Enter") return "next";
  return letterOf(event) === "r" ? "restart" : null;
}

/** A key that writes a character, as far as one can know before it has. */
export function isPrintable(event: ShortcutKey): boolean {
  return !isOfOthers(event) && [...event.key].length === 1;
}

const afterEsc: Readonly<Record<string, Action>> = {
  r: "restart",
  n: "next",
  p: "previous",
  c: "courses",
  l: "leaderboard",
};

/** The browser's, the system's or an input method's. */
function isOfOthers(event: ShortcutKey): boolean {
  const { key, ctrlKey, altKey, metaKey, isComposing, keyCode } = event;
  // Autofill and password managers make key events without a key.
  return key === undefined || ctrlKey || altKey || metaKey || isComposing || keyCode === 229;
}

/** By its character; by its place where the layout has no Latin letters. */
function letterOf({ key, code }: ShortcutKey): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return [...key].length === 1 ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? "") : "";
}
