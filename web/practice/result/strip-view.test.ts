import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunAnalysis, RunLine, Slip } from "./run-analysis.ts";
import { barName, isChoosable, stripView } from "./strip-view.ts";

const slip = (line: number): Slip => ({ line, offset: 0, column: 0, typed: "a", belongs: "b" });
/** A line of a speed, null for one without characters, with so many slips. */
const line = (number: number, wpm: number | null, slips = 0): RunLine => ({
  number,
  characters: wpm === null ? 1 : 50,
  ms: wpm === null ? 0 : 600_000 / wpm,
  wpm,
  slips: Array.from({ length: slips }, () => slip(number)),
});
const run = (...of: readonly (readonly [wpm: number | null, slips?: number])[]): RunAnalysis => {
  const lines = of.map(([wpm, slips], index) => line(index + 1, wpm, slips));
  return { wpm: 49, lines, slips: lines.flatMap(({ slips }) => slips), groups: [] };
};

test("a bar is as high as its line's speed on a scale up to the next 20 above the fastest", () => {
  const { bars, runHeight } = stripView(run([58], [null], [72], [41, 2]));
  expect(bars.map(({ height }) => height)).toEqual([72.5, 0, 90, 51.25]);
  expect(runHeight).toBe(61.25);
  expect(stripView(run([80])).bars[0]?.height).toBe(80);
});

test("the slowest line with a slip is chosen at first, else the slowest, the first of equals", () => {
  expect(stripView(run([58], [30], [46, 1], [41, 2], [41, 1])).chosen).toBe(3);
  expect(stripView(run([null], [58], [30], [30])).chosen).toBe(2);
  expect(stripView(run([null], [null])).chosen).toBeNull();
});

test("bars are named by line, speed and slips; a line without characters can be chosen only for its slips", () => {
  const { bars } = stripView(run([41, 2], [46, 1], [58], [null], [null, 1]));
  expect(bars.map(barName)).toEqual([
    "Line 1, 41 wpm, 2 slips",
    "Line 2, 46 wpm, 1 slip",
    "Line 3, 58 wpm",
    "Line 4",
    "Line 5, 1 slip",
  ]);
  expect(bars.map(isChoosable)).toEqual([true, true, true, false, true]);
});

test("over 80 lines neighbours share a bar, which has the code of its slowest line with a slip", () => {
  const lines = Array.from(
    { length: 161 },
    (_, index) => [index === 1 ? 25 : 50, index === 2 ? 1 : 0] as const,
  );
  const { bars } = stripView(run(...lines));
  expect(bars.length).toBe(54);
  expect(bars.slice(0, 2).map(barName)).toEqual(["Lines 1 to 3, 37 wpm, 1 slip", "Lines 4 to 6, 50 wpm"]);
  expect(bars[0]?.line.number).toBe(3);
  expect(bars.at(-1)).toMatchObject({ from: 160, to: 161 });
});

test("for every run each line is in one bar, and no bar is higher than the strip", () => {
  const lines = fc.array(fc.tuple(fc.option(fc.integer({ min: 1, max: 400 })), fc.nat(3)), {
    minLength: 1,
    maxLength: 400,
  });
  fc.assert(
    fc.property(lines, (of) => {
      const { bars, runHeight, chosen } = stripView(run(...of));
      expect(bars.length).toBeLessThanOrEqual(80);
      expect(bars.map(({ from, to }) => [from, to])).toEqual(
        bars.map(({ from }, index) => [from, (bars[index + 1]?.from ?? of.length + 1) - 1]),
      );
      for (const height of [runHeight, ...bars.map((bar) => bar.height)])
        expect(height).toBeLessThanOrEqual(100);
      expect(bars.reduce((sum, { slips }) => sum + slips, 0)).toBe(
        of.reduce((sum, [, slips]) => sum + slips, 0),
      );
      if (chosen !== null) expect(bars[chosen] !== undefined && isChoosable(bars[chosen])).toBe(true);
      else expect(bars.some(isChoosable)).toBe(false);
    }),
  );
});
