import { expect, test } from "vitest";
import {
  accuracyDifference,
  doneSentence,
  errorsDifference,
  linesText,
  speedDifference,
  timeDifference,
  timesText,
} from "./result-words.ts";

test("a difference says by how much and in which direction, or that there is none", () => {
  expect(speedDifference(49, 47, "21 November")).toEqual({
    figure: "2 wpm",
    text: "faster than your best run, 21 November",
  });
  expect(speedDifference(42, 47, null)).toEqual({ figure: "5 wpm", text: "slower than your best run" });
  expect(speedDifference(47, 47, null)).toEqual({ figure: null, text: "the same as your best run" });
  expect([98, 96, 97].map((percent) => accuracyDifference(percent, 97))).toEqual([
    "1 point higher",
    "1 point lower",
    "the same",
  ]);
  expect(accuracyDifference(95, 97)).toBe("2 points lower");
  expect([4, 8, 6].map((errors) => errorsDifference(errors, 6))).toEqual(["2 fewer", "2 more", "the same"]);
  expect([60_650, 63_831, 63_835, 63_830, 70_000].map((ms) => timeDifference(ms, 63_830))).toEqual([
    "3.18 s faster",
    "less than 0.01 s slower",
    "less than 0.01 s slower",
    "the same",
    "6.17 s slower",
  ]);
});

test("what is announced writes one of a thing as one", () => {
  expect(doneSentence({ wpm: 1, accuracy: 100, errors: 1, shownMs: 119_999 }, [null])).toBe(
    "Done. 1 word per minute, 100 % accuracy, 1 error, 1 minute 59.99 seconds.",
  );
  expect(doneSentence({ wpm: 0, accuracy: 0, errors: 0, shownMs: 120_000 }, ["New record."])).toBe(
    "Done. 0 words per minute, 0 % accuracy, 0 errors, 2 minutes 0.00 seconds. New record.",
  );
});

test("slips name how often and where", () => {
  expect([1, 2, 3, 12].map(timesText)).toEqual(["", ", twice", ", 3 times", ", 12 times"]);
  expect([[4], [4, 9], [1, 4, 9], [1, 4, 9, 10, 12]].map((lines) => linesText({ lines }))).toEqual([
    "Line 4",
    "Lines 4 and 9",
    "Lines 1, 4 and 9",
    "Lines 1, 4, 9 and 2 more",
  ]);
});
