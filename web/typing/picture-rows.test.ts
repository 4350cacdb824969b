import { expect, test } from "vitest";
import { drawCode, type PictureCode } from "./picture-rows.ts";

/** Typed text as it is, the current piece in [ ], what is to come in ( ), slips with !, tabs as →, Enter as ⏎. */
function drawn(code: PictureCode): string[] {
  return drawCode(code).map(({ state, pieces, enter }) => {
    const text = pieces.map((piece) => {
      const chars = (piece.tab ? "→" : piece.text) + (piece.missed ? "!" : "");
      if (piece.state === "current") return `[${chars}]`;
      return piece.state === "typed" ? chars : `(${chars})`;
    });
    const end = enter === "current" ? "[⏎]" : enter === "to-come" ? "(⏎)" : "";
    return `${state} ${text.join("")}${end}`;
  });
}

const lines: PictureCode["lines"] = [[["k", "if"], " a:"], ["    b = 1"], ["c"]];

test("what is before the caret is ink, what is after it pencil", () => {
  expect(drawn({ lines, caret: { line: 1, column: 6 } })).toEqual([
    "done if a:",
    "now →→b [=]( 1)(⏎)",
    "todo (c)",
  ]);
});

test("at a line's end the Enter is the next key", () => {
  expect(drawn({ lines, caret: { line: 0, column: 5 } })).toEqual([
    "now if a:[⏎]",
    "todo (→)(→)(b = 1)(⏎)",
    "todo (c)",
  ]);
});

test("an indent is typed by tabs of two columns", () => {
  expect(drawn({ lines, caret: { line: 1, column: 2 } })[1]).toBe("now →[→](b = 1)(⏎)");
});

test("a slip keeps its mark", () => {
  expect(drawn({ lines, caret: { line: 2, column: 0 }, missed: ["1:4"] })[1]).toBe("done →→b! = 1");
});
