import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chartScale, slipsApart } from "./chart-scale.ts";

function labels(width: number, durationMs: number) {
  return chartScale(width, durationMs, 84).xTicks.flatMap(({ label }) => label ?? []);
}

describe("the axes of the speed chart", () => {
  test("a run of 41 s has a label each 10 s, where there is room each 5 s", () => {
    expect(labels(768, 41_270)).toEqual(["0s", "10s", "20s", "30s", "40s"]);
    expect(labels(358, 41_270)).toEqual(["0s", "10s", "20s", "30s", "40s"]);
    expect(labels(616, 24_180)).toEqual(["0s", "5s", "10s", "15s", "20s"]);
  });

  test("speeds end at a round number above the fastest", () => {
    const speeds = [0, 14, 84, 120, 372, 900, 12_000].map((most) => chartScale(616, 24_180, most).yTicks);
    expect(speeds).toEqual([
      [0, 5],
      [0, 5, 10, 15],
      [0, 30, 60, 90],
      [0, 50, 100, 150],
      [0, 200, 400],
      [0, 300, 600, 900],
      [0, 5_000, 10_000, 15_000],
    ]);
  });

  test("from one key to a run of years, ticks are few, and the labels do not touch", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 220, max: 1_100 }),
        fc.double({ min: 0, max: 2 ** 40, noNaN: true }),
        (width, ms) => {
          const { plot, x, xTicks } = chartScale(width, ms, 60);
          expect(xTicks.length).toBeLessThanOrEqual(80);
          const places = xTicks.filter(({ label }) => label !== null).map(({ atMs }) => x(atMs));
          expect(places[0]).toBeCloseTo(ms === 0 ? plot.left : x(0));
          for (const [index, place] of places.entries())
            if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThan(54);
        },
      ),
    );
  });

  test("a time before or after the run is drawn at its edge", () => {
    const { x, plot } = chartScale(768, 10_000, 60);
    expect([x(-1), x(0), x(10_000), x(10_001)]).toEqual([plot.left, plot.left, plot.right, plot.right]);
  });
});

test("all slips that do not look like one are drawn, and no more of 20,000 than the picture has pixels", () => {
  const { x, plot } = chartScale(700, 60_000, 80);
  expect(slipsApart([0, 0, 1_000, 1_200, 59_000], x)).toEqual([0, 1_000, 1_200, 59_000]);
  const many = Array.from({ length: 20_000 }, (_, index) => index * 3);
  expect(slipsApart(many, x).length).toBeLessThanOrEqual(plot.right - plot.left + 1);
});
