import { describe, expect, test } from "vitest";
import { type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { logToText, packLog } from "@tabstop/engine/packed-log";
import { behindMs, ghostOf, moveAt } from "./ghost.ts";

const example = prepare("ab\n  é👍🏽");

function logOf(...keys: readonly (readonly [key: string, at: number])[]): string {
  const log = keys.map(([key, at]): Keystroke => {
    if (key === "⏎") return { kind: "enter", at };
    if (key === "⌫") return { kind: "backspace", at };
    return key === "⇥" ? { kind: "tab", at } : { kind: "text", text: key, at };
  });
  return logToText(packLog(example, log) ?? new Uint8Array());
}

const whole = logOf(
  ["x", 500],
  ["a", 700],
  ["b", 800],
  ["⌫", 900],
  ["b", 1_000],
  ["⏎", 1_100],
  ["⇥", 1_200],
  ["e", 1_300],
  ["\u0301", 1_350],
  ["👍🏽", 1_500],
);

describe("the ghost of a run", () => {
  test("has each move of its caret, from the run's first key on, which may be a wrong one", () => {
    const ghost = ghostOf(example, whole);
    expect(ghost?.moves).toEqual([
      { ms: 0, offset: 0, percent: 0 },
      { ms: 200, offset: 1, percent: 12 },
      { ms: 300, offset: 2, percent: 25 },
      { ms: 400, offset: 1, percent: 12 },
      { ms: 500, offset: 2, percent: 25 },
      { ms: 600, offset: 3, percent: 37 },
      { ms: 700, offset: 5, percent: 62 },
      { ms: 850, offset: 6, percent: 75 },
      { ms: 1_000, offset: 10, percent: 100 },
    ]);
    if (ghost === null) return;
    expect([-1, 0, 199, 200, 450, 5_000].map((ms) => moveAt(ghost, ms))).toEqual([0, 0, 0, 1, 3, 8]);
  });

  test("is behind or ahead by the time since it first came to the learner's place", () => {
    const ghost = ghostOf(example, whole);
    const typed = (text: string) =>
      Array.from(text, (character): Keystroke => ({ kind: "text", text: character, at: 0 })).reduce(
        reduce,
        newAttempt(example),
      );
    if (ghost === null) throw new TypeError("no ghost");
    expect(behindMs(ghost, typed("a"), 1_400)).toBe(1_200);
    expect(behindMs(ghost, typed("ab"), 250)).toBe(-50);
    expect(behindMs(ghost, typed("ab\n "), 250)).toBe(-450);
    expect(behindMs(ghost, typed("ab\n  é👍🏽"), 3_000)).toBe(2_000);
  });

  test("is none where the log is no text of a log, or types another example or not all of it", () => {
    for (const log of ["", "?", logOf(["a", 0], ["b", 100])]) expect(ghostOf(example, log)).toBeNull();
    expect(ghostOf(prepare("ab\n;é👍🏽"), whole)).toBeNull();
    expect(ghostOf(prepare("ab\n  é"), whole)).toBeNull();
  });

  test("does not go back in time where the clock of its run did", () => {
    const ghost = ghostOf(
      prepare("ab\n  é👍🏽"),
      logOf(["a", 100], ["b", 400], ["⏎", 350], ["⇥", 500], ["é", 600], ["👍🏽", 700]),
    );
    expect(ghost?.moves.map(({ ms }) => ms)).toEqual([0, 0, 300, 300, 400, 500, 600]);
  });
});
