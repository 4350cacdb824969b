// The coverage report as text, one block a course.

import { type Coverage, allSymbols, fewestOfSymbol } from "./coverage.ts";
import type { Recurrence } from "./recurrence.ts";

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

/** How well a course comes back to what it taught; with `isWhole` also what each example brings in, and how often it returns. */
export function recurrenceReport({ file, rows, constructs }: Recurrence, isWhole: boolean): string {
  const brought = rows.flatMap(({ brings }) => brings);
  const most = rows.toSorted((a, b) => b.brings.length - a.brings.length)[0];
  const share = (returns: number) => brought.filter((one) => one.returns === returns).length;
  const lines = [
    `${file}`,
    `  constructs ${constructs}, in later examples never ${share(0)}, once ${share(1)}, else twice or more`,
    `  most at once ${most?.brings.length ?? 0}, by ${most?.example.title ?? "none"}`,
    ...(isWhole
      ? rows
          .filter(({ brings }) => brings.length > 0)
          .map(
            ({ example, brings }) =>
              `  ${example.title}: ${brings.map(({ name, returns }) => `${name} (${returns})`).join("  ")}`,
          )
      : []),
  ];
  return `${lines.join("\n")}\n`;
}
