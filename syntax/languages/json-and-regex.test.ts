import { expect, test } from "vitest";
import { constructsOf } from "../constructs-of.ts";

test("JSON: signs, escapes and literals are constructs, keys and values are not", () => {
  const code = '{ "a": [-1.5e3, true, "b\\n\\u00e9"] }';
  expect(typed(code, "json")).toEqual([
    ["{ }", "{ }"],
    ['" "', '" "', '" "'],
    [":", ":"],
    ["[ ]", "[ ]"],
    ["-", "-"],
    [".", "."],
    ["exponent", "e"],
    [",", ",", ","],
    ["true", "true"],
    ["\\n", "\\n"],
    ["\\u", "\\u"],
  ]);
  expect(typed("// a\n[1]", "jsonc")).toEqual([
    ["//", "//"],
    ["[ ]", "[ ]"],
  ]);
});

test("patterns: signs are constructs, names, numbers and characters are not", () => {
  expect(typed("^[a-z]{2,}\\.(?<day>x|y)\\k<day>(?!z)*?$", "regex")).toEqual([
    ["regex ^", "^"],
    ["regex [ ]", "[ ]"],
    ["regex -", "-"],
    ["regex {n,m}", "{ , }"],
    ["regex \\.", "\\."],
    ["regex (?<name> )", "(?< > )"],
    ["regex |", "|"],
    ["regex \\k<name>", "\\k< >"],
    ["regex (?! )", "(?! )"],
    ["regex *?", "*?"],
    ["regex $", "$"],
  ]);
  expect(typed("[^-a\\]^.][[:digit:]]", "regex")).toEqual([
    ["regex [^ ]", "[^ ]"],
    ["regex \\]", "\\]"],
    ["regex [ ]", "[ ]"],
    ["regex [:digit:]", "[:digit:]"],
  ]);
});

test("each line of patterns stands by itself", () => {
  expect(typed("(a[b\nc)]", "regex")).toEqual([]);
});

/** Each construct with what is typed at its places, the pieces of a place with a space between them. */
function typed(code: string, language: string): string[][] {
  return constructsOf(code, language).map(({ name, places }) => [
    name,
    ...places.map((place) =>
      Array.from({ length: place.length / 2 }, (_, at) => code.slice(place[2 * at], place[2 * at + 1])).join(
        " ",
      ),
    ),
  ]);
}
