// The coverage report as text, one block a course.

import { type Coverage, allSymbols, fewestOfSymbol } from "./coverage.ts";

export function coverageReport(coverage: Coverage): string {
  const { planned, characters, shares, symbols, rare, notes } = coverage;
  const of = (count: number, plan: number | undefined) =>
    plan === undefined ? `${count}` : `${count} of ${plan}`;
  const lines = [
    `${coverage.file}${coverage.isWhole ? "" : " (not all lessons written yet)"}`,
    `  lessons ${of(coverage.lessons, planned?.lessons)}, chapters ${of(coverage.chapters, planned?.chapters)}, examples ${of(coverage.examples, planned?.examples)}`,
    `  characters ${characters.least} to ${characters.most}, on average ${characters.mean}`,
    `  letters ${shares.letters} %, symbols ${shares.symbols} %, blanks ${shares.blanks} %`,
    `  symbols ${allSymbols.map((symbol) => `${symbol} ${symbols.get(symbol) ?? 0}`).join("  ")}`,
    `  fewer than ${fewestOfSymbol}: ${rare.length === 0 ? "none that its languages use" : rare.join(" ")}`,
    ...notes.map((note) => `  shorter than the one before: ${note}`),
  ];
  return `${lines.join("\n")}\n`;
}
