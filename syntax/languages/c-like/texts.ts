// What has a meaning inside quoted texts: escapes, and the directives of printf and of format texts.

import type { Found } from "../../found.ts";
import type { Reading } from "./reading.ts";

export type TextRules = {
  /** The name of a pair of quotes or of a hole, by the text of its marks, where it is not these two. */
  readonly pairName?: (open: string, close: string) => string | undefined;
  /** The escapes of a text by the mark that opens it; null where it has none. */
  readonly escapes: (open: string) => RegExp | null;
  /** Adds what else the text has; `opener` is the number of its opening mark. */
  readonly more?: (text: TextPart, opener: number, found: Found) => void;
};

export type TextPart = {
  readonly reading: Reading;
  readonly index: number;
  readonly start: number;
  readonly text: string;
};

export const commonEscapes = /\\(?:u\{[\da-fA-F]{1,8}\}|[!-/:-~]|0)/g;

export function readText(reading: Reading, index: number, rules: TextRules, found: Found): void {
  const { start, text } = reading.tokens[index] as { start: number; text: string };
  const opener = reading.around(index);
  const escapes = rules.escapes(reading.text(opener));
  if (escapes !== null)
    for (const escape of text.matchAll(escapes)) {
      const at = start + escape.index;
      const end = at + escape[0].length;
      // The number in it is the author's.
      if (escape[0].startsWith("\\u{")) found.symbol("\\u{ }", at, at + 3, end - 1, end);
      else found.symbol(escape[0], at, end);
    }
  rules.more?.({ reading, index, start, text }, opener, found);
}

const conversions = /%(?:%|(\d+\$)?([-+#0]*)(\d+|\*)?(\.(?:\d+|\*))?((?:hh|h|ll|l|z|j|t)?[a-zA-Z@]))/g;

/**
 * Adds the directives of printf. All with the same shape have one name, whatever their width and precision are:
 * `%8.3f` is `%n.nf`.
 * @param letters what ends a directive, with its modifiers, such as `d` and `lu`
 */
export function readDirectives({ start, text }: TextPart, letters: ReadonlySet<string>, found: Found): void {
  for (const match of text.matchAll(conversions)) {
    const [whole, argument = "", flags = "", width = "", precision = "", conversion] = match;
    const letter = conversion === undefined ? "" : lettersOf(conversion, letters);
    if (letter === null) continue;
    const length = whole.length - (conversion?.length ?? 0) + letter.length;
    const name =
      conversion === undefined
        ? "%%"
        : `%${argument}${flags}${width.replace(/\d+/, "n")}${precision.replace(/\d+/, "n")}${letter}`;
    found.symbol(name, start + match.index, start + match.index + length);
  }
}

/** `long d` in C is `ld`; a letter that ends no directive has no modifier before it. */
function lettersOf(conversion: string, letters: ReadonlySet<string>): string | null {
  if (letters.has(conversion)) return conversion;
  const modifier = /^(?:hh|h|ll|l|z|j|t)(?=.)/.exec(conversion)?.[0] ?? "";
  return modifier !== "" && letters.has(conversion.slice(modifier.length)) ? conversion : null;
}

/** The word before the parenthesis around a text: the function that gets it; "" when there is none. */
export function callee(reading: Reading, opener: number): string {
  const bracket = reading.around(opener);
  return reading.text(bracket) === "(" ? reading.text(bracket - 1) : "";
}
