import { expect, test } from "vitest";
import { dayAfter } from "../../learning/days.ts";
import { dayAfterKey, yearDays } from "./year-days.ts";
import { dayAt, placeOf, yearPlot } from "./year-plot.ts";

const today = "2026-11-28";
const ago = (days: number) => dayAfter(today, -days);
const minutes = 60_000;

test("a year has 365 days that end today, each with its minutes", () => {
  const days = yearDays({
    today,
    year: [
      { day: ago(364), ms: 24 * minutes },
      { day: ago(0), ms: 30_000 },
    ],
    streak: { since: null, off: [] },
  });
  expect(days).toHaveLength(365);
  expect(days[0]).toEqual({
    ...{ day: "2025-11-29", ms: 24 * minutes, kind: "practice", text: "29 November, 24 minutes" },
  });
  expect(days.at(-1)?.text).toBe("28 November, less than a minute");
  expect(days[1]).toEqual({ day: "2025-11-30", ms: 0, kind: "none", text: "30 November, no practice" });
});

test("the days of the streak are its own, and one day off is no gap in it", () => {
  const year = [9, 7, 5, 2, 1].map((days) => ({ day: ago(days), ms: minutes }));
  const days = yearDays({ today, year, streak: { since: ago(5), off: [ago(4), ago(3), ago(7), ago(8)] } });
  expect(days.slice(-10).map(({ kind }) => kind)).toEqual([
    // What was missed before the streak is no day off in it.
    ...["practice", "none", "practice", "none", "streak", "off", "off", "streak", "streak"],
    // Today is not missed yet.
    "none",
  ]);
  expect(days.at(-4)?.text).toBe("25 November, day off");
});

test("keys walk the days and stop at the ends", () => {
  expect(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => dayAfterKey(key, 10, 365))).toEqual([
    ...[9, 11, 0, 364],
  ]);
  expect([dayAfterKey("ArrowLeft", 0, 365), dayAfterKey("ArrowRight", 364, 365)]).toEqual([0, 364]);
  expect(["a", "Enter", "Tab", " "].map((key) => dayAfterKey(key, 10, 365))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test.each([
  ["one row", 1_200, false, 1],
  ["one row in a narrow window", 752, false, 1],
  ["four rows of 92 days", 358, true, 4],
  ["four rows on the smallest phone", 288, true, 4],
])("%s: each day has its own place, and a point in it is that day", (_, width, isSmall, rows) => {
  const plot = yearPlot(365, width, isSmall);
  expect(plot.rows).toHaveLength(rows);
  for (let index = 0; index < 365; index++) {
    const { x, row } = placeOf(plot, index);
    expect(x + plot.barWidth).toBeLessThan(plot.end + 0.01);
    expect(dayAt(plot, 365, [x + plot.step / 2, (plot.rows[row]?.base ?? 0) - 2])).toBe(index);
  }
  expect(plot.barWidth).toBeLessThan(plot.step);
  // Points beside the days are the nearest ones.
  expect(dayAt(plot, 365, [-5, -5])).toBe(0);
  expect(dayAt(plot, 365, [width + 100, plot.height + 5])).toBe(364);
  expect([0, 30, 60, 90].map((typed) => plot.heightOf(typed))).toEqual([
    ...[0, isSmall ? 17 : 36, isSmall ? 34 : 72, isSmall ? 34 : 72],
  ]);
});
