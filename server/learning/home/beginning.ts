// The beginning of an example's code: what a course or the next example is recognised by before it is opened.

import type { Tokens } from "@tabstop/contract/vocabulary";

/** The first two lines, or the only one, and their colours, joined with line feeds. */
export type Beginning = { readonly lines: readonly string[]; readonly tokens: Tokens | null };

/** `tokens` are those of the whole code. */
export function beginningOf(code: string, tokens: Tokens | null): Beginning {
  const lines = firstLines(code);
  return { lines, tokens: tokens && cutTokens(tokens, lines.join("\n").length) };
}

/** Whether the first two lines have at least 16 characters together, so that they show something of the course. */
export function isTelling(code: string): boolean {
  return [...firstLines(code).join("")].length >= leastCharacters;
}

/** Code with less is never telling. */
export const leastCharacters = 16;

function firstLines(code: string): string[] {
  // A line feed at the end begins no second line.
  return code.replace(/\n$/, "").split("\n", 2);
}

function cutTokens(tokens: Tokens, length: number): Tokens {
  const cut: Tokens[number][] = [];
  let left = length;
  for (const [name, units] of tokens) {
    if (left <= 0) break;
    cut.push([name, Math.min(units, left)]);
    left -= units;
  }
  return cut;
}
