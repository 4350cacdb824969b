// What holds for every text in every language, however broken it is.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { constructsOf, languagesWithRules } from "./constructs-of.ts";
import { faultsOfPlaces } from "./test/faults-of-places.ts";
import { hostilePieces } from "./test/hostile-pieces.ts";

const folder = join(import.meta.dirname, "test", "oracle");
/** Real code of several languages, to be cut, mixed and read with the rules of all languages. */
const programs = readdirSync(folder).flatMap((file) =>
  (JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly code: string }[]).map(
    ({ code }) => code,
  ),
);

const cut = fc.tuple(fc.constantFrom(...programs), fc.nat(500), fc.nat(200)).map(([code, start, length]) => {
  const from = start % code.length;
  return code.slice(from, from + length);
});
const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: cut },
      { weight: 3, arbitrary: fc.constantFrom(...hostilePieces) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
      // Halves of characters too.
      {
        weight: 1,
        arbitrary: fc
          .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 4 })
          .map((units) => String.fromCharCode(...units)),
      },
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

describe.each(languagesWithRules)("%s", (language) => {
  test("every place is exact, atoms never overlap, forms are made of atoms, and nothing throws", () => {
    fc.assert(
      fc.property(text, (code) => {
        const constructs = constructsOf(code, language);
        expect(faultsOfPlaces(code, constructs)).toEqual([]);
        expect(constructsOf(code, language)).toEqual(constructs);
      }),
      { numRuns: 300 },
    );
  });

  test("a program that loses or doubles a piece has exact places", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...programs),
        fc.nat(),
        fc.nat(12),
        fc.boolean(),
        (code, at, length, isTwice) => {
          const from = at % code.length;
          const piece = code.slice(from, from + length);
          const mutated = code.slice(0, from) + (isTwice ? piece + piece : "") + code.slice(from + length);
          expect(faultsOfPlaces(mutated, constructsOf(mutated, language))).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

test("a language without rules has the keywords and runs of punctuation that its colours show, at exact places", () => {
  const runs = fc.array(fc.tuple(fc.constantFrom("k", "f", "y", "s", "d", "c", ""), fc.nat(9)), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(text, runs, (code, colours) => {
      const constructs = constructsOf(code, "cobol", colours);
      expect(faultsOfPlaces(code, constructs)).toEqual([]);
      expect(constructsOf(code, "cobol", null)).toEqual([]);
    }),
  );
  const found = constructsOf("let full-name = x' |> f?", "elm", [
    ["k", 3],
    ["", 21],
  ]);
  expect(found.map(({ name, kind }) => [name, kind])).toEqual([
    ["let", "word"],
    ["=", "symbol"],
    ["|>", "symbol"],
  ]);
});

test("headings, elements of any name and types are no keywords, though they have their colour", () => {
  const words = (code: string, language: string): readonly string[] =>
    constructsOf(code, language, [["k", code.length]])
      .filter(({ kind }) => kind === "word")
      .map(({ name }) => name);
  expect(words("Own title", "markdown")).toEqual([]);
  expect(words("<own>", "xml")).toEqual([]);
  expect(words("data Own where", "haskell")).toEqual(["data", "where"]);
  expect(words("type 'a own", "ocaml")).toEqual(["type", "own"]);
  expect(words("FROM x AS y", "dockerfile")).toEqual(["FROM", "x", "AS", "y"]);
});
