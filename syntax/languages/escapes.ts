// The escapes inside of quoted texts, such as `\n`.

import type { Found } from "../found.ts";

/**
 * Adds the escapes between two places of a text. Of `\u00e9` and `\u{e9}` only the signs are constructs: the number is
 * the author's.
 */
export function findEscapes(code: string, start: number, end: number, found: Found): void {
  let at = code.indexOf("\\", start);
  while (at >= 0 && at + 1 < end) {
    const next = code[at + 1] as string;
    const braced = /\\u\{[\da-fA-F]{1,8}\}/y;
    braced.lastIndex = at;
    const length = braced.exec(code)?.[0].length ?? 2;
    if (length > 2 && at + length <= end) found.symbol("\\u{ }", at, at + 3, at + length - 1, at + length);
    else if (/[!-/:-~]/.test(next)) found.symbol(`\\${next}`, at, at + 2);
    at = code.indexOf("\\", at + length);
  }
}
