import { expect, test } from "vitest";
import { shownSentence, spokenConstruct, spokenText } from "./spoken-text.ts";

test("every printable ASCII sign, a tab and a line end have a name, and no two have the same", () => {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const signs = [...printable, "\t", "\n"].filter((sign) => !/[\p{L}\p{N}]/u.test(sign));
  expect(signs).toHaveLength(35);
  const names = signs.map(spokenText);
  for (const name of names) expect(name).toMatch(/^[a-z]+(?: [a-z]+)*$/);
  expect(new Set(names).size).toBe(signs.length);
});

test.each([
  ["??", "question mark, question mark"],
  ["async", "async"],
  ["LEFT JOIN", "LEFT JOIN"],
  [".map(", "full stop, map, left parenthesis"],
  ["_", "underscore"],
  ["__init__", "__init__"],
  ["=> {", "equals, greater than, space, left brace"],
  ["    ", "space, space, space, space"],
  ["é日本👍", "é日本, 👍"],
  ["", ""],
])("%j is said as %j", (text, spoken) => {
  expect(spokenText(text)).toBe(spoken);
});

test("the sentence has both halves of a pair and all that was shown at once, in the order of the places", () => {
  const text = "f(a)\n";
  const pair = { constructId: 1, pieces: [1, 2, 3, 4] };
  expect(shownSentence(text, [pair])).toBe("Shown: left parenthesis, right parenthesis.");
  const end = { constructId: null, pieces: [4, 5] };
  expect(shownSentence(text, [pair, end])).toBe("Shown: left parenthesis, right parenthesis, enter.");
  expect(shownSentence(text, [])).toBe("");
  // Two forms that share an atom.
  expect(shownSentence(text, [pair, { constructId: 2, pieces: [3, 4] }])).toBe(
    "Shown: left parenthesis, right parenthesis.",
  );
});

test.each([
  ["??", "question mark, question mark"],
  ["( )", "left parenthesis, right parenthesis"],
  ["const [ ] =", "const, left bracket, right bracket, equals"],
  ['f"{ }"', "f, double quote, left brace, right brace, double quote"],
  ["a if b else c", "a if b else c"],
])("the construct %j is said as %j", (name, spoken) => {
  expect(spokenConstruct(name)).toBe(spoken);
});
