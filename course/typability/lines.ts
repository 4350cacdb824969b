// Findings about whole lines: blank lines at either end of the code, spaces at a line's end, lines that are too long.

import { codePoints, firstCodePoints } from "@tabstop/engine/code-points";
import { limits } from "../course.ts";
import { longCodeLine } from "../fields.ts";
import type { AddFinding, Finding } from "./finding.ts";

export type Line = {
  /** Where the line starts in the code, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
  /** Its line break; "" for the last line. */
  readonly end: string;
};

// Lines as `readCode` counts them: U+0085, U+2028 and U+2029 do not end a line.
const lineEnds = /\r\n|[\n\r]/g;

export function linesOf(code: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: end, index } of code.matchAll(lineEnds)) {
    lines.push({ start, text: code.slice(start, index), end });
    start = index + end.length;
  }
  lines.push({ start, text: code.slice(start), end: "" });
  return lines;
}

export const windowsLineEnd = {
  kind: "line-end",
  found: "carriage return",
  sentence: "The line has a Windows line end. It is saved with a plain line break.",
} as const;

/** Blank lines before the first line with text, and after the last. */
export function findEnds(lines: readonly Line[]): Finding[] {
  const hasText = ({ text }: Line) => /[^ \t]/.test(text);
  const firstIndex = lines.findIndex(hasText);
  const lastIndex = lines.findLastIndex(hasText);
  const first = lines[firstIndex];
  const last = lines[lastIndex];
  const end = lines.at(-1);
  // Nothing but blank lines: there is no code yet, and `readCode` reports that.
  if (first === undefined || last === undefined || end === undefined) return [];
  const findings: Finding[] = [];
  if (firstIndex > 0)
    findings.push({
      kind: "first-lines",
      line: 1,
      column: 1,
      found: blankLines(firstIndex),
      sentence: `The code begins with ${blankLines(firstIndex)}, which learners have to type.`,
      edit: { start: 0, end: first.start, text: "" },
    });
  const after = lines.length - 1 - lastIndex;
  if (after > 0)
    findings.push({
      kind: "last-lines",
      line: lastIndex + 2,
      column: 1,
      found: blankLines(after),
      sentence: `The code ends with ${blankLines(after)}, which learners cannot see but have to type.`,
      edit: { start: last.start + last.text.length, end: end.start + end.text.length, text: "" },
    });
  return findings;
}

function blankLines(number: number): string {
  return number === 1 ? "a blank line" : `${number} blank lines`;
}

export function findTrailing(line: string, add: AddFinding): void {
  const text = line.replace(/[ \t]+$/, "");
  if (text.length === line.length) return;
  add({
    kind: "trailing",
    found: "trailing spaces",
    sentence: "The line ends with spaces or tabs, which learners cannot see but have to type.",
    from: text.length,
    to: line.length,
    text: "",
  });
}

export function findWidth(line: string, add: AddFinding): void {
  if (line.length <= longCodeLine) return;
  const width = codePoints(line);
  if (width <= longCodeLine) return;
  const isTooLong = width > limits.codeLine;
  add({
    kind: "long-line",
    found: isTooLong ? "too long" : "long",
    sentence: isTooLong
      ? `The line has ${width} characters. At most ${limits.codeLine} are allowed.`
      : `The line has ${width} characters. Up to ${longCodeLine} are comfortable to type.`,
    from: firstCodePoints(line, isTooLong ? limits.codeLine : longCodeLine).length,
  });
}
