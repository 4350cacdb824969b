// Reads what black and shfmt say when they would write a file differently: one unified diff a file.

import type { Laid } from "./language.ts";
import { type Outcome, complaint } from "./process.ts";

export type FaultsOf = (one: Laid) => readonly string[];

/** For a formatter that prints diffs on stdout, names on stderr what it cannot read, and ends with 0 if all is well. */
export function formatFaults(tool: string, outcome: Outcome, laid: readonly Laid[]): FaultsOf {
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
  // It failed for a reason that is no example's: then no example has passed.
  if (!laid.some((one) => faultsOf(one).length > 0)) return () => [`format: ${tool} ${complaint(outcome)}`];
  return faultsOf;
}

function changedLines(diff: string): string {
  return diff
    .split("\n")
    .filter((line) => /^[-+](?![-+]{2} )/.test(line))
    .slice(0, 8)
    .join("\n");
}
