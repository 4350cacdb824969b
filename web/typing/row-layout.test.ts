import { type Attempt, newAttempt, reduce } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clipPath, inkEnd, layOutRow, scarsOf, unusualWidth, xOf } from "./row-layout.ts";
import { breakIntoRows } from "./rows.ts";

const column = 10;

function layouts(text: string, columns = 40) {
  const example = prepare(text);
  return breakIntoRows(example, columns).map((row) => layOutRow(example, row, column));
}

const typed = (text: string, keys: string): Attempt =>
  [...keys].reduce<Attempt>(
    (attempt, key) => reduce(attempt, { kind: "text", text: key, at: 1 }),
    newAttempt(prepare(text)),
  );

describe("places in a row", () => {
  test("are one column apart for each character, two for a tab", () => {
    const [row] = layouts("a\tb");
    expect(row && [0, 1, 2, 3].map((offset) => xOf(row, offset))).toEqual([0, 10, 30, 40]);
  });
  test("start at the hanging indent in a row that continues a line", () => {
    const [, second] = layouts("aaaa bbbb cccc", 10);
    expect(second && xOf(second, second.row.start)).toBe(40);
  });
  test("never decrease within a row", () => {
    const atom = fc.constantFrom("a", "foo", " ", "\t", "é", "日", "😀", "👩‍👩‍👧", "\n");
    fc.assert(
      fc.property(fc.array(atom, { maxLength: 60 }), fc.integer({ min: 8, max: 50 }), (atoms, columns) => {
        for (const layout of layouts(atoms.join(""), columns)) {
          const { row } = layout;
          let before = row.left * column;
          expect(xOf(layout, row.start)).toBe(before);
          for (let offset = row.start; offset <= row.end; offset++) {
            expect(xOf(layout, offset)).toBeGreaterThanOrEqual(before);
            before = xOf(layout, offset);
          }
        }
      }),
    );
  });
  test("include a width only for characters that are not one column wide", () => {
    const [row] = layouts("a日");
    expect(row && [unusualWidth(row, 0, 1), unusualWidth(row, 1, 1), unusualWidth(row, 2, 0)]).toEqual([
      null,
      20,
      null,
    ]);
  });
});

describe("ink", () => {
  const clips = (rows: readonly number[], isDone = false) =>
    rows.map((index) => clipPath(inkEnd(index, 1, 30, isDone), 100));
  test("is whole in rows before the caret, cut at the caret, and hidden after it", () => {
    expect(clips([0, 1, 2])).toEqual(["", "inset(0 70px 0 0)", "inset(0 100px 0 0)"]);
  });
  test("is whole in the last row of a finished example", () => {
    expect(clips([0, 1], true)).toEqual(["", ""]);
  });
  test("is whole at the end of a row as wide as the pane", () => {
    expect(clipPath(100, 100)).toBe("");
  });
});

describe("scars", () => {
  const scars = (text: string, keys: string, columns = 40) => {
    const attempt = typed(text, keys);
    return layouts(text, columns).map((layout) => scarsOf(attempt, layout));
  };
  test("are under missed characters, and as wide", () => {
    expect(scars("abc", "axbc")).toEqual([[{ left: 10, width: 10 }]]);
    expect(scars("日b", "x")).toEqual([[{ left: 0, width: 20 }]]);
  });
  test("are in the row of their character", () => {
    expect(scars("ab\ncd", "ab\nxx")).toEqual([[], [{ left: 0, width: 10 }]]);
  });
  test("are not drawn for a missed Enter", () => {
    expect(scars("ab\ncd", "abx")[0]).toEqual([]);
  });
});
