// What a key does to a replay. Pure.

import { isPlainKey, type KeyPress } from "../ui/plain-key.ts";
import type { Playback, Speed } from "./playback.ts";

export type PlayerKey = KeyPress & Pick<KeyboardEvent, "shiftKey" | "repeat">;

/** What has the focus: it keeps the keys that it needs itself. */
export type PlayerFocus = "field" | "radio" | "button" | "slider" | "page";

export type PlayerAction = (playback: Playback) => void;

/** How far an arrow moves the playhead, ms. */
const arrowMs = 1_000;
/** How far Page Up and Page Down move it while it has the focus, ms. */
const pageMs = 10_000;

/** null where the key does nothing here. `areDigitsOn` is the switch for single-character shortcuts. */
export function playerAction(key: PlayerKey, focus: PlayerFocus, areDigitsOn: boolean): PlayerAction | null {
  if (!isPlainKey(key) || focus === "field") return null;
  const isStep = key.key.startsWith("Arrow") || key.key.startsWith("Page");
  if (key.repeat && !isStep) return null;
  if (focus === "radio" && (isStep || key.key === " ")) return null;
  if (focus === "button" && key.key === " ") return null;
  if (focus === "slider") {
    const step = sliderSteps[key.key];
    if (step !== undefined) return (playback) => playback.seekBy(step);
  }
  switch (key.key) {
    case " ":
      return (playback) => playback.toggle();
    case "ArrowLeft":
      return (playback) => (key.shiftKey ? playback.seekSlip("before") : playback.seekBy(-arrowMs));
    case "ArrowRight":
      return (playback) => (key.shiftKey ? playback.seekSlip("after") : playback.seekBy(arrowMs));
    case "Home":
      return (playback) => playback.seek(0);
    case "End":
      return (playback) => playback.seek(playback.durationMs);
  }
  const speed = areDigitsOn ? speedKeys[digitOf(key)] : undefined;
  return speed === undefined ? null : (playback) => playback.setSpeed(speed);
}

/** What a slider has besides the keys of the page. */
const sliderSteps: Readonly<Record<string, number>> = {
  ArrowUp: arrowMs,
  ArrowDown: -arrowMs,
  PageUp: pageMs,
  PageDown: -pageMs,
};

const speedKeys: Readonly<Record<string, Speed>> = { "1": 1, "2": 2, "4": 4 };

/** The digit that the key writes; on layouts that write another sign there, such as the French, the one at its place. */
function digitOf({ key, code }: KeyPress): string {
  return /^\d$/.test(key) ? key : (/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? "");
}
