// Findings about lines that are indented with tabs where most of the code has spaces, or the other way round.

import type { AddFinding } from "./finding.ts";

/**
 * How the lines of code are indented. `unit` is the width of a tab in columns when tabs are converted to spaces or
 * back. A single space is not an indent: it aligns the lines of a block comment.
 */
export type IndentStyle = {
  readonly by: "spaces" | "tabs";
  readonly isMixed: boolean;
  readonly unit: number;
};

export function indentStyle(lines: readonly string[]): IndentStyle {
  const tally = { spaces: 0, tabs: 0, mixed: 0 };
  let unit = 0;
  for (const line of lines) {
    const indent = indentOf(line);
    if (!isIndent(indent, line)) continue;
    if (indent.startsWith("\t")) tally.tabs += 1;
    else tally.spaces += 1;
    if (!indent.includes("\t")) unit = greatestDivisor(unit, indent.length);
    else if (/ \t/.test(indent)) tally.mixed += 1;
  }
  const by = tally.tabs > tally.spaces ? "tabs" : "spaces";
  const isMixed = tally.mixed > 0 || (tally.tabs > 0 && tally.spaces > 0);
  return { by, isMixed, unit: columnsOfTab(unit, by) };
}

function columnsOfTab(divisor: number, by: "spaces" | "tabs"): number {
  if (divisor === 0) return by === "tabs" ? 4 : 2;
  // Widths without a common step, as where a line is aligned to the one above.
  if (divisor === 1) return 2;
  if (divisor <= 8) return divisor;
  return divisor % 4 === 0 ? 4 : divisor % 2 === 0 ? 2 : divisor;
}

export function findIndent(line: string, style: IndentStyle, add: AddFinding): void {
  if (!style.isMixed) return;
  const indent = indentOf(line);
  if (!isIndent(indent, line)) return;
  const isRight = style.by === "spaces" ? !indent.includes("\t") : /^\t+ *$/.test(indent);
  if (isRight) return;
  const text = indentIn(style, columnsOf(indent, style.unit));
  if (text === indent) return;
  const [wrong, usual] = style.by === "tabs" ? ["spaces", "tabs"] : ["tabs", "spaces"];
  add({
    kind: "indent",
    found: `${wrong} among ${usual}`,
    sentence: `The line is indented with ${wrong} where other lines have ${usual}. Learners cannot see the difference.`,
    from: 0,
    to: indent.length,
    text,
  });
}

function indentIn({ by, unit }: IndentStyle, columns: number): string {
  if (by === "spaces") return " ".repeat(columns);
  return "\t".repeat(Math.floor(columns / unit)) + " ".repeat(columns % unit);
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function isIndent(indent: string, line: string): boolean {
  return indent !== "" && indent !== " " && indent.length < line.length;
}

function columnsOf(indent: string, unit: number): number {
  let columns = 0;
  for (const character of indent) columns += character === "\t" ? unit - (columns % unit) : 1;
  return columns;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
