// Finds what a learner could not type, or hardly, in an example's code: characters that look like others, that are
// invisible, or that have no key. Each finding has its place, a sentence and, where there is one right answer, the edit
// that fixes it.
//
// It is stricter than `readCode` on purpose: wherever that one has a fault or a remark about characters, whitespace or
// the width of a line, there is a finding here in the same line. But a finding never stops a save, because an example
// may be about just such a character.
//
// The author chooses the repairs. A repair changes the places of its findings and nothing else. It may create another
// finding (a no-break space at a line's end becomes a space at a line's end), so `repair` repeats until none of the
// chosen findings is left; repairing again then changes nothing.
//
// Lines and columns count from 1, columns in code points. No clock, no I/O.

import { codePoints } from "@tabstop/engine/code-points";
import { findCharacters, isPlain } from "./characters.ts";
import type { AddFinding, Edit, Finding } from "./finding.ts";
import { findIndent, indentStyle } from "./indentation.ts";
import { findEnds, findTrailing, findWidth, linesOf, windowsLineEnd } from "./lines.ts";

/** All findings in the code, by line and column. Takes time linear in its length. */
export function findUntypable(code: string): readonly Finding[] {
  const findings: Finding[] = [];
  const lines = linesOf(code);
  const indents = indentStyle(lines.map(({ text }) => text));
  lines.forEach((line, index) => {
    // Columns are counted on from the last finding, so that a line full of findings takes linear time too.
    let counted = { units: 0, points: 0 };
    const add: AddFinding = ({ from, to = from + 1, text, ...rest }) => {
      if (from < counted.units) counted = { units: 0, points: 0 };
      const points = counted.points + codePoints(line.text, counted.units, from);
      counted = { units: from, points };
      const edit = text === undefined ? null : { start: line.start + from, end: line.start + to, text };
      findings.push({ ...rest, line: index + 1, column: points + 1, edit });
    };
    if (!isPlain(line.text)) findCharacters(line.text, add);
    if (line.end.startsWith("\r")) {
      const at = line.text.length;
      add({ ...windowsLineEnd, from: at, to: at + line.end.length, text: "\n" });
    }
    findIndent(line.text, indents, add);
    findTrailing(line.text, add);
    findWidth(line.text, add);
  });
  findings.push(...findEnds(lines));
  return findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** The code with the edits of the chosen findings made, by default of all. Findings without an edit stay. */
export function repair(code: string, isChosen: (finding: Finding) => boolean = () => true): string {
  let repaired = code;
  // Every pass removes something for good, and no chain of repairs that cause each other is longer than a few.
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const edits = findUntypable(repaired).flatMap((finding) =>
      finding.edit !== null && isChosen(finding) ? [finding.edit] : [],
    );
    if (edits.length === 0) return repaired;
    repaired = applyEdits(repaired, edits);
  }
  return repaired;
}

const mostPasses = 12;

/** Whether two findings belong to the same group, so that one button repairs both. */
export function isSameGroup(a: Finding, b: Finding): boolean {
  return a.kind === b.kind && a.found === b.found;
}

/** The number of lines, and of code points in the longest. */
export function measureCode(code: string): { readonly lines: number; readonly longest: number } {
  const lines = linesOf(code);
  return {
    lines: lines.length,
    longest: lines.reduce((most, { text }) => Math.max(most, codePoints(text)), 0),
  };
}

/**
 * Of two edits that overlap, only the one that reaches further is made; the next pass makes the other if it is still
 * due.
 */
function applyEdits(code: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of sorted) {
    if (start < at) continue;
    pieces.push(code.slice(at, start), text);
    at = end;
  }
  pieces.push(code.slice(at));
  return pieces.join("");
}
