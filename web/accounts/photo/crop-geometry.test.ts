import { expect, test } from "vitest";
import { type Crop, cutOf, movedBy, type Picture, wholeCrop, zoomedTo } from "./crop-geometry.ts";

const wide = { width: 800, height: 400 };
const tall = { width: 300, height: 900 };

/** The crop as `x y side`, rounded. */
function cut(picture: Picture, crop: Crop): string {
  const { x, y, side } = cutOf(picture, crop);
  return [x, y, side].map((length) => Math.round(length)).join(" ");
}

test("the first crop is the largest square, in the middle", () => {
  expect(cut(wide, wholeCrop)).toBe("200 0 400");
  expect(cut(tall, wholeCrop)).toBe("0 300 300");
  expect(cut({ width: 5, height: 5 }, wholeCrop)).toBe("0 0 5");
});

test("the picture can be moved as long as it still covers the square", () => {
  expect(cut(wide, movedBy(wide, wholeCrop, 54, 0))).toBe("100 0 400");
  expect(cut(wide, movedBy(wide, wholeCrop, 9999, 9999))).toBe("0 0 400");
  expect(cut(wide, movedBy(wide, wholeCrop, -9999, 0))).toBe("400 0 400");
  expect(cut(tall, movedBy(tall, wholeCrop, 0, -9999))).toBe("0 600 300");
});

test("the zoom is between 1 and 3, and keeps the middle", () => {
  expect(cut(wide, zoomedTo(wide, wholeCrop, 2))).toBe("300 100 200");
  expect(cut(wide, zoomedTo(wide, wholeCrop, 99))).toBe("333 133 133");
  expect(cut(wide, zoomedTo(wide, zoomedTo(wide, wholeCrop, 2), 0))).toBe("200 0 400");
});

test("zooming back at an edge keeps the square covered", () => {
  const corner = movedBy(wide, zoomedTo(wide, wholeCrop, 3), 9999, 9999);
  expect(cut(wide, corner)).toBe("0 0 133");
  expect(cut(wide, zoomedTo(wide, corner, 1))).toBe("0 0 400");
});

test("a zoom keeps the point under the fingers", () => {
  const about = { x: 50, y: -30 };
  const before = zoomedTo(wide, wholeCrop, 1.5);
  const after = zoomedTo(wide, before, 2, about);
  const under = ({ zoom, x, y }: Crop) => [(about.x - x) / zoom, (about.y - y) / zoom];
  expect(under(after)[0]).toBeCloseTo(under(before)[0] as number);
  expect(under(after)[1]).toBeCloseTo(under(before)[1] as number);
});
