import type { Tokens } from "@tabstop/contract/vocabulary";
import { expect, test } from "vitest";
import { linesOfCode } from "./code-lines.ts";

/** Each line as its indent and its pieces, a coloured one as class(text). */
const drawn = (code: string, tokens: Tokens | null) =>
  linesOfCode(code, tokens).map(
    ({ columns, pieces }) =>
      `${columns}|${pieces.map(({ token, text }) => (token === "" ? text : `${token}(${text})`)).join("")}`,
  );

test("lines keep their indent, blank ones too", () => {
  expect(drawn("if a:\n  b\n\n\tc", null)).toEqual(["0|if a:", "2|  b", "0|", "2|\tc"]);
});

test("a run over several lines colours each of them", () => {
  const tokens: Tokens = [
    ["", 2],
    ["c", 8],
    ["k", 2],
  ];
  expect(drawn("x /* a\nb*/if", tokens)).toEqual(["0|x c(/* a)", "0|c(b*/)k(if)"]);
});

test("runs of another text are not used", () => {
  expect(drawn("ab", [["k", 3]])).toEqual(["0|ab"]);
});
