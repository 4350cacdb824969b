// What the benches measured: for each goal the latest figure and the best one so far, and the tables of the latest
// run. Each bench has one file in `bench/results/`; `write-performance.ts` writes docs/performance.md and docs/learning.md
// from these files.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Goal, Verdict } from "./figures.ts";

export const benches = [
  "keystrokes",
  "engine",
  "first-load",
  "server",
  "evidence",
  "review",
  "progress",
  "home",
  "import",
  "dashboard",
  "flood",
  "changes",
  "start",
  "memory",
] as const;
export type Bench = (typeof benches)[number];

export type Run = {
  /** UTC. */
  readonly date: string;
  readonly commit: string;
  readonly command: string;
  /** Cores, processor, versions; never a host name or a path. */
  readonly machine: string;
  /** What else is worth knowing, such as other work on the machine. */
  readonly note?: string;
};

/** `run` is a key of `runs`. `figure` is null when nothing could be measured. */
export type Measurement = { readonly figure: number | null; readonly run: string };
export type GoalResult = Goal & { readonly latest: Measurement; readonly best: Measurement };
/** A table as the bench printed it. */
export type TableResult = { readonly title: string; readonly run: string; readonly lines: readonly string[] };

export type Results = {
  readonly runs: Readonly<Record<string, Run>>;
  /** The entry of a goal or table that is no longer measured stays until it is deleted by hand. */
  readonly goals: readonly GoalResult[];
  readonly tables: readonly TableResult[];
};

const noResults: Results = { runs: {}, goals: [], tables: [] };

/** The results with one more run. Goals and tables that this run did not measure keep their earlier figures. */
export function addRun(
  results: Results,
  run: Run,
  verdicts: readonly Verdict[],
  tables: readonly Omit<TableResult, "run">[],
): Results {
  const key = `${run.date} ${run.commit}`;
  const goals = replacedBy(
    results.goals,
    verdicts.map(({ goal, figure }): GoalResult => {
      const latest = { figure: Number.isFinite(figure) ? Number(figure.toPrecision(4)) : null, run: key };
      const before = results.goals.find(({ name }) => name === goal.name)?.best;
      return { ...goal, latest, best: before && isBetter(before, latest, goal) ? before : latest };
    }),
    ({ name }) => name,
  );
  const kept = replacedBy(
    results.tables,
    tables.map((table) => ({ ...table, run: key })),
    ({ title }) => title,
  );
  const used = new Set(
    [...goals.flatMap(({ latest, best }) => [latest, best]), ...kept].map((one) => one.run),
  );
  const runs = Object.entries({ ...results.runs, [key]: run }).filter(([name]) => used.has(name));
  return { runs: Object.fromEntries(runs), goals, tables: kept };
}

export function readResults(bench: Bench): Results {
  const file = fileOf(bench);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Results) : noResults;
}

export function writeResults(bench: Bench, results: Results): void {
  const json = JSON.stringify(results, null, 2);
  // A measurement on one line, so that a changed figure is a changed line.
  const short = json.replace(/\{\n\s+("figure": [^\n]+)\n\s+("run": [^\n]+)\n\s+\}/g, "{ $1 $2 }");
  writeFileSync(fileOf(bench), `${short}\n`);
}

function fileOf(bench: Bench): string {
  return fileURLToPath(new URL(`../results/${bench}.json`, import.meta.url));
}

function isBetter(a: Measurement, b: Measurement, { bound }: Goal): boolean {
  if (a.figure === null || b.figure === null) return b.figure === null;
  return bound === "at most" ? a.figure < b.figure : a.figure > b.figure;
}

/** The old list with equal entries replaced in their places, and the other new ones after them. */
function replacedBy<T>(old: readonly T[], fresh: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const byKey = new Map(fresh.map((one) => [keyOf(one), one]));
  const oldKeys = new Set(old.map(keyOf));
  return [
    ...old.map((one) => byKey.get(keyOf(one)) ?? one),
    ...fresh.filter((one) => !oldKeys.has(keyOf(one))),
  ];
}
