import { describe, expect, test } from "vitest";
import type { Structure } from "../structure.ts";
import { lastOrder, placeText, siblingsIn } from "./order-place.ts";

const rows = (...orders: number[]) => orders.map((order_index, place) => ({ id: place + 1, order_index }));

describe("where a row stands", () => {
  const seven = rows(1, 2, 3, 4, 5, 6, 7);
  test.each([
    [0, "first of 8"],
    [1, "2nd of 8"],
    [2, "3rd of 8"],
    [3, "4th of 8"],
    [6, "7th of 8"],
    [7, "last of 8"],
    [1_000_000, "last of 8"],
  ])("a new row with the number %i is %s", (order, place) =>
    expect(placeText(seven, null, order)).toBe(place),
  );

  test("a row is not counted twice while it is edited, and equal numbers keep the order of creation", () => {
    expect([1, 3, 4, 7, 8].map((order) => placeText(seven, 3, order))).toEqual([
      "2nd of 7",
      "3rd of 7",
      "3rd of 7",
      "6th of 7",
      "last of 7",
    ]);
    expect(placeText(rows(4, 4, 4), 2, 4)).toBe("2nd of 3");
  });

  test("one of two is first or last, and a row without siblings is the only one", () => {
    expect([0, 1].map((order) => placeText(rows(1), null, order))).toEqual(["first of 2", "last of 2"]);
    expect([placeText([], null, 0), placeText(rows(5), 1, 9)]).toEqual(["the only one", "the only one"]);
  });

  test("11th, 21st, 22nd, 23rd and 111th", () => {
    const many = rows(...Array.from({ length: 200 }, (_, i) => i));
    const ordinals = [9, 19, 20, 21, 22, 110].map((order) => placeText(many, null, order).split(" ")[0]);
    expect(ordinals).toEqual(["11th", "21st", "22nd", "23rd", "24th", "112th"]);
  });
});

test("the last number is behind every other row's, also for the row that is last already", () => {
  expect(lastOrder(rows(1, 9, 4), null)).toBe(10);
  expect(lastOrder(rows(1, 9, 4), 2)).toBe(5);
  expect([lastOrder([], null), lastOrder(rows(3), 1)]).toEqual([0, 0]);
});

test("siblings are all courses, or the rows of the parent; unknown while the parent is not loaded", () => {
  const structure = {
    courses: [
      {
        id: 1,
        order_index: 0,
        lessons: [{ id: 11, order_index: 2, chapters: [{ id: 21, order_index: 3 }] }],
      },
      { id: 2, order_index: 1, lessons: [] },
    ],
  } as unknown as Structure;
  const ids = (...where: Parameters<typeof siblingsIn>) => siblingsIn(...where)?.map(({ id }) => id) ?? null;
  expect(ids(structure, "course", "")).toEqual([1, 2]);
  expect([ids(structure, "lesson", "1"), ids(structure, "lesson", "2")]).toEqual([[11], []]);
  expect([ids(structure, "chapter", "11"), ids(structure, "chapter", "12")]).toEqual([[21], null]);
  expect(ids(undefined, "course", "")).toBe(null);
});
