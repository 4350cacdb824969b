// Regular expressions: their symbols, in an example of patterns, in a JavaScript literal, or in an argument of grep -E.

import type { Found } from "./construct.ts";

const symbols: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["regex ^", /(?:^|[(|])\^/m],
  ["regex $", /(?<!\\)\$(?:$|[)|])/m],
  ["regex .", /(?<!\\)\./],
  ["regex \\.", /\\\./],
  ["regex \\d", /\\d/],
  ["regex \\w", /\\w/],
  ["regex \\b", /\\b/],
  ["regex \\-", /\\-/],
  ["regex \\1", /\\[1-9]/],
  ["regex \\k<name>", /\\k</],
  ["regex [ ]", /(?<!\\)\[[^^]/],
  ["regex [^ ]", /(?<!\\)\[\^/],
  ["regex -", /\[[^\]]*\w-\w/],
  ["regex ( )", /(?<!\\)\((?!\?)/],
  ["regex (?<name> )", /\(\?<\w/],
  ["regex (?= )", /\(\?=/],
  ["regex (?! )", /\(\?!/],
  ["regex (?<= )", /\(\?<=/],
  ["regex {n}", /\{\d+\}/],
  ["regex {n,m}", /\{\d+,\d*\}/],
  ["regex +", /(?<!\\)\+/],
  ["regex *", /(?<!\\)\*/],
  ["regex ?", /[^(\\*+]\?/],
  ["regex *?", /[*+]\?/],
  ["regex |", /\|/],
];

export function regexConstructs(code: string, found: Found): void {
  for (const [name, pattern] of symbols) if (pattern.test(code)) found.symbol(name);
}
