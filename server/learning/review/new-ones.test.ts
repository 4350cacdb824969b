import { expect, test } from "vitest";
import { newDaysAhead, newDueToday } from "./new-ones.ts";

test("twelve new constructs are due on a day, less those first graded on it, and never below none", () => {
  expect(newDueToday(5, 0)).toBe(5);
  expect(newDueToday(13, 0)).toBe(12);
  expect(newDueToday(13, 5)).toBe(7);
  expect(newDueToday(13, 12)).toBe(0);
  expect(newDueToday(13, 40)).toBe(0);
});

test("what is left of the new ones comes twelve a day, what is met today from tomorrow on", () => {
  expect(newDaysAhead(100, 0, [], 6)).toEqual([]);
  expect(newDaysAhead(100, 0, [{ day: 100, n: 3 }], 6)).toEqual([{ day: 101, n: 3 }]);
  expect(newDaysAhead(100, 20, [{ day: 100, n: 10 }], 6)).toEqual([
    { day: 101, n: 12 },
    { day: 102, n: 12 },
    { day: 103, n: 6 },
  ]);
  // Met in a zone that is a day ahead.
  expect(newDaysAhead(100, 0, [{ day: 101, n: 2 }], 6)).toEqual([{ day: 102, n: 2 }]);
  expect(newDaysAhead(100, 1_000, [], 6).map(({ n }) => n)).toEqual([12, 12, 12, 12, 12, 12]);
});
