import { expect, test } from "vitest";
import { pastText, todayOf, whenText } from "./when-text.ts";

const today = "2026-11-29";

test("a day is said as today, tomorrow, a number of days, and from 60 days on as a date", () => {
  expect(
    ["2026-11-20", today, "2026-11-30", "2026-12-08", "2027-01-27", "2027-01-28", "2027-03-03"].map((day) =>
      whenText(day, today),
    ),
  ).toEqual(["today", "today", "tomorrow", "in 9 days", "in 59 days", "on 28 January", "on 3 March"]);
  expect(todayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});

test("a run was today at a time, yesterday, on a weekday, and before that on a date", () => {
  const past = (...at: [number, number, number, number?, number?]) => pastText(new Date(...at), "2026-11-28");
  expect(past(2026, 10, 28, 9, 12)).toBe("today, 09:12");
  expect(past(2026, 10, 28, 0, 0)).toBe("today, 00:00");
  expect(past(2026, 10, 27, 23, 59)).toBe("yesterday");
  expect(past(2026, 10, 26)).toBe("Thursday");
  expect(past(2026, 10, 22)).toBe("Sunday");
  expect(past(2026, 10, 21)).toBe("21 November");
  expect(past(2025, 10, 21)).toBe("21 November 2025");
  expect(past(2026, 10, 29, 8, 0)).toBe("today, 08:00");
});
