// Collects what a bench found: prints tables and goals, and saves them for docs/performance.md.

import { goalText, isMet, shown, table, type Verdict } from "./figures.ts";
import { currentCommit, describeMachine, loadBefore } from "./machine.ts";
import { addRun, type Bench, readResults, type TableResult, writeResults } from "./results.ts";
import { writePerformance } from "../write-performance.ts";

/** The options that every bench has, for `parseArgs` with `allowNegative`. */
export const reportOptions = {
  /** Exit code 1 when a figure is far off its goal. */
  check: { type: "boolean", default: false },
  /** `--no-save` to try something out: neither the results nor the document change. */
  save: { type: "boolean", default: true },
} as const;

export type Report = {
  /** Prints a table and saves it later. The title identifies it: a later run replaces the table of the same title. */
  readonly table: (title: string, head: readonly string[], rows: readonly (readonly string[])[]) => void;
  readonly judge: (...verdicts: readonly Verdict[]) => void;
  /** Prints the goals, saves everything, and sets the exit code. */
  readonly close: () => void;
};

export function openReport(
  bench: Bench,
  { check, save }: { readonly check: boolean; readonly save: boolean },
  chromium: string | null = null,
): Report {
  const note = loadBefore();
  const verdicts: Verdict[] = [];
  const tables: Omit<TableResult, "run">[] = [];
  return {
    table(title, head, rows) {
      const text = table(head, rows);
      console.log(`${title}\n${text}\n`);
      tables.push({ title, lines: text.split("\n") });
    },
    judge: (...more) => void verdicts.push(...more),
    close() {
      printGoals(verdicts);
      if (save) {
        const date = new Date().toISOString().slice(0, 16).replace("T", " ");
        const run = {
          date,
          commit: currentCommit(),
          command: command(bench),
          machine: describeMachine(chromium),
          note,
        };
        writeResults(bench, addRun(readResults(bench), run, verdicts, tables));
        writePerformance();
      }
      if (!check) return;
      const farOff = verdicts.filter((verdict) => verdict.isFarOff);
      for (const { goal, figure } of farOff)
        console.error(`far off: ${goalText(goal)}, ${shown(figure)}${goal.unit}`);
      process.exitCode = farOff.length === 0 ? 0 : 1;
    },
  };
}

function printGoals(verdicts: readonly Verdict[]): void {
  const rows = verdicts.map(({ goal, figure }) => [
    goalText(goal),
    `${shown(figure)}${goal.unit}`,
    isMet(goal, figure) ? "met" : "NOT MET",
  ]);
  console.log(table(["goal", "figure", ""], rows));
}

/** The command as it was typed, without paths of this machine. */
function command(bench: Bench): string {
  const words = process.argv.slice(2).map((word) => (/[/\\]/.test(word) ? "…" : word));
  return ["npx tsx", `bench/${bench}.ts`, ...words.map((word) => (word === "" ? '""' : word))].join(" ");
}
