import { expect, test } from "vitest";
import { untilNextDayMs } from "./local-day.ts";

test("the wait ends at midnight, and after ten minutes at most", () => {
  expect(untilNextDayMs(new Date(2026, 11, 1, 12, 0))).toBe(600_000);
  expect(untilNextDayMs(new Date(2026, 11, 1, 23, 55))).toBe(300_000);
  expect(untilNextDayMs(new Date(2026, 11, 31, 23, 59, 30))).toBe(30_000);
});

test("a timer that fires a little early does not spin", () => {
  expect(untilNextDayMs(new Date(2026, 11, 1, 23, 59, 59, 999))).toBe(1_000);
});
