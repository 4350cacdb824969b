import { expect, test } from "vitest";
import { listed, topAndBottom } from "./top-and-bottom.ts";

/** The store's result for this many rows, best first. */
function ranked(begun: number) {
  const places = Array.from({ length: begun }, (_, i) => i + 1);
  return { begun, first: places.slice(0, listed), last: places.slice(-listed).reverse() };
}

test.each([
  [0, "", ""],
  [1, "1", ""],
  [2, "1", "2"],
  [3, "1 2", "3"],
  [4, "1 2", "4 3"],
  [5, "1 2 3", "5 4"],
  [8, "1 2 3 4", "8 7 6 5"],
  [9, "1 2 3 4 5", "9 8 7 6"],
  [10, "1 2 3 4 5", "10 9 8 7 6"],
  [11, "1 2 3 4 5", "11 10 9 8 7"],
  [100, "1 2 3 4 5", "100 99 98 97 96"],
])("of %i rows the top is [%s] and the bottom [%s]", (begun, top, bottom) => {
  const lists = topAndBottom(ranked(begun));
  expect([lists.top.join(" "), lists.bottom.join(" ")]).toEqual([top, bottom]);
});
