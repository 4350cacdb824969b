import fc from "fast-check";
import { expect, test } from "vitest";
import { labelWidth, pinPlaces } from "./pin-places.ts";

const lanes = (length: number, ...percents: number[]) =>
  pinPlaces(
    percents.map((percent) => ({ percent, width: 80 })),
    length,
    18,
  )
    .map(({ lane, shift }) => (shift === 0 ? `${lane}` : `${lane} -${Math.round(shift)}`))
    .join(", ");

test("labels with enough room are in one line", () => {
  expect(lanes(1_100, 4, 17, 43)).toBe("0, 0, 0");
});

test("labels without enough room are on steps, with the smallest share on the highest", () => {
  expect(lanes(1_100, 0, 0, 0)).toBe("2, 1, 0");
  expect(lanes(320, 4, 17, 43)).toBe("2, 1, 0");
  expect(lanes(1_100, 4, 5, 43)).toBe("1, 0, 0");
  expect(lanes(1_100, 4, 42, 43)).toBe("0, 1, 0");
});

test("at the ruler's end a label moves to the left", () => {
  expect(lanes(1_100, 0, 50, 100)).toBe("0, 0, 0 -62");
  expect(lanes(1_100, 100, 100, 100)).toBe("2 -62, 1 -62, 0 -62");
});

test("no label covers another, and none leaves the ruler, whatever the shares and the width", () => {
  const share = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(fc.tuple(share, share, share), fc.integer({ min: 200, max: 2_000 }), (shares, length) => {
      const pins = shares.toSorted((a, b) => a - b).map((percent, i) => ({ percent, width: 60 + 10 * i }));
      const boxes = pinPlaces(pins, length, 18).map(({ lane, shift }, i) => {
        const { percent, width } = pins[i] as (typeof pins)[number];
        const from = (length * percent) / 100 - shift;
        return { lane, from, to: from + width };
      });
      for (const [i, box] of boxes.entries()) {
        expect(box.from).toBeGreaterThanOrEqual(0);
        expect(box.to).toBeLessThanOrEqual(length + 18);
        for (const other of boxes.slice(i + 1))
          if (other.lane === box.lane) expect(box.to).toBeLessThan(other.from);
      }
    }),
  );
});

test("a label is as wide as the wider of its lines", () => {
  expect(labelWidth("Monthly", "0", "0%")).toBe(49);
  expect(labelWidth("Daily", "100,000", "100%")).toBe(105);
});
