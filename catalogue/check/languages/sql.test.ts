import { expect, test } from "vitest";
import { rowsDiffer } from "./sql.ts";

const rows = (...lines: string[]) => lines.map((line) => line.replaceAll(" ", "\x1f")).join("\n");

test("the same values in each engine's spelling are the same rows", () => {
  expect(rowsDiffer(rows("pen 1.5 1 NULL"), rows("pen 1.50 t NULL"))).toBeUndefined();
  expect(rowsDiffer(rows("3.33333333333333"), rows("3.3333333333333333"))).toBeUndefined();
  expect(rowsDiffer("", "\n")).toBeUndefined();
});

test("other values are other rows", () => {
  expect(rowsDiffer(rows("pen 3"), rows("pen 3.5"))).toContain("SQLite\npen | 3\nPostgreSQL\npen | 3.5");
  expect(rowsDiffer(rows("a", "b"), rows("a"))).toContain("different rows");
});

test("the same rows in another order are a fault: the example needs an ORDER BY", () => {
  expect(rowsDiffer(rows("a 1", "b 2"), rows("b 2", "a 1"))).toContain("ORDER BY is missing");
});
