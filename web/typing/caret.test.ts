import type { Tokens } from "@tabstop/contract/vocabulary";
import { type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caretOf } from "./caret.ts";
import { coloursOf } from "./coloured-rows.ts";
import { layOutRow } from "./row-layout.ts";
import { breakIntoRows, rowAtOffset } from "./rows.ts";

const column = 10;

/** The caret after these keys, as `x: shown text or mark`. */
function caretAfter(text: string, keys: string, tokens: Tokens | null = null) {
  const example = prepare(text);
  let attempt = newAttempt(example);
  for (const key of keys) {
    const stroke: Keystroke =
      key === "\n"
        ? { kind: "enter", at: 1 }
        : key === "\t"
          ? { kind: "tab", at: 1 }
          : { kind: "text", text: key, at: 1 };
    attempt = reduce(attempt, stroke);
  }
  const rows = breakIntoRows(example, 40);
  const row = rows[rowAtOffset(rows, attempt.offset)];
  if (row === undefined) throw new RangeError("no row");
  return caretOf(attempt, coloursOf(text, tokens), layOutRow(example, row, column));
}

const drawn = (text: string, keys: string) => {
  const { x, kind, letter } = caretAfter(text, keys);
  return `${x}: ${kind === "letter" ? letter : `<${kind}>`}`;
};

describe("the caret", () => {
  test("is at the next character and shows it", () => {
    expect(drawn("let a", "")).toBe("0: l");
    expect(drawn("let a", "let ")).toBe("40: a");
  });
  test("shows a mark for keys without a letter", () => {
    expect(drawn("a b", "a")).toBe("10: <space>");
    expect(drawn("a\nb", "a")).toBe("10: <enter>");
    expect(drawn("a\tb", "a")).toBe("10: <tab>");
  });
  test("shows a tab for two spaces of the indent, and a space for an odd one", () => {
    expect(drawn("    x", "")).toBe("0: <tab>");
    expect(drawn("    x", "\t")).toBe("20: <tab>");
    expect(drawn("   x", "\t")).toBe("20: <space>");
    expect(drawn("    x", " ")).toBe("10: <space>");
  });
  test("starts each line at the left edge", () => {
    expect(drawn("ab\ncd", "ab\n")).toBe("0: c");
  });
  test("shows nothing at the end", () => {
    expect(drawn("ab", "ab")).toBe("20: ");
  });
  test("is as wide as a character that is not one column wide", () => {
    expect(["a", "日本", "😀"].map((text) => caretAfter(text, "").width)).toEqual([null, 20, 22.5]);
  });
  test("is partial while a letter needs its accent", () => {
    expect([caretAfter("é", "").isPartial, caretAfter("é", "e").isPartial]).toEqual([false, true]);
  });
  test("is italic in a comment, but its marks are not", () => {
    const tokens: Tokens = [
      ["", 1],
      ["c", 3],
    ];
    expect(["", "a", "ab"].map((keys) => caretAfter("ab c", keys, tokens).isItalic)).toEqual([
      false,
      true,
      false,
    ]);
  });
});

test("correct keys move it to the right within its row, whatever the text", () => {
  const atom = fc.constantFrom(
    "a",
    "foo",
    " ",
    "  ",
    "\t",
    "é",
    "e\u0301",
    "日",
    "😀",
    "👩‍👩‍👧",
    "שלום",
    "\u200d",
  );
  fc.assert(
    fc.property(
      fc.array(atom, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 8, max: 40 }),
      (atoms, columns) => {
        const example = prepare(atoms.join(""));
        const rows = breakIntoRows(example, columns);
        const colours = coloursOf(example.text, null);
        let attempt = newAttempt(example);
        let before = { row: -1, x: 0 };
        const steps = Array.from(new Intl.Segmenter().segment(example.text), ({ segment }) => segment);
        for (const text of ["", ...steps]) {
          if (text !== "") attempt = reduce(attempt, { kind: "text", text, at: 1 });
          const index = rowAtOffset(rows, attempt.offset);
          const row = rows[index];
          if (row === undefined) throw new RangeError(`row ${index}`);
          const { x } = caretOf(attempt, colours, layOutRow(example, row, column));
          expect(index).toBeGreaterThanOrEqual(before.row);
          if (index === before.row) expect(x).toBeGreaterThanOrEqual(before.x);
          else expect(x).toBeGreaterThanOrEqual(row.left * column);
          before = { row: index, x };
        }
      },
    ),
  );
});
