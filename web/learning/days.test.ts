import { expect, test } from "vitest";
import { dayAfter, dayAndMonth, daysBetween, weekDays, weekdayOf } from "./days.ts";

/** Saturday. */
const today = "2026-11-28";

test("days are counted across months, leap days and changes of the clock", () => {
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
  expect(dayAfter("2027-02-28", 1)).toBe("2027-03-01");
  expect(dayAfter("2026-01-01", -1)).toBe("2025-12-31");
  for (let days = -800; days <= 800; days++) expect(daysBetween(today, dayAfter(today, days))).toBe(days);
});

test("a day is written with its month, and has a weekday", () => {
  expect([dayAndMonth(today), weekdayOf(today)]).toEqual(["28 November", "Saturday"]);
});

test("the week begins today and has the day of the month from the third day on", () => {
  const week = Array.from({ length: 7 }, (_, ahead) => ({ day: dayAfter(today, ahead), due: ahead }));
  expect(weekDays(week).map(({ label, short, due }) => [label, short, due])).toEqual([
    ["today", "Sat", 0],
    ["tomorrow", "Sun", 1],
    ["Mon 30", "Mon", 2],
    ["Tue 1", "Tue", 3],
    ["Wed 2", "Wed", 4],
    ["Thu 3", "Thu", 5],
    ["Fri 4", "Fri", 6],
  ]);
});
