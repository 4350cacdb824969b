// The marks of comments. What a comment says is its author's.

import type { Found } from "../found.ts";

/** Adds the mark of a comment up to the end of its line, or both marks of one that is closed, as in C. */
export function findCommentMarks(code: string, start: number, end: number, found: Found): void {
  if (code.startsWith("//", start)) found.symbol("//", start, start + 2);
  else if (end - start >= 4 && code.startsWith("/*", start) && code.startsWith("*/", end - 2))
    found.symbol("/* */", start, start + 2, end - 2, end);
}
