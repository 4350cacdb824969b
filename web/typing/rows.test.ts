import { prepare } from "@tabstop/engine/example";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { breakIntoRows, columnsOfRow, rowAtOffset, rowNear } from "./rows.ts";

/** The rows as on the screen: blanks for a hanging indent, `·` for a space at the end, ¶ for the Enter mark. */
function drawn(text: string, columns: number): string[] {
  return breakIntoRows(prepare(text), columns).map((row) => {
    const body = text.slice(row.start, row.end).replace(/ $/, "·").replaceAll("\t", "→ ");
    return " ".repeat(row.left) + body + (row.hasEnter ? "¶" : "");
  });
}

describe("rows", () => {
  test("each line of a short text is a row, also an empty line", () => {
    expect(drawn("let a;\n\nlet b;", 40)).toEqual(["let a;¶", "¶", "let b;"]);
  });
  test("a final newline adds an empty row", () => {
    expect(drawn("a\n", 40)).toEqual(["a¶", ""]);
  });
  test("a long line breaks at a space and continues four columns deeper than its indent", () => {
    expect(drawn("  const key = getKey(item, other);", 24)).toEqual([
      "  const key =·",
      "      getKey(item,·",
      "      other);",
    ]);
  });
  test("one space may overhang the edge, so that the row is full", () => {
    expect(drawn("export function groupBy {", 23)).toEqual(["export function groupBy·", "    {"]);
  });
  test("a second space may not overhang the edge", () => {
    expect(drawn("abcdefgh  x", 8)).toEqual(["abcdefgh·", "     x"]);
  });
  test("a word longer than a row is cut at the edge", () => {
    expect(drawn("abcdefghijklmnop", 8)).toEqual(["abcdefgh", "    ijkl", "    mnop"]);
  });
  test("a short word before a word longer than a row is alone in its row", () => {
    expect(drawn("a bcdefghijklm", 8)).toEqual(["a·", "    bcde", "    fghi", "    jklm"]);
  });
  test("a row does not break within the indent", () => {
    expect(drawn("      abcdefgh", 10)).toEqual(["      abcd", "     efgh"]);
  });
  test("a hanging indent is at most half the pane", () => {
    expect(drawn(`${" ".repeat(12)}abc defgh`, 16)).toEqual([`${" ".repeat(12)}abc·`, "        defgh"]);
  });
  test("a tab takes two columns", () => {
    expect(drawn("\t\tab cdefg", 10)).toEqual(["→ → ab·", "     cdefg"]);
  });
  test("wide characters count as two columns, so they never cross the edge", () => {
    const rows = breakIntoRows(prepare("日本語日本語"), 8);
    expect(rows.map((row) => row.end - row.start)).toEqual([4, 2]);
    expect(rows[0]?.kind).toBe("measured");
  });
  test("a pane that is too narrow for any text still has rows", () => {
    expect(drawn("abcdefghi", 1)).toEqual(["abcdefgh", "    i"]);
  });
});

test("every character is in exactly one row, in order, and no row is wider than the pane", () => {
  const atom = fc.constantFrom(
    "a",
    "foo",
    " ",
    "  ",
    "\n",
    "\t",
    "é",
    "e\u0301",
    "日",
    "😀",
    "{",
    "👩‍👩‍👧",
    "שלום",
  );
  fc.assert(
    fc.property(fc.array(atom, { maxLength: 60 }), fc.integer({ min: 8, max: 50 }), (atoms, columns) => {
      const example = prepare(atoms.join(""));
      const rows = breakIntoRows(example, columns);
      let offset = 0;
      rows.forEach((row, index) => {
        expect(row.start).toBe(offset);
        offset = row.end + (row.hasEnter ? 1 : 0);
        // Only an empty line has an empty row.
        if (row.start === row.end) expect(row.isFirstOfLine).toBe(true);
        const edges = columnsOfRow(example, row);
        const width = edges?.at(-1) ?? row.left + row.end - row.start;
        // One space may overhang. A grapheme that is too wide for an indented row is alone in its row.
        if (row.end - row.start > 8) expect(width).toBeLessThanOrEqual(columns + 2.25);
        expect(rowAtOffset(rows, row.start)).toBe(index);
        expect(rowNear(rows, row.start, Math.max(0, index - 1))).toBe(index);
      });
      expect(offset).toBe(example.text.length);
    }),
  );
});

describe("the caret's row and column", () => {
  const example = prepare("  const key = getKey(item);\n\tx");
  const rows = breakIntoRows(example, 20);
  test("are in the later row between two rows, and in the earlier row at a newline", () => {
    expect(rows.map((row) => [row.start, row.end])).toEqual([
      [0, 14],
      [14, 27],
      [28, 30],
    ]);
    expect([0, 13, 14, 27, 28, 30].map((offset) => rowAtOffset(rows, offset))).toEqual([0, 0, 1, 1, 2, 2]);
  });
  test("are found from any row", () => {
    for (let offset = 0; offset <= 30; offset++) {
      for (let near = 0; near < rows.length; near++) {
        expect(rowNear(rows, offset, near)).toBe(rowAtOffset(rows, offset));
      }
    }
  });
  test("are computed by arithmetic, or read from a list if there are tabs", () => {
    const [first, , last] = rows;
    if (!first || !last) throw new Error("three rows");
    expect(columnsOfRow(example, first)).toBe(null);
    expect([...(columnsOfRow(example, last) ?? [])]).toEqual([0, 2, 3]);
  });
  test("are the same for both UTF-16 units of a wide character", () => {
    const emoji = prepare("a😀b");
    const [row] = breakIntoRows(emoji, 20);
    if (!row) throw new Error("one row");
    expect([...(columnsOfRow(emoji, row) ?? [])]).toEqual([0, 1, 1, 3.25, 4.25]);
  });
});
