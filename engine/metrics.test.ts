import { describe, expect, test } from "vitest";
import { newAttempt } from "./attempt.ts";
import { backspace, keystrokes, typed } from "./test/draw-attempt.ts";
import { prepare } from "./example.ts";
import {
  accuracy,
  elapsedMs,
  formatTime,
  isClockFalsified,
  metrics,
  metricsOfLog,
  progress,
  resultMs,
  wordsPerMinute,
} from "./metrics.ts";

describe("progress and accuracy", () => {
  test("29 of 100 characters are 29 percent, computed in whole numbers", () => {
    expect(progress(29, 100)).toBe(29);
    expect(accuracy(100, 71)).toBe(29);
    const wrong: string[] = [];
    for (let length = 1; length <= 400; length++) {
      for (let part = 0; part <= length; part++) {
        const exact = Number((100n * BigInt(part)) / BigInt(length));
        if (progress(part, length) !== exact) wrong.push(`progress ${part} of ${length}`);
        if (accuracy(length, length - part) !== exact) wrong.push(`accuracy ${part} of ${length}`);
      }
    }
    expect(wrong).toEqual([]);
  });
  test("both are rounded down: 99 before the end, 99 after one error in a thousand", () => {
    expect(progress(999, 1000)).toBe(99);
    expect(accuracy(1000, 1)).toBe(99);
  });
  test("accuracy is never below 0", () => {
    expect(accuracy(3, 4)).toBe(0);
    expect(accuracy(3, 3)).toBe(0);
  });
  test("with the cursor at 0, accuracy is 100 before the first error and 0 after it", () => {
    expect(accuracy(0, 0)).toBe(100);
    expect(accuracy(0, 1)).toBe(0);
    expect(metrics(typed("ab", "a", backspace), 0).accuracy).toBe(100);
    expect(metrics(typed("ab", "x"), 0).accuracy).toBe(0);
  });
  test("cursor and length count code points", () => {
    expect(metrics(typed("😀e\u0301!", "😀"), 0).progress).toBe(25);
    expect(metrics(typed("😀e\u0301!", "😀", "\u00e9"), 0).progress).toBe(75);
  });
  test("an empty text has made no progress", () => {
    expect(progress(0, 0)).toBe(0);
  });
});

describe("time", () => {
  test("runs from the first judged key to the key that completes the example, in whole ms, rounded down", () => {
    expect(elapsedMs(newAttempt(prepare("ab")), 5000)).toBe(0);
    const keys = [
      { kind: "text", text: "a", at: 1000.4 },
      { kind: "text", text: "b", at: 1500.3 },
    ] as const;
    expect(metricsOfLog("abc", keys)).toEqual({
      progress: 66,
      accuracy: 100,
      errors: 0,
      elapsedMs: 499,
      isComplete: false,
    });
    expect(metricsOfLog("ab", keys)).toEqual({
      progress: 100,
      accuracy: 100,
      errors: 0,
      elapsedMs: 499,
      isComplete: true,
    });
  });
  test("continues while nothing is typed, and stops at the end", () => {
    expect(elapsedMs(typed("ab", "a"), 60_000)).toBe(60_000);
    expect(elapsedMs(typed("ab", "a", "b"), 60_000)).toBe(100);
  });
  test("is never negative, although an event may have an earlier time than the event before it", () => {
    expect(elapsedMs(typed("ab", "a"), -3)).toBe(0);
  });
  test("a result is at least 1 ms and at most 24 h", () => {
    const result = (endedAt: number) => {
      const done = typed("ab", "ab");
      if (done.kind !== "done") throw new Error("not done");
      return resultMs({ ...done, endedAt });
    };
    expect([0, 0.9, 1, 1234.9, 86_400_000, 90_000_000].map(result)).toEqual([
      1, 1, 1, 1234, 86_400_000, 86_400_000,
    ]);
  });
  test("a log without keys has no figures yet", () => {
    expect(metricsOfLog("ab", [])).toEqual({
      progress: 0,
      accuracy: 100,
      errors: 0,
      elapsedMs: 0,
      isComplete: false,
    });
  });
  test("errors are counted from the log", () => {
    expect(metricsOfLog("ab", keystrokes("x", "a", "y", "b"))).toMatchObject({
      errors: 2,
      accuracy: 0,
      progress: 100,
    });
  });
});

describe("the format mm:ss.cc", () => {
  test("hundredths are rounded down", () => {
    expect(formatTime(9.999)).toBe("00:00.00");
    expect(formatTime(59_999)).toBe("00:59.99");
    expect(formatTime(24_185)).toBe("00:24.18");
    expect(formatTime(1_009)).toBe("00:01.00");
  });
  test("minutes go beyond 59", () => {
    expect(formatTime(4_503_200)).toBe("75:03.20");
    expect(formatTime(86_400_000)).toBe("1440:00.00");
  });
  test("no time is written '--:--'", () => {
    expect(formatTime(null)).toBe("--:--");
    expect(formatTime(undefined)).toBe("--:--");
    expect(formatTime(0)).toBe("00:00.00");
  });
  test("a negative time and NaN are programming mistakes", () => {
    expect(() => formatTime(-1)).toThrow(RangeError);
    expect(() => formatTime(Number.NaN)).toThrow(RangeError);
  });
});

test("the speed is in whole words of five characters a minute, cut, and none without a time", () => {
  expect(wordsPerMinute(250, 60_650)).toBe(49);
  expect(wordsPerMinute(25, 6_000)).toBe(50);
  expect(wordsPerMinute(25, 6_001)).toBe(49);
  expect(wordsPerMinute(0, 10)).toBe(0);
  expect(wordsPerMinute(10, 0)).toBeNull();
});

test("a run whose clocks disagree by more than 2 s at the end sets no time", () => {
  expect(isClockFalsified(60_000, 62_000)).toBe(false);
  expect(isClockFalsified(60_000, 62_001)).toBe(true);
  expect(isClockFalsified(60_000, 57_999)).toBe(true);
  expect(isClockFalsified(60_000, 58_000)).toBe(false);
});
