// The constructs of a language that has no rules: its keywords, as the colours of the text show them, and its runs of
// punctuation.

import type { Found } from "./found.ts";

/** Runs of a colour class and a length in UTF-16 units, in the order of the text; the class of keywords is `k`. */
export type ColourRuns = readonly (readonly [colour: string, length: number])[];

/** Texts (`s`), numbers (`d`) and comments (`c`) have no constructs. */
const withoutConstructs: ReadonlySet<string> = new Set(["s", "d", "c"]);

/** Where what has the colour of keywords is the author's: headings, and elements of any name. */
const withoutWords: ReadonlySet<string> = new Set([
  "markdown",
  "mdx",
  "asciidoc",
  "rst",
  "latex",
  "xml",
  "xsl",
]);
/** Where words with a capital letter are types, though some have the colour of keywords. */
const withTypes: ReadonlySet<string> = new Set(["haskell", "purescript", "elm", "ocaml", "fsharp"]);

export function fallbackConstructs(code: string, language: string, colours: ColourRuns, found: Found): void {
  let start = 0;
  for (const [colour, length] of colours) {
    const run = code.slice(start, start + length);
    if (!withoutConstructs.has(colour)) {
      if (colour === "k" && !withoutWords.has(language))
        for (const { 0: word, index } of run.matchAll(/[\p{L}\p{N}_]+/gu)) {
          // `'a` is a type that may be any.
          const isType =
            withTypes.has(language) && (/^\p{Lu}/u.test(word) || code[start + index - 1] === "'");
          if (!isType) found.word(word, start + index, start + index + word.length);
        }
      for (const { 0: sign, index } of run.matchAll(/[!-/:-@[-^`{-~]+/g))
        if (!isOfName(code, start + index, sign))
          found.symbol(sign, start + index, start + index + sign.length);
    }
    start += length;
  }
}

const ofWord = /[\p{L}\p{N}_]/u;

/** Some languages have these signs in names: `make-list`, `x'`, `empty?`, `save!`. */
function isOfName(code: string, at: number, sign: string): boolean {
  if (!ofWord.test(code.charAt(at - 1))) return false;
  return sign === "-" ? ofWord.test(code.charAt(at + 1)) : sign === "'" || sign === "?" || sign === "!";
}
