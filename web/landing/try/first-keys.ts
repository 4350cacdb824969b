// The keys of a visitor who begins to type while nothing on the page has the focus: they belong to the code, also while
// that is still being loaded. It is part of the small script of the prerendered page, so it imports next to nothing.

import type { Keystroke } from "@tabstop/engine/attempt";
import { isPlainKey, writesCharacter } from "../../ui/plain-key.ts";

/** What takes the keys once it is there. */
type Typist = {
  /** Takes a key, and the focus, so that further keys go to the code itself. */
  press(keystroke: Keystroke): void;
  readonly hasBegun: () => boolean;
};

export type FirstKeys = {
  /** Calls `wanted` when a visitor begins to type or presses the code; immediately if they already have. */
  onWanted(wanted: () => void): void;
  /** Gives the typist all keys until now, and each further one. null while the code is being replaced. */
  giveTo(typist: Typist | null): void;
  /** Whether the code was pressed and could not take the focus. Asking forgets it. */
  takePress(): boolean;
  /** Forgets the keys: the code could not be loaded. */
  drop(): void;
  stop(): void;
};

/** Keys that have waited for longer than this are forgotten. */
const waitsMs = 30_000;

/** Where the small script leaves them for the app. */
type Place = { landingKeys?: FirstKeys | undefined };

/** Those that the small script has begun to record, else new ones. */
export function firstKeys(): FirstKeys {
  const place = globalThis as Place;
  place.landingKeys ??= recordFirstKeys(() => {
    place.landingKeys = undefined;
  });
  return place.landingKeys;
}

// Long: a closure over what was recorded; its functions are short.
function recordFirstKeys(onStop: () => void): FirstKeys {
  let waiting: Keystroke[] = [];
  let typist: Typist | null = null;
  let isPressed = false;
  /** The visitor has pressed Escape since the last key. */
  let isLeft = false;
  let wanted: (() => void) | null = null;
  const off = new AbortController();
  const { signal } = off;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isFree()) return;
    if (event.timeStamp - (waiting[0]?.at ?? event.timeStamp) > waitsMs) waiting = [];
    // Keys that come before the code is there are the first of one run.
    const isWaiting = waiting.length > 0 && !isLeft;
    if (isWaiting && event.key === "Escape") isLeft = true;
    const keystroke = keystrokeOf(event, isWaiting, isWaiting || typist?.hasBegun() === true);
    if (keystroke === null) return;
    event.preventDefault();
    // A held key.
    if (event.repeat) return;
    isLeft = false;
    if (typist !== null) return typist.press(keystroke);
    waiting.push(keystroke);
    wanted?.();
  };
  const onClick = ({ target }: MouseEvent) => {
    if (typist !== null || !(target instanceof Element && target.closest("[data-try-code]"))) return;
    isPressed = true;
    wanted?.();
  };
  addEventListener("keydown", onKeyDown, { signal });
  addEventListener("click", onClick, { signal });

  return {
    onWanted(listener) {
      wanted = listener;
      if (waiting.length > 0 || isPressed) listener();
    },
    giveTo(next) {
      typist = next;
      if (typist === null) return;
      const keystrokes = waiting;
      waiting = [];
      for (const keystroke of keystrokes) typist.press(keystroke);
    },
    takePress() {
      const was = isPressed;
      isPressed = false;
      return was;
    },
    drop() {
      waiting = [];
      isPressed = false;
    },
    stop() {
      off.abort();
      onStop();
    },
  };
}

/** null for a key that is not the code's. Enter and Backspace are only while the code cannot have the focus yet. */
function keystrokeOf(event: KeyboardEvent, isWaiting: boolean, hasBegun: boolean): Keystroke | null {
  const { key, timeStamp: at } = event;
  if (isWaiting && isPlainKey(event)) {
    if (key === "Enter") return { kind: "enter", at };
    if (key === "Backspace") return { kind: "backspace", at };
  }
  // A space scrolls the page until the run has begun.
  return writesCharacter(event) && (key !== " " || hasBegun) ? { kind: "text", text: key, at } : null;
}

/** Whether nothing has the focus that a key could be meant for. In the choice of the language, letters mean nothing. */
function isFree(): boolean {
  const { activeElement } = document;
  if (document.querySelector("dialog[open]") !== null) return false;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.id === "main" ||
    activeElement.matches("[data-try-language]")
  );
}
