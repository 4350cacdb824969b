import { expect, test } from "vitest";
import { codeOf, type PictureCode, pictureRows } from "./picture-rows.ts";

/**
 * Typed text as it is, the current piece in [ ], text to come in ( ), missed characters with !, tabs as →, Enter as
 * ⏎.
 */
function drawn(code: PictureCode): string[] {
  return pictureRows(code).map(({ state, pieces, enter }) => {
    const text = pieces.map((piece) => {
      const chars = (piece.kind === "tab" ? "→" : piece.text) + (piece.isMissed ? "!" : "");
      if (piece.state === "current") return `[${chars}]`;
      return piece.state === "typed" ? chars : `(${chars})`;
    });
    const end = enter === "current" ? "[⏎]" : enter === "to-come" ? "(⏎)" : "";
    return `${state} ${text.join("")}${end}`;
  });
}

const code = codeOf([[["k", "if"], " a:"], ["    b = 1"], ["c"]]);

test("text before the caret is typed, text after it is not", () => {
  expect(drawn({ ...code, caret: { line: 1, column: 6 } })).toEqual([
    "done if a:",
    "now →→b [=]( 1)(⏎)",
    "todo (c)",
  ]);
});

test("at a line's end the Enter is the next key", () => {
  expect(drawn({ ...code, caret: { line: 0, column: 5 } })).toEqual([
    "now if a:[⏎]",
    "todo (→)(→)(b = 1)(⏎)",
    "todo (c)",
  ]);
});

test("an indent is typed by tabs of two columns", () => {
  expect(drawn({ ...code, caret: { line: 1, column: 2 } })[1]).toBe("now →[→](b = 1)(⏎)");
});

test("the beginning of a longer code ends with an Enter too", () => {
  expect(drawn({ ...codeOf([["a"], ["b"]]), caret: { line: 0, column: 0 }, goesOn: true })).toEqual([
    "now [a](⏎)",
    "todo (b)(⏎)",
  ]);
});

test("a missed character keeps its scar", () => {
  expect(drawn({ ...code, caret: { line: 2, column: 0 }, missed: [{ line: 1, column: 4 }] })[1]).toBe(
    "done →→b! = 1",
  );
});

test("pieces are cut at the caret and at missed characters, and keep their colours", () => {
  const missed = [{ line: 0, column: 1 }];
  const [row] = pictureRows({ ...codeOf([[["k", "const"], " a"]]), caret: { line: 0, column: 3 }, missed });
  const seen = row?.pieces.map(({ column, token, text, state }) => `${column} ${token}(${text}) ${state}`);
  expect(seen).toEqual([
    "0 k(c) typed",
    "1 k(o) typed",
    "2 k(n) typed",
    "3 k(s) current",
    "4 k(t) to-come",
    "5 ( a) to-come",
  ]);
});

test("code written as tokens has their text and their runs", () => {
  expect(codeOf([[["k", "if"], " a"], [], ["b"]])).toEqual({
    text: "if a\n\nb",
    tokens: [
      ["k", 2],
      ["", 2],
      ["", 1],
      ["", 1],
      ["", 1],
    ],
  });
});
