// JSON: its symbols and literals.

import { type Found, findEscapes } from "./construct.ts";

const forms: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["{ }", /\{/],
  ["[ ]", /\[/],
  [":", /:/],
  [",", /,/],
  ["-", /-\d/],
  [".", /\d\.\d/],
];

export function jsonConstructs(code: string, found: Found): void {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
    findEscapes(text, found);
    found.symbol('" "');
    return " ";
  });
  for (const [name, pattern] of forms) if (pattern.test(bare)) found.symbol(name);
  if (/\d[eE]/.test(bare)) found.word("exponent");
  for (const [word] of bare.matchAll(/\b(?:true|false|null)\b/g)) found.word(word);
}
