import { expect, test } from "vitest";
import { dayAfter } from "../../learning/days.ts";
import { dayScale, dayTicks, monthStarts } from "./day-axis.ts";

const today = "2026-11-28";
const labelsOf = (days: number, width: number) =>
  dayTicks(dayAfter(today, 1 - days), today, width).flatMap(({ label }) => label ?? []);

test("a month has a tick a day and a date each ten days, counted back from today", () => {
  const ticks = dayTicks(dayAfter(today, -29), today, 454);
  expect(ticks).toHaveLength(30);
  expect(ticks.map(({ day }) => day)).toEqual(
    Array.from({ length: 30 }, (_, at) => dayAfter(today, at - 29)),
  );
  expect(labelsOf(30, 454)).toEqual(["8 Nov", "18 Nov", "28 Nov"]);
  expect(labelsOf(30, 272)).toEqual(["8 Nov", "18 Nov", "28 Nov"]);
});

test("the dates of each period have room, in a wide and in a narrow picture", () => {
  expect(labelsOf(7, 454)).toEqual(["22 Nov", "24 Nov", "26 Nov", "28 Nov"]);
  expect(labelsOf(7, 272)).toEqual(["22 Nov", "24 Nov", "26 Nov", "28 Nov"]);
  expect(labelsOf(90, 454)).toEqual(["29 Sep", "29 Oct", "28 Nov"]);
  expect(labelsOf(90, 272)).toEqual(["29 Sep", "29 Oct", "28 Nov"]);
  expect(labelsOf(365, 454)).toEqual(["2026", "Mar", "May", "Jul", "Sep", "Nov"]);
  expect(labelsOf(365, 272)).toEqual(["2026", "Mar", "May", "Jul", "Sep", "Nov"]);
  expect(labelsOf(4_000, 272)).toEqual(["2016", "2018", "2020", "2022", "2024", "2026"]);
  for (const width of [120, 200, 272, 454, 700])
    for (let days = 1; days < 6_000; days += Math.ceil(days / 9)) {
      const scale = dayScale(days - 1, [0, width]);
      const from = dayAfter(today, 1 - days);
      const at = dayTicks(from, today, width).flatMap(({ day, label }) =>
        label === null ? [] : [scale((Date.parse(day) - Date.parse(from)) / 86_400_000)],
      );
      for (const [index, x] of at.entries()) expect(x - (at[index - 1] ?? -99)).toBeGreaterThan(36);
    }
});

test("months begin on their first day, also across years", () => {
  expect(monthStarts("2025-11-30", "2026-02-01")).toEqual(["2025-12-01", "2026-01-01", "2026-02-01"]);
  expect(monthStarts("2028-01-31", "2028-03-01")).toEqual(["2028-02-01", "2028-03-01"]);
  expect(monthStarts("2026-03-01", "2026-03-31")).toEqual(["2026-03-01"]);
  expect(monthStarts("2026-03-02", "2026-03-31")).toEqual([]);
});
