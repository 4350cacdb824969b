import type { Keystroke, KeystrokeLog } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attemptAt, type Replay, replayOf, stepAt } from "./replay.ts";

/** One key each 100 ms from 5 s on: characters, and ← for Backspace. */
function typed(keys: string): KeystrokeLog {
  return [...keys].map((key, index): Keystroke => {
    const at = 5_000 + 100 * index;
    return key === "←" ? { kind: "backspace", at } : { kind: "text", text: key, at };
  });
}

function opened(text: string, log: KeystrokeLog): Replay {
  const replay = replayOf(prepare(text), log);
  if (replay === null) throw new RangeError(`the log does not type ${text}`);
  return replay;
}

describe("a replay", () => {
  test("begins at the first key, and each of its steps is the attempt after one keystroke", () => {
    const replay = opened("abcd", typed("abxc←cd"));
    expect(replay.durationMs).toBe(600);
    expect(replay.steps.map(({ at, attempt }) => [at, attempt.offset, attempt.errors])).toEqual([
      [0, 1, 0],
      [100, 2, 0],
      [200, 2, 1],
      [300, 3, 1],
      [400, 2, 1],
      [500, 3, 1],
      [600, 4, 1],
    ]);
    expect(replay.slips).toEqual([200]);
  });

  test("finds the last step at or before any time", () => {
    const replay = opened("abcd", typed("abcd"));
    expect([-1, 0, 99, 100, 250, 300, 9_999].map((ms) => stepAt(replay, ms))).toEqual([0, 0, 0, 1, 2, 3, 3]);
    expect(attemptAt(replay, stepAt(replay, 250)).offset).toBe(3);
  });

  test("has no time that falls, even when a keystroke was reported with an earlier time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -500, max: 900, noNaN: true }), { minLength: 4, maxLength: 4 }),
        (gaps) => {
          let at = 0;
          const log = typed("abcd").map((key, index) => ({ ...key, at: (at += gaps[index] ?? 0) }));
          const { steps, durationMs } = opened("abcd", log);
          const times = steps.map((step) => step.at);
          expect(times).toEqual(times.toSorted((one, other) => one - other));
          expect(times[0]).toBe(0);
          expect(durationMs).toBe(times.at(-1));
        },
      ),
    );
  });

  test("does not exist for keystrokes that stop before the end, or for none", () => {
    expect(replayOf(prepare("abcd"), typed("abc"))).toBeNull();
    expect(replayOf(prepare("abcd"), [])).toBeNull();
  });
});
