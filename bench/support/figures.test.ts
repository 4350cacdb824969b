import { expect, test } from "vitest";
import { atLeast, atMost, isMet, percentile, table, type Verdict } from "./figures.ts";

const judgement = ({ goal, figure, isFarOff }: Verdict) => [isMet(goal, figure), isFarOff];

test("a percentile between two values is interpolated", () => {
  const values = [40, 10, 30, 20];
  expect([0, 0.5, 0.9, 1].map((share) => percentile(values, share))).toEqual([10, 25, 37, 40]);
  expect(percentile([], 0.5)).toBeNaN();
});

test("a column of a table is as wide as its widest cell", () => {
  expect(
    table(
      ["page", "ms"],
      [
        ["floor", "1.9"],
        ["product", "12.25"],
      ],
    ),
  ).toBe(
    [
      "page        ms", //
      "-------  -----",
      "floor      1.9",
      "product  12.25",
    ].join("\n"),
  );
});

test("a goal is met, missed, or missed by far; without a figure it is missed by far", () => {
  const judged = [1, 1.4, 2, Number.NaN].map((figure) => atMost("K1", figure, 1.3));
  expect(judged.map(judgement)).toEqual([
    [true, false],
    [false, false],
    [false, true],
    [false, true],
  ]);
  const throughput = [0.7, 0.5, 0.3].map((figure) => atLeast("S1", figure, 0.6));
  expect(throughput.map(judgement)).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});
