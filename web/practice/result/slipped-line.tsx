// One line of the code that was typed, with its slips underlined.

import "../../typing/code.css";
import type { Tokens } from "@tabstop/contract/vocabulary";
import { lineStart, offsetOfStep, type PreparedExample, stepAtOffset } from "@tabstop/engine/example";
import type { ReactNode } from "react";
import { colouredLines } from "../../typing/coloured-rows.ts";
import type { RunLine } from "./run-analysis.ts";

type Part = { readonly text: string; readonly token: string; readonly isMissed: boolean };

/** Without its indent. */
export function SlippedLine({
  example,
  tokens,
  line,
}: {
  readonly example: PreparedExample;
  readonly tokens: Tokens | null;
  readonly line: RunLine;
}): ReactNode {
  return partsOf(example, tokens, line).map(({ text, token, isMissed }, index) => (
    <span key={index} className={`${token}${isMissed ? " miss" : ""}`}>
      {text}
    </span>
  ));
}

function partsOf(
  example: PreparedExample,
  tokens: Tokens | null,
  { number, slips }: RunLine,
): readonly Part[] {
  const coloured = colouredLines(example.text, tokens)[number - 1]?.pieces ?? [];
  let at = lineStart(example, number - 1);
  const parts: Part[] = [];
  for (const piece of coloured) {
    const end = at + piece.text.length;
    const isIndent = piece.kind === "tab" && parts.length === 0;
    for (const { offset } of isIndent ? [] : slips) {
      const missedEnd = Math.min(end, offsetOfStep(example, stepAtOffset(example, offset) + 1));
      if (offset < at || offset >= end) continue;
      parts.push({ text: example.text.slice(at, offset), token: piece.token, isMissed: false });
      parts.push({ text: example.text.slice(offset, missedEnd), token: piece.token, isMissed: true });
      at = missedEnd;
    }
    if (!isIndent) parts.push({ text: example.text.slice(at, end), token: piece.token, isMissed: false });
    at = end;
  }
  return parts.filter(({ text }) => text !== "");
}
