import { prepare } from "@tabstop/engine/example";
import fc from "fast-check";
import { languagesWithRules } from "@tabstop/syntax/constructs-of";
import { expect, test } from "vitest";
import { codeSyntax } from "./code-syntax.ts";
import { analyseRun } from "./run-analysis.ts";

const piecesIn = (code: string, language: string) =>
  codeSyntax(code, language, null).pieces.map((piece) => code.slice(...piece));

test("the pieces of a code are its signs and words, pairs in halves", () => {
  expect(piecesIn("const a = b ?? (c !== null);", "typescript")).toEqual(
    expect.arrayContaining(["const", "=", "??", "(", "!==", "null", ")"]),
  );
});

test("what was typed is a whole construct only if all of it is", () => {
  const { isConstruct } = codeSyntax("a => b", "javascript", null);
  expect(["==", "=>", "=> b", "a"].map(isConstruct)).toEqual([true, true, false, false]);
});

test("a language without rules has the constructs of its colours", () => {
  const code = "when x | y";
  const tokens = [
    ["k", 4],
    ["", 6],
  ] as const;
  expect(
    codeSyntax(
      code,
      "elixir",
      tokens.map(([colour, length]) => [colour, length]),
    ).pieces,
  ).not.toEqual([]);
  expect(codeSyntax(code, "elixir", null).pieces).toEqual([]);
});

test("pieces are in the order of the text, and none is in another, in any text of any language", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(..."ab(){}[]<>=!?.$&|`'\"\n \\/*-"), { maxLength: 60 }),
      fc.constantFrom(...languagesWithRules),
      (characters, language) => {
        const code = characters.join("");
        let end = 0;
        for (const [from, to] of codeSyntax(code, language, null).pieces) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
      },
    ),
  );
});

test("slips of real code name its constructs", () => {
  const code = "return shelf.find((book) => book.includes(part)) ?? null;\nif (book !== null) {\n}";
  const example = prepare(code);
  let at = 0;
  const press = (text: string) => ({ kind: "text" as const, text, at: (at += 1_500) });
  const wrong = new Map([
    [code.indexOf(" ??") - 1, "("],
    [code.indexOf("??"), "."],
    [code.indexOf("!=="), "="],
  ]);
  const log = Array.from(code).flatMap((key, offset) => {
    const slip = wrong.get(offset);
    return slip === undefined ? [press(key)] : [press(slip), press(key)];
  });
  const { slips } = analyseRun(example, log, codeSyntax(example.text, "typescript", null));
  expect(slips.map(({ line, typed, belongs }) => [line, typed, belongs])).toEqual([
    [1, "(", ")"],
    [1, ".", "??"],
    [2, "=", "!=="],
  ]);
});
