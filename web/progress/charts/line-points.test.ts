import { expect, test } from "vitest";
import { dayAfter } from "../../learning/days.ts";
import { accuracyAxis, axisDays, lineSentence, pieces, speedAxis } from "./line-points.ts";

const points = (...days: readonly number[]) =>
  days.map((day) => ({ day: dayAfter("2026-11-01", day), value: day }));
const values = (...given: readonly number[]) =>
  given.map((value, at) => ({ day: dayAfter("2026-11-01", at), value }));

test("a line goes on over three missing days and breaks over four, and a point alone is a piece", () => {
  expect(pieces([])).toEqual([]);
  expect(pieces(points(0, 1, 5, 10, 11, 20)).map((piece) => piece.map(({ value }) => value))).toEqual([
    [0, 1, 5],
    [10, 11],
    [20],
  ]);
  // Across the end of a month and of summer time.
  expect(pieces([...points(-34, -30)]).length).toBe(1);
});

test("the axis has the period's days, or all days and a week at least", () => {
  const period = { from: "2026-11-22", to: "2026-11-28" };
  expect(axisDays(period, points(25), "2026-11-28")).toEqual(period);
  expect(axisDays({}, [], "2026-11-28")).toEqual(period);
  expect(axisDays({}, points(25), "2026-11-28")).toEqual(period);
  expect(axisDays({}, points(0, 25), "2026-11-28")).toEqual({ from: "2026-11-01", to: "2026-11-28" });
  // The last run was where a later day had begun.
  expect(axisDays({}, points(0, 28), "2026-11-28")).toEqual({ from: "2026-11-01", to: "2026-11-29" });
});

test("the axis of speed begins at 0, has round numbers and all values", () => {
  expect(speedAxis(values(41, 57))).toEqual({ start: 0, end: 60, ticks: [0, 20, 40, 60] });
  expect(speedAxis(values(130))).toEqual({ start: 0, end: 150, ticks: [0, 50, 100, 150] });
  for (let most = 0; most < 6_000; most += 1 + Math.floor(most / 50)) {
    const { end, ticks } = speedAxis(values(most));
    expect(end).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every((tick) => Number.isInteger(tick) && tick <= end)).toBe(true);
  }
});

test("the axis of accuracy begins at 90 percent, or lower where a value is lower", () => {
  expect(accuracyAxis(values(98, 95))).toEqual({ start: 90, end: 100, ticks: [90, 95, 100] });
  expect(accuracyAxis(values(98, 89))).toEqual({ start: 80, end: 100, ticks: [80, 90, 100] });
  expect(accuracyAxis(values(61))).toEqual({ start: 60, end: 100, ticks: [60, 80, 100] });
  expect(accuracyAxis(values(0))).toEqual({ start: 0, end: 100, ticks: [0, 25, 50, 75, 100] });
  for (let least = 0; least <= 100; least++)
    expect(accuracyAxis(values(100, least)).start).toBeLessThanOrEqual(least);
});

test("the sentence of a line says its first and last value, and over how many days", () => {
  expect(lineSentence("Speed", "words per minute", values(41, 39, 57))).toBe(
    "Speed from 41 to 57 words per minute over 3 days",
  );
  expect(lineSentence("Accuracy", "percent", values(98))).toBe("Accuracy 98 percent on 1 November");
});
