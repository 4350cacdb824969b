import fc from "fast-check";
import { expect, test } from "vitest";
import { columns, type Insight } from "./insight-order.ts";
import { type Direction, inOrder, nextOrder, pageOf, readOrder, writeOrder } from "./sort-order.ts";

function insight(id: number, more: Partial<Insight> = {}): Insight {
  return {
    ...{ id, title: `E${id}`, chapter_title: "C", learners: 0, completion_rate: null },
    ...{ median_best_time_ms: null, ms_per_character: null, error_rate: null },
    ...more,
  };
}

const ids = (rows: readonly Insight[]) => rows.map(({ id }) => id).join(" ");

test("without an order the examples stay in the order of learning", () => {
  const rows = [insight(3), insight(1), insight(2)];
  expect(ids(inOrder(rows, null))).toBe("3 1 2");
});

test("numbers are sorted as numbers, names as people sort them", () => {
  const rows = [
    insight(1, { title: "Example 10", learners: 9 }),
    insight(2, { title: "example 9", learners: 100 }),
    insight(3, { title: "Äpfel", learners: 20 }),
  ];
  expect(ids(inOrder(rows, { key: "learners", direction: "ascending" }))).toBe("1 3 2");
  expect(ids(inOrder(rows, { key: "title", direction: "ascending" }))).toBe("3 2 1");
  expect(ids(inOrder(rows, { key: "title", direction: "descending" }))).toBe("1 2 3");
});

test("examples without a figure come last in both directions", () => {
  const rows = [insight(1), insight(2, { error_rate: 0.5 }), insight(3), insight(4, { error_rate: 0 })];
  expect(ids(inOrder(rows, { key: "error_rate", direction: "ascending" }))).toBe("4 2 1 3");
  expect(ids(inOrder(rows, { key: "error_rate", direction: "descending" }))).toBe("2 4 1 3");
});

test("sorting loses no row, puts figures in order and keeps equal rows in the order of learning", () => {
  const figure = fc.option(fc.integer({ min: 0, max: 3 }));
  const row = fc.record({
    ...{ title: fc.constantFrom("a", "b", "B2", "b10"), chapter_title: fc.constantFrom("x", "y") },
    ...{ learners: fc.nat(3), completion_rate: figure, median_best_time_ms: figure },
    ...{ ms_per_character: figure, error_rate: figure },
  });
  const direction = fc.constantFrom<Direction>("ascending", "descending");
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom(...columns), direction, (figures, { key }, way) => {
      const rows = figures.map((each, i) => insight(i, each));
      const sorted = inOrder(rows, { key, direction: way });
      expect(new Set(sorted)).toEqual(new Set(rows));
      for (const [i, next] of sorted.entries()) {
        const before = sorted[i - 1];
        if (before === undefined) continue;
        const [a, b] = [before[key], next[key]];
        if (a === b) expect(before.id).toBeLessThan(next.id);
        else if (a === null) expect(b).toBeNull();
        else if (typeof a === "number" && typeof b === "number") expect(a < b).toBe(way === "ascending");
      }
    }),
  );
});

test("presses on a column's head sort ascending, then descending, then not", () => {
  const first = nextOrder<string>(null, "learners");
  const second = nextOrder(first, "learners");
  expect([first, second, nextOrder(second, "learners"), nextOrder(second, "title")]).toEqual([
    { key: "learners", direction: "ascending" },
    { key: "learners", direction: "descending" },
    null,
    { key: "title", direction: "ascending" },
  ]);
});

test("an order is written to the address and read from it; other texts are ignored", () => {
  for (const { key } of columns)
    for (const direction of ["ascending", "descending"] as const)
      expect(readOrder(columns, writeOrder({ key, direction }))).toEqual({ key, direction });
  expect(writeOrder(null)).toBeNull();
  expect([null, "", "-", "id", "--title", "toString"].map((text) => readOrder(columns, text))).toEqual(
    Array(6).fill(null),
  );
});

test("a page has 50 rows, and a number beyond the last page shows the last page", () => {
  const rows = Array.from({ length: 101 }, (_, i) => i);
  const place = (requested: string | null) => {
    const { page, pages, from, to, rows: shown } = pageOf(rows, requested);
    return `page ${page} of ${pages}: ${from} to ${to}, ${shown.length} rows from ${shown[0]}`;
  };
  expect(place(null)).toBe("page 1 of 3: 1 to 50, 50 rows from 0");
  expect(place("2")).toBe("page 2 of 3: 51 to 100, 50 rows from 50");
  expect(place("3")).toBe("page 3 of 3: 101 to 101, 1 rows from 100");
  expect(place("999999999")).toBe(place("3"));
  expect(["0", "-1", "1.5", "x", "1e3", "99999999999"].map(place)).toEqual(Array(6).fill(place("1")));
});

test("an empty list has one empty page, and 50 rows fill one page", () => {
  expect(pageOf([], "4")).toEqual({ page: 1, pages: 1, rows: [], from: 0, to: 0 });
  expect(pageOf(Array(50).fill(0), null)).toMatchObject({ pages: 1, from: 1, to: 50 });
});
