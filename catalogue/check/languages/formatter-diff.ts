// Compares examples with what a formatter writes. Black and shfmt print one unified diff for each file that they would
// change; the formatters of the compiled languages print the formatted code.

import type { ExampleFile } from "./language.ts";
import { type Outcome, complaint } from "./process.ts";

export type FaultsOf = (one: ExampleFile) => readonly string[];

/**
 * For a formatter that prints diffs to stdout, names unreadable files on stderr, and exits with 0 if there is no
 * difference.
 */
export function formatFaults(tool: string, outcome: Outcome, exampleFiles: readonly ExampleFile[]): FaultsOf {
  if (outcome.code === 0) return () => [];
  const diffs = new Map(
    outcome.stdout
      .split(/^(?=--- )/m)
      .map((diff) => [/^--- ([^\t\n]+?)(?:\.orig)?(?:\t.*)?$/m.exec(diff)?.[1] ?? "", changedLines(diff)]),
  );
  const unread = outcome.stderr.split("\n");
  const faultsOf: FaultsOf = ({ file }) => {
    const diff = diffs.get(file);
    if (diff !== undefined) return [`format: ${tool} writes\n${diff}`];
    return unread.filter((line) => line.includes(file)).map((line) => `format: ${tool} ${line.trim()}`);
  };
  // If the formatter failed for a reason other than an example, no example has passed.
  if (!exampleFiles.some((one) => faultsOf(one).length > 0))
    return () => [`format: ${tool} ${complaint(outcome)}`];
  return faultsOf;
}

/**
 * For a formatter that reads code from stdin and writes the formatted code to stdout. `shown` undoes what was done to
 * the code before.
 */
export function formatFault(tool: string, code: string, outcome: Outcome, shown = same): readonly string[] {
  if (outcome.code !== 0) return [`format: ${tool} ${complaint(outcome)}`];
  const formatted = shown(outcome.stdout);
  const file = `${code}\n`;
  return formatted === file ? [] : [`format: ${tool}: ${firstDifference(file, formatted)}`];
}

function same(formatted: string): string {
  return formatted;
}

/** `line 2 is "a=1", the formatter writes "a = 1"` */
export function firstDifference(written: string, formatted: string): string {
  const have = written.split("\n");
  const want = formatted.split("\n");
  const longer = have.length > want.length ? have : want;
  const index = longer.findIndex((_, at) => have[at] !== want[at]);
  const quote = (line: string | undefined) => (line === undefined ? "nothing" : JSON.stringify(line));
  return `line ${index + 1} is ${quote(have[index])}, the formatter writes ${quote(want[index])}`;
}

function changedLines(diff: string): string {
  return diff
    .split("\n")
    .filter((line) => /^[-+](?![-+]{2} )/.test(line))
    .slice(0, 8)
    .join("\n");
}
