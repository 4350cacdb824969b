// The constructs of a language that has no rules: its keywords, as the colours of the text show them, and its runs of
// punctuation.

import type { Found } from "./found.ts";

/** Runs of a colour class and a length in UTF-16 units, in the order of the text; the class of keywords is `k`. */
export type ColourRuns = readonly (readonly [colour: string, length: number])[];

/** Texts (`s`), numbers (`d`) and comments (`c`) have no constructs. */
const withoutConstructs: ReadonlySet<string> = new Set(["s", "d", "c"]);

export function fallbackConstructs(code: string, colours: ColourRuns, found: Found): void {
  let start = 0;
  for (const [colour, length] of colours) {
    const run = code.slice(start, start + length);
    if (!withoutConstructs.has(colour)) {
      if (colour === "k")
        for (const match of run.matchAll(/[\p{L}\p{N}_]+/gu))
          found.word(match[0], start + match.index, start + match.index + match[0].length);
      for (const match of run.matchAll(/[!-/:-@[-^`{-~]+/g))
        found.symbol(match[0], start + match.index, start + match.index + match[0].length);
    }
    start += length;
  }
}
