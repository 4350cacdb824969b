import type { Tokens } from "@tabstop/contract/vocabulary";
import { expect, test } from "vitest";
import { beginningOf, isTelling } from "./beginning.ts";

const tokens: Tokens = [
  ["k", 5],
  ["", 3],
  ["d", 2],
  ["", 9],
];

test("the beginning is the first two lines, with the colours cut where they end", () => {
  expect(beginningOf("const a;\n12 b;\nlast", tokens)).toEqual({
    lines: ["const a;", "12 b;"],
    tokens: [
      ["k", 5],
      ["", 3],
      ["d", 2],
      ["", 4],
    ],
  });
});

test("code of one line begins with this line, also when a line feed ends it", () => {
  for (const code of ["const a;", "const a;\n"])
    expect(beginningOf(code, tokens)).toEqual({
      lines: ["const a;"],
      tokens: [
        ["k", 5],
        ["", 3],
      ],
    });
});

test("an empty second line belongs to the beginning, and code without colours has none", () => {
  expect(beginningOf("a\n\nb", null)).toEqual({ lines: ["a", ""], tokens: null });
});

test("two lines are telling from 16 characters on, of which each counts once", () => {
  expect([isTelling("12345678\n12345678"), isTelling("12345678\n1234567\n8")]).toEqual([true, false]);
  expect([isTelling("😀".repeat(16)), isTelling("😀".repeat(15))]).toEqual([true, false]);
});
