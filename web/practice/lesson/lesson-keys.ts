// What a key does outside the code: after Esc, and on a result.

export type ShortcutKey = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "altKey" | "metaKey" | "isComposing" | "keyCode" | "repeat"
>;

/** After Esc. `type`: back to typing. */
export type Action = "type" | "restart" | "next" | "previous" | "courses" | "leaderboard" | "keys";

/** Late keystrokes of a run must do nothing on its result. */
export const resultDeafMs = 400;

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
