import { expect, test } from "vitest";
import { todayOf, whenText } from "./when-text.ts";

const today = "2026-11-29";

test("a day is said as today, tomorrow, a number of days, and from 60 days on as a date", () => {
  expect(
    ["2026-11-20", today, "2026-11-30", "2026-12-08", "2027-01-27", "2027-01-28", "2027-03-03"].map((day) =>
      whenText(day, today),
    ),
  ).toEqual(["today", "today", "tomorrow", "in 9 days", "in 59 days", "on 28 January", "on 3 March"]);
  expect(todayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
