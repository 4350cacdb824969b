// Writes the report of the check as text, one block per course.

import { longest } from "./content-lint.ts";
import { type Coverage, allSymbols, fewestOfSymbol } from "./coverage.ts";
import { medianOf } from "./median.ts";
import type { Recurrence } from "./recurrence.ts";

export function coverageReport(coverage: Coverage): string {
  const { planned, characters, shares, symbols, rare, notes } = coverage;
  const of = (count: number, plan: number | undefined) =>
    plan === undefined ? `${count}` : `${count} of ${plan}`;
  const lines = [
    `${coverage.file}${coverage.isWhole ? "" : " (not all lessons written yet)"}`,
    `  lessons ${of(coverage.lessons, planned?.lessons)}, chapters ${of(coverage.chapters, planned?.chapters)}, examples ${of(coverage.examples, planned?.examples)}`,
    `  characters ${characters.least} to ${characters.most}, median ${characters.median}; of each lesson ${characters.ofLessons.map(({ median, most }) => `${median} (longest ${most})`).join(", ")}`,
    `  more than ${longest.withoutReason} characters: ${characters.long.length === 0 ? "none" : characters.long.join(", ")}`,
    `  letters ${shares.letters} %, symbols ${shares.symbols} %, whitespace ${shares.whitespace} %`,
    `  symbols ${allSymbols.map((symbol) => `${symbol} ${symbols.get(symbol) ?? 0}`).join("  ")}`,
    `  fewer than ${fewestOfSymbol}: ${rare.length === 0 ? "none that its languages use" : rare.join(" ")}`,
    ...notes.map((note) => `  shorter than the previous example: ${note}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** How often a course uses its constructs again; with `isDetailed` also the constructs that each example introduces. */
export function recurrenceReport({ file, rows, constructs, core }: Recurrence, isDetailed: boolean): string {
  const introduced = rows.flatMap(({ introduces }) => introduces);
  const most = rows.toSorted((a, b) => b.introduces.length - a.introduces.length)[0];
  const share = (returns: number) => introduced.filter((one) => one.returns === returns).length;
  const coreReturns = core.map(({ returns }) => returns).toSorted((a, b) => a - b);
  const lines = [
    `${file}`,
    `  constructs ${constructs}, used again in no later example ${share(0)}, in one ${share(1)}, else in more`,
    `  core ${core.length}, each used again in ${coreReturns[0] ?? 0} later examples or more, median ${medianOf(coreReturns)}`,
    `  most new at once ${most?.introduces.length ?? 0}, by ${most?.example.title ?? "none"}`,
    ...(isDetailed
      ? rows
          .filter(({ introduces }) => introduces.length > 0)
          .map(
            ({ example, introduces }) =>
              `  ${example.title}: ${introduces.map(({ name, returns }) => `${name} (${returns})`).join("  ")}`,
          )
      : []),
  ];
  return `${lines.join("\n")}\n`;
}
