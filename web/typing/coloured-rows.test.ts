import type { Tokens } from "@tabstop/contract/vocabulary";
import { prepare } from "@tabstop/engine/example";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { breakIntoRows } from "./rows.ts";
import { colourAt, colouredLines, coloursOf, isIndentPair, piecesOf } from "./coloured-rows.ts";

/** `k(const)` for a run of class k, `[  ]` for an indent stop. */
function drawn(text: string, tokens: Tokens | null, columns = 80): string[] {
  const example = prepare(text);
  const colours = coloursOf(example.text, tokens);
  return breakIntoRows(example, columns).map((row) =>
    piecesOf(example.text, colours, row)
      .map((piece) =>
        piece.kind === "tab" ? `[${piece.text}]` : piece.token ? `${piece.token}(${piece.text})` : piece.text,
      )
      .join(""),
  );
}

test("runs are cut at lines and rows", () => {
  const tokens: Tokens = [
    ["k", 5],
    ["", 1],
    ["c", 9],
  ];
  expect(
    drawn("const /* a\n b", [
      ["k", 5],
      ["", 1],
      ["c", 7],
    ]),
  ).toEqual(["k(const) c(/* a)", "c( b)"]);
  expect(drawn("const /* abc */".slice(0, 15), tokens, 10)).toEqual(["k(const) c(/* )", "c(abc */)"]);
});
test("adjacent runs of one class are merged", () => {
  expect(
    drawn("a+b", [
      ["", 1],
      ["", 1],
      ["", 1],
    ]),
  ).toEqual(["a+b"]);
});
test("pairs of spaces in the indent, and tabs anywhere, are stops", () => {
  expect(drawn("    if\n   x\n\ta\tb", null)).toEqual(["[  ][  ]if", "[  ] x", "[\t]a[\t]b"]);
});
test("a row with a hanging indent has no stops", () => {
  expect(drawn("  aaaa     bbbb", null, 8)).toEqual(["[  ]aaaa   ", "  ", "bbbb"]);
});
test("a row without runs, or with those of another text, is plain", () => {
  expect(drawn("let a", null)).toEqual(["let a"]);
  expect(drawn("let a", [["k", 3]])).toEqual(["let a"]);
});
test("the pieces of a row are its text, whatever the runs", () => {
  const run = fc.tuple(
    fc.constantFrom("" as const, "k" as const, "s" as const),
    fc.integer({ min: 0, max: 9 }),
  );
  fc.assert(
    fc.property(fc.array(run, { maxLength: 20 }), fc.integer({ min: 8, max: 30 }), (tokens, columns) => {
      const length = tokens.reduce((sum, [, units]) => sum + units, 0);
      const text = "  ab \tc\n d".repeat(20).slice(0, length);
      const example = prepare(text);
      const colours = coloursOf(example.text, tokens);
      for (const row of breakIntoRows(example, columns)) {
        const pieces = piecesOf(example.text, colours, row);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text.slice(row.start, row.end));
      }
    }),
  );
});

test("the colour at an offset is that of its run", () => {
  const example = prepare("let a");
  const colours = coloursOf(example.text, [
    ["k", 3],
    ["", 2],
  ]);
  expect([0, 2, 3, 4, 5].map((offset) => colourAt(colours, offset))).toEqual(["k", "k", "", "", ""]);
});

test("pairs of spaces in the indent are stops, from the line's start on", () => {
  const stops = (text: string) => [...text].map((_, at) => (isIndentPair(text, 0, at) ? "T" : ".")).join("");
  expect(stops("    x  y")).toBe("T.T.....");
  expect(stops("   x")).toBe("T...");
  expect(stops("a  b")).toBe("....");
});

describe("whole lines", () => {
  /** Each line as its indent and its pieces, `k(const)` for one of class k. */
  const lines = (text: string, tokens: Tokens | null) =>
    colouredLines(text, tokens).map(
      ({ indent, pieces }) =>
        `${indent}|${pieces.map(({ token, text }) => (token === "" ? text : `${token}(${text})`)).join("")}`,
    );
  test("keep their indent, blank ones too", () => {
    expect(lines("if a:\n  b\n\n\tc", null)).toEqual(["0|if a:", "2|  b", "0|", "2|\tc"]);
  });
  test("are each coloured by a run over several of them", () => {
    const tokens: Tokens = [
      ["", 2],
      ["c", 8],
      ["k", 2],
    ];
    expect(lines("x /* a\nb*/if", tokens)).toEqual(["0|x c(/* a)", "0|c(b*/)k(if)"]);
  });
  test("are plain where the runs are those of another text", () => {
    expect(lines("ab", [["k", 3]])).toEqual(["0|ab"]);
  });
});
