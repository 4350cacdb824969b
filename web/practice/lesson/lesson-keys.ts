// What a key does on the practice screen outside the code: after Esc, on a result, and where the code has lost the
// focus.

import { resultDeafMs } from "../result/shown-result.ts";

export type LessonKey = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "altKey" | "metaKey" | "isComposing" | "keyCode" | "repeat"
>;

/** `type` moves the focus to the code. */
export type KeyAction = "type" | "restart" | "next" | "previous" | "courses" | "leaderboard" | "keys";

/** What the screen shows when a key is pressed. */
export type KeyScreen =
  | { readonly kind: "course-complete" }
  /** The result of a run, which appeared `sinceShownMs` ago. */
  | { readonly kind: "result"; readonly sinceShownMs: number }
  /** The focus has left the code by Esc or Shift+Tab. `lettersOn` is the switch for single-letter shortcuts. */
  | { readonly kind: "after-esc"; readonly lettersOn: boolean }
  /** The code has the focus, or has lost it without Esc or Shift+Tab. */
  | { readonly kind: "code" };

/**
 * What has the focus: a field or an open dialog, which keeps all its keys; a control that was reached by keyboard; one
 * that was only clicked; or none of these.
 */
export type KeyTarget = "field-or-dialog" | "control" | "clicked-control" | "page";

export type KeyDecision = {
  readonly action: KeyAction | null;
  /** The browser must not act on the key. */
  readonly isTaken: boolean;
  /** The key acts outside the code, so that a second press by accident is not typed (`noteActing`). */
  readonly isActing: boolean;
};

/** `isAgain` means that the same key acted last and is held or pressed twice (`isActingAgain`). */
export function decideKey(
  key: LessonKey,
  screen: KeyScreen,
  target: KeyTarget,
  isAgain: boolean,
): KeyDecision {
  if (target === "field-or-dialog") return { action: null, isTaken: isAgain, isActing: false };
  const isOnControl = target !== "page";
  // Such a key presses the control: it acts, as a shortcut does.
  const pressesControl = isOnControl && (key.key === "Enter" || key.key === " ") && !key.repeat;
  const left = { action: null, isTaken: false, isActing: pressesControl } as const;
  switch (screen.kind) {
    case "course-complete":
      return left;
    case "result": {
      const action = actionOnResult(key, screen.sinceShownMs);
      if (action === null || (action === "next" && isOnControl)) return left;
      return taken(action === "next" && isAgain ? null : action);
    }
    case "code": {
      // A control that was only clicked keeps just the keys that press it.
      const isFree = !isOnControl || (target === "clicked-control" && key.key !== " ");
      return isPrintable(key) && isFree ? { ...left, action: "type" } : left;
    }
    case "after-esc": {
      const action = actionAfterEsc(key, screen.lettersOn);
      // Firefox opens its quick find at these keys, and the next ones would be typed there.
      const opensQuickFind = key.key === "'" || key.key === "/";
      if (action === null || (action === "type" && isOnControl)) return { ...left, isTaken: opensQuickFind };
      // The example that the first press leads to may not have been loaded yet.
      return taken(isAgain && (action === "next" || action === "previous") ? null : action);
    }
  }
}

/** `lettersOn` is the switch for single-letter shortcuts, on which Enter does not depend. */
function actionAfterEsc(key: LessonKey, lettersOn: boolean): KeyAction | null {
  if (isForeign(key) || key.repeat) return null;
  if (key.key === "Enter") return "type";
  if (!lettersOn) return null;
  if (key.key === "?") return "keys";
  return afterEsc[letterOf(key)] ?? null;
}

/** The action of a key on a result that appeared `sinceShownMs` ago. */
function actionOnResult(key: LessonKey, sinceShownMs: number): "next" | "restart" | null {
  if (isForeign(key) || key.repeat || sinceShownMs < resultDeafMs) return null;
  if (key.key === "Enter") return "next";
  return letterOf(key) === "r" ? "restart" : null;
}

/** Whether a key will write a character, as far as its keydown event says. */
function isPrintable(key: LessonKey): boolean {
  return !isForeign(key) && [...key.key].length === 1;
}

const afterEsc: Readonly<Record<string, KeyAction>> = {
  r: "restart",
  n: "next",
  p: "previous",
  c: "courses",
  l: "leaderboard",
};

function taken(action: KeyAction | null): KeyDecision {
  return { action, isTaken: true, isActing: true };
}

/** Whether the key belongs to the browser, the system or an input method. */
function isForeign({ key, ctrlKey, altKey, metaKey, isComposing, keyCode }: LessonKey): boolean {
  // Autofill and password managers send key events without a key.
  return key === undefined || ctrlKey || altKey || metaKey || isComposing || keyCode === 229;
}

/** The key's character; where the layout has no Latin letters, the letter at its place on a US keyboard. */
function letterOf({ key, code }: LessonKey): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return [...key].length === 1 ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? "") : "";
}
