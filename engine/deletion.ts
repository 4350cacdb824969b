// How far a deletion reaches. Browsers disagree about words (of `let a = foo.bar();` three engines leave three
// different texts), so the app has its own rule: first the whitespace before the caret, then one run of word characters
// (letters, digits, marks, underscore) or one run of other symbols. It leaves `let a = foo.bar`, then `let a = foo.`,
// then `let a = foo`.

import { type PreparedExample, lineStart, stepAtOffset, textOfStep } from "./example.ts";

/** The step at which a word delete stops, never before the start of the line. */
export function wordStartStep(example: PreparedExample, step: number, line: number): number {
  const first = lineStartStep(example, line);
  let start = step;
  while (start > first && classBefore(example, start) === "blank") start--;
  const run = start > first ? classBefore(example, start) : "blank";
  while (start > first && classBefore(example, start) === run) start--;
  return start;
}

/** The step at which a line delete stops: the first of the line. */
export function lineStartStep(example: PreparedExample, line: number): number {
  return stepAtOffset(example, lineStart(example, line));
}

function classBefore(example: PreparedExample, step: number): "blank" | "word" | "symbol" {
  const character = textOfStep(example, step - 1);
  if (/\p{White_Space}/u.test(character)) return "blank";
  return /[\p{L}\p{N}\p{M}\p{Pc}]/u.test(character) ? "word" : "symbol";
}
