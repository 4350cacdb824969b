// What a key does on the practice screen outside the code: after Esc, on a result, and where the code has lost the
// focus.

import { isPlainKey, type KeyPress, letterOf, writesCharacter } from "../../ui/plain-key.ts";
import { resultDeafMs } from "../result/shown-result.ts";

export type LessonKey = KeyPress & Pick<KeyboardEvent, "repeat">;

/**
 * `type` moves the focus to the code, `way` to the choice of the way; `main` presses the main button of the course's end;
 * `from-memory` begins the copied example from memory; `see-code` slides the result down to the code, `to-result` up again.
 */
export type KeyAction =
  | "type"
  | "restart"
  | "next"
  | "main"
  | "previous"
  | "courses"
  | "leaderboard"
  | "way"
  | "from-memory"
  | "see-code"
  | "previous-slip"
  | "next-slip"
  | "to-result"
  | "keys";

/** What covers the stage: the end of the course, or the result of a run, in Copy or from memory. */
type Overlay = "course-complete" | "result" | "memory-result";

/** What the screen shows when a key is pressed. An overlay appeared `sinceShownMs` ago. */
export type KeyScreen =
  | {
      readonly kind: Overlay;
      readonly sinceShownMs: number;
      /** Whether the overlay has the button 'Now from memory'. */
      readonly offersMemory?: boolean;
    }
  /** The code of the run is looked at; its result is a bar below. */
  | { readonly kind: "result-code" }
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
    case "memory-result":
    case "result": {
      // The key of the code's last line break, still held: it must not press the button that has the focus now.
      if (key.repeat && key.key === "Enter" && isOnControl) return { ...left, isTaken: true };
      const action = actionOnOverlay(key, screen);
      const isOfControl = action === "next" || action === mainAction[screen.kind];
      if (action === null || (isOfControl && isOnControl)) return left;
      return taken(action !== "restart" && isAgain ? null : action);
    }
    case "result-code": {
      const action = actionInResultCode(key);
      if (action === null || (action === "next" && isOnControl)) return left;
      const isOfSlips = action === "previous-slip" || action === "next-slip";
      return isOfSlips ? { ...taken(action), isActing: false } : taken(isAgain ? null : action);
    }
    case "code": {
      // A control that was only clicked keeps just the keys that press it.
      const isFree = !isOnControl || (target === "clicked-control" && key.key !== " ");
      return writesCharacter(key) && isFree ? { ...left, action: "type" } : left;
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
  if (!isPlainKey(key) || key.repeat) return null;
  if (key.key === "Enter") return "type";
  if (!lettersOn) return null;
  if (key.key === "?") return "keys";
  return afterEsc[letterOf(key)] ?? null;
}

type OverlayScreen = Extract<KeyScreen, { readonly sinceShownMs: number }>;

/** The action of a key on an overlay: Enter presses its main button. */
function actionOnOverlay(
  key: LessonKey,
  { kind, sinceShownMs, offersMemory }: OverlayScreen,
): KeyAction | null {
  if (!isPlainKey(key) || key.repeat || sinceShownMs < resultDeafMs) return null;
  if (key.key === "Enter") return mainAction[kind];
  if (key.key === "Escape") return kind === "result" ? "see-code" : null;
  const letter = letterOf(key);
  if (letter === "r") return "restart";
  return letter === "m" && offersMemory === true ? "from-memory" : null;
}

/** The arrow keys repeat while they are held. */
function actionInResultCode(key: LessonKey): KeyAction | null {
  if (!isPlainKey(key)) return null;
  if (key.key === "ArrowUp") return "previous-slip";
  if (key.key === "ArrowDown") return "next-slip";
  if (key.repeat) return null;
  if (key.key === "Escape") return "to-result";
  if (key.key === "Enter") return "next";
  return letterOf(key) === "r" ? "restart" : null;
}

const mainAction: Readonly<Record<Overlay, KeyAction>> = {
  result: "next",
  "memory-result": "next",
  "course-complete": "main",
};

const afterEsc: Readonly<Record<string, KeyAction>> = {
  r: "restart",
  n: "next",
  p: "previous",
  c: "courses",
  l: "leaderboard",
  w: "way",
};

function taken(action: KeyAction | null): KeyDecision {
  return { action, isTaken: true, isActing: true };
}
