import * as fc from "fast-check";
import { expect, test } from "vitest";
import { labelOf, positionOn, scaleOf } from "./result-scale.ts";

test("fastest 24.18, now 41.27, before 44.45 stand between 20 and 50 s", () => {
  expect(scaleOf([24_180, 41_270, 44_450])).toEqual({ fromS: 20, toS: 50, stepS: 5 });
});
test("one time alone has a stretch around it", () => {
  expect(scaleOf([1_000])).toEqual({ fromS: 0.5, toS: 1.5, stepS: 0.5 });
});
test("all times of a day stand within the scale, in their order", () => {
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
test("labels", () => {
  expect([0, 0.5, 20, 60, 90, 3_600, 5_400].map(labelOf)).toEqual([
    "0s",
    "0.5s",
    "20s",
    "1m",
    "1m 30s",
    "1h",
    "90m",
  ]);
});
