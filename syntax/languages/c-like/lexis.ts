// What the scanners of C-like languages share: quoted texts and operators.

import type { Quote } from "../../scan.ts";

/** A text in quotes that ends with its line; a backslash takes the next character literally. */
export function quoted(mark: string, prefix = ""): Quote {
  return { open: prefix.length + mark.length, close: mark, escape: "\\", isOneLine: true };
}

export const commonOperators: readonly string[] = [
  ...["==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="],
  ...["<<", ">>", "<<=", ">>="],
];
