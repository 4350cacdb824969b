import type { Keystroke, KeystrokeLog } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replayOf } from "./replay.ts";
import { rowSlipsText, speedAt, speedOf, speedRows, speedSentence } from "./speed.ts";

function runOf(text: string, log: KeystrokeLog) {
  const replay = replayOf(prepare(text), log);
  if (replay === null) throw new RangeError(`the log does not type ${text}`);
  return replay;
}

/** Types a text of this length with one key in each interval, ms. */
function evenRun(length: number, intervalMs: number) {
  const text = "x".repeat(length);
  return runOf(
    text,
    [...text].map((key, index): Keystroke => ({ kind: "text", text: key, at: index * intervalMs })),
  );
}

describe("the speed of a run", () => {
  test("is that of the characters in the last two seconds, a word being five of them", () => {
    // 5 characters a second are 60 words a minute.
    const points = speedOf(evenRun(51, 200));
    expect(points.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 21 }, (_, index) => index * 500));
    for (const { atMs, wordsPerMinute } of points.filter((point) => point.atMs > 2_000))
      expect([atMs, Math.round(wordsPerMinute)]).toEqual([atMs, 60]);
  });

  test("counts the first second as a whole one, so that its first key is no record", () => {
    expect(speedOf(evenRun(2, 50))[0]).toEqual({ atMs: 0, wordsPerMinute: 12 });
  });

  test("falls while the learner pauses, to 0", () => {
    const log: KeystrokeLog = [
      { kind: "text", text: "a", at: 0 },
      { kind: "text", text: "b", at: 10_000 },
    ];
    const points = speedOf(runOf("ab", log));
    expect(speedAt(points, 5_000)).toBe(0);
    expect(speedAt(points, 10_000)).toBe(6);
  });

  test("counts what was typed again and is never negative, whatever was deleted", () => {
    const key = fc.constantFrom("a", "x", "←");
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.integer({ min: 1, max: 900 }), (keys, intervalMs) => {
        const log = [...keys, ..."a".repeat(40)].map((one, index): Keystroke => {
          const at = index * intervalMs;
          return one === "←" ? { kind: "delete-word", at } : { kind: "text", text: one, at };
        });
        const replay = replayOf(prepare("a".repeat(40)), log);
        if (replay === null) return;
        for (const { wordsPerMinute } of speedOf(replay)) expect(wordsPerMinute).toBeGreaterThanOrEqual(0);
      }),
    );
    const retyped = runOf("ab", [
      { kind: "text", text: "a", at: 0 },
      { kind: "backspace", at: 200 },
      { kind: "text", text: "a", at: 400 },
      { kind: "text", text: "b", at: 1_000 },
    ]);
    expect(speedOf(retyped).at(-1)?.wordsPerMinute).toBe(36);
  });

  test("has few points however long the run, and none of its characters is left out", () => {
    const points = speedOf(evenRun(1_001, 86_400));
    expect(points).toHaveLength(241);
    const typed = points
      .slice(1)
      .reduce((sum, { wordsPerMinute }) => sum + (wordsPerMinute * 5 * 360_000) / 60_000, 0);
    // Each point after the first has the six minutes before it; the first key was typed before them.
    expect(typed / 1_000).toBeCloseTo(1, 2);
  });

  test("is on the line between two points", () => {
    const points = [
      { atMs: 0, wordsPerMinute: 10 },
      { atMs: 500, wordsPerMinute: 30 },
    ];
    expect([0, 125, 500, 900].map((ms) => speedAt(points, ms))).toEqual([10, 15, 30, 30]);
  });
});

describe("for those who do not see the chart", () => {
  const points = [20, 84, 57].map((wordsPerMinute, index) => ({ atMs: index * 1_000, wordsPerMinute }));

  test("a sentence says least, most, median and slips", () => {
    const speed = "Speed over the run between 20 and 84 words per minute, median 57";
    expect(speedSentence(points, [])).toBe(`${speed}; no slips`);
    expect(speedSentence(points, [5_199])).toBe(`${speed}; slip at 5.1 seconds`);
    expect(speedSentence(points, [5_100, 9_200, 22_299])).toBe(
      `${speed}; slips at 5.1, 9.2 and 22.2 seconds`,
    );
    expect(
      speedSentence(
        points,
        Array.from({ length: 40 }, (_, index) => index),
      ),
    ).toBe(`${speed}; 40 slips`);
  });

  test("a table has at most 24 rows, the last at the end, and every slip in one of them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.array(fc.nat(40_000)), (length, slips) => {
        const run = speedOf(evenRun(length, 137));
        const last = run.at(-1)?.atMs ?? 0;
        const within = slips.filter((slip) => slip <= last);
        const rows = speedRows(run, within);
        expect(rows.length).toBeLessThanOrEqual(24);
        expect(rows.at(-1)?.atMs).toBe(last);
        expect(rows.flatMap((row) => row.slips).length).toBe(within.length);
      }),
    );
  });
});

test("a row of the table names its slips, and counts them where there are many", () => {
  expect(rowSlipsText([])).toBe("none");
  expect(rowSlipsText([100, 2_340])).toBe("0.1, 2.3");
  expect(rowSlipsText(Array.from({ length: 13 }, (_, index) => index))).toBe("13 slips");
});
