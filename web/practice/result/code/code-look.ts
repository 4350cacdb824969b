// The code of a finished run as it is looked at: lines in coloured parts, the slipped ones marked. Pure.

import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import { lineStart, offsetOfStep, type PreparedExample, stepAtOffset } from "@tabstop/engine/example";
import { colouredLines } from "../../../typing/coloured-rows.ts";
import type { RunAnalysis, Slip } from "../run-analysis.ts";

type LookPart = {
  /** An `enter` is the end of a line in which it was slipped; its text is empty. */
  readonly kind: "text" | "tab" | "enter";
  readonly token: TokenClass;
  readonly text: string;
  /** The slip of the run that is here, from 0; null for none. */
  readonly slip: number | null;
};

export type LookLine = {
  /** From 1. */
  readonly number: number;
  /** Columns of its indent. */
  readonly indent: number;
  /** null for a line without characters, and until the run is read. */
  readonly wpm: number | null;
  readonly parts: readonly LookPart[];
};

export function lookLines(
  example: PreparedExample,
  tokens: Tokens | null,
  analysis: RunAnalysis | null,
): readonly LookLine[] {
  return colouredLines(example.text, tokens).map(({ indent, pieces }, line) => {
    let at = lineStart(example, line);
    const slips = placesOf(analysis?.slips ?? [], line + 1);
    const parts: LookPart[] = [];
    for (const piece of pieces) {
      const end = at + piece.text.length;
      for (const [offset, slip] of slips) {
        if (offset < at || offset >= end || piece.kind === "tab") continue;
        const slipEnd = Math.min(end, offsetOfStep(example, stepAtOffset(example, offset) + 1));
        parts.push({ ...piece, text: example.text.slice(at, offset), slip: null });
        parts.push({ ...piece, text: example.text.slice(offset, slipEnd), slip });
        at = slipEnd;
      }
      const inTab = piece.kind === "tab" ? slips.find(([offset]) => offset >= at && offset < end) : undefined;
      parts.push({ ...piece, text: example.text.slice(at, end), slip: inTab?.[1] ?? null });
      at = end;
    }
    const atEnd = slips.find(([offset]) => offset === at);
    if (atEnd !== undefined) parts.push({ kind: "enter", token: "", text: "", slip: atEnd[1] });
    return {
      number: line + 1,
      indent,
      wpm: analysis?.lines[line]?.wpm ?? null,
      parts: parts.filter(({ kind, text }) => kind === "enter" || text !== ""),
    };
  });
}

/** The slips of a line by their offset, each with its index; of several at one place, the first. */
function placesOf(
  slips: readonly Slip[],
  line: number,
): readonly (readonly [offset: number, slip: number])[] {
  const places = new Map<number, number>();
  for (const [index, slip] of slips.entries())
    if (slip.line === line && !places.has(slip.offset)) places.set(slip.offset, index);
  return [...places];
}

/** The slip at an index that may be beyond either end: after the last one comes the first. */
export function slipAt(analysis: RunAnalysis | null, index: number): { slip: Slip; index: number } | null {
  const slips = analysis?.slips ?? [];
  if (slips.length === 0) return null;
  const inside = ((index % slips.length) + slips.length) % slips.length;
  const slip = slips[inside];
  return slip === undefined ? null : { slip, index: inside };
}
