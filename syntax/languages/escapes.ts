// The escapes inside of quoted texts, such as `\n`.

import type { Found } from "../found.ts";

/**
 * Adds the escapes between two places of a text. Of `\u00e9` and `\u{e9}` only the signs are constructs: the number is
 * the author's.
 */
export function findEscapes(code: string, start: number, end: number, found: Found): void {
  for (let at = start; at + 1 < end; at++) {
    if (code[at] !== "\\") continue;
    const next = code[at + 1] as string;
    const braced = next === "u" && code[at + 2] === "{" ? closeOfNumber(code, at + 3, end) : -1;
    if (braced > 0) {
      found.symbol("\\u{ }", at, at + 3, braced, braced + 1);
      at = braced;
    } else {
      if (/[!-/:-~]/.test(next)) found.symbol(`\\${next}`, at, at + 2);
      at += 1;
    }
  }
}

/** The place of the brace that closes a number of up to eight digits; -1 if none does. */
function closeOfNumber(code: string, start: number, end: number): number {
  let at = start;
  while (at < end && at < start + 8 && /[\da-fA-F]/.test(code[at] as string)) at += 1;
  return at > start && at < end && code[at] === "}" ? at : -1;
}
