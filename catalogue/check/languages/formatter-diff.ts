// Reads the output of black and shfmt about files that they would format differently: one unified diff a file.

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

function changedLines(diff: string): string {
  return diff
    .split("\n")
    .filter((line) => /^[-+](?![-+]{2} )/.test(line))
    .slice(0, 8)
    .join("\n");
}
