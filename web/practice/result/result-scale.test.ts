import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placeMarks, positionOn, scaleOf } from "./result-scale.ts";

test("24.18, 41.27 and 44.45 s are drawn between 20 and 50 s", () => {
  expect(scaleOf([24_180, 41_270, 44_450])).toEqual({ fromS: 20, toS: 50, stepS: 5 });
});
test("the scale of a single time has a span around it", () => {
  expect(scaleOf([1_000])).toEqual({ fromS: 0.5, toS: 1.5, stepS: 0.5 });
});
test("all times of a day are on the scale, in their order", () => {
  const time = fc.integer({ min: 1, max: 86_400_000 });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const scale = scaleOf([one, other]);
      const places = [positionOn(scale, one), positionOn(scale, other)];
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...places)).toBeLessThanOrEqual(1);
      if (one < other) expect(places[0]).toBeLessThan(places[1] as number);
      expect((scale.toS - scale.fromS) / scale.stepS).toBeLessThanOrEqual(7);
    }),
  );
});

test("labels do not overlap and stay inside the picture; the least important one is left out", () => {
  const anchors = (...times: number[]) => {
    const labels = ["now", "before", "fastest 24.18"];
    const marks = times.map((timeMs, index) => ({ timeMs, label: labels[index] ?? "" }));
    return placeMarks(marks, { fromS: 20, toS: 50, stepS: 5 }, 480, 14).map((placed) => placed.anchor);
  };
  expect(anchors(41_270, 44_450, 24_180)).toEqual(["middle", "middle", "middle"]);
  // 12 units apart: one label extends to the left, the other to the right.
  expect(anchors(41_270, 42_000, 30_000)).toEqual(["end", "start", "middle"]);
  expect(anchors(41_270, 43_000, 39_000)).toEqual(["middle", "start", "end"]);
  expect(anchors(20_300, 30_000, 20_100)).toEqual(["middle", "middle", null]);
  expect(anchors(49_900, 30_000, 20_000)).toEqual(["middle", "middle", "start"]);
});
