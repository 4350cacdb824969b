// What an author named is never a construct, in whatever position they named it.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { constructsOf, languagesWithRules } from "./constructs-of.ts";
import { declaringPrograms } from "./test/declaring-programs.ts";

/** No library has a name with these letters. */
const sign = "zq";
const ownName = fc
  .tuple(fc.constantFrom("", "_", "a", "to_"), fc.stringMatching(/^[a-z]{0,5}\d?$/))
  .map(([before, rest]) => `${before}${sign}${rest}`);
const isOwn = (name: string): boolean => name.toLowerCase().includes(sign);

test("every language with rules has a program whose positions are named", () => {
  expect(languagesWithRules.filter((language) => !Object.hasOwn(declaringPrograms, language))).toEqual([]);
});

describe.each(languagesWithRules)("%s", (language) => {
  const program = declaringPrograms[language] ?? "";

  test("random names in every position that an author can name are in no construct", () => {
    fc.assert(
      fc.property(fc.infiniteStream(ownName), (stream) => {
        const names = new Map<string, string>();
        const code = program.replace(/(?<![A-Za-z\d])Na?\d+(?!\d)/g, (position) => {
          const name = names.get(position) ?? (stream.next().value as string);
          names.set(position, name);
          // Some languages tell constants by their capital letter.
          return position.startsWith("Na") ? `Z${name}` : name;
        });
        expect(
          constructsOf(code, language)
            .map(({ name }) => name)
            .filter(isOwn),
        ).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test("names that are none of the language, in any order with signs, are in no construct", () => {
    const word = fc.oneof(ownName, fc.constantFrom(..."\n ; ( ) { } . : = , \" ' < > -> :: |".split(" ")));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom(" ", ""), (words, between) => {
        expect(
          constructsOf(words.join(between), language)
            .map(({ name }) => name)
            .filter(isOwn),
        ).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
