// The parts of docs/performance.md and docs/learning.md that are made from the results of the benches: for each bench the
// goals, if it has any, with their latest and best figures, then the tables of the latest run. The text around them is
// written by hand.

import { isMet } from "./figures.ts";
import type { Bench, GoalResult, Measurement, Results, Run } from "./results.ts";

const begin = (bench: Bench) => `<!-- figures of ${bench}: made by bench/write-performance.ts -->`;
const end = "<!-- end of figures -->";

/** The document with the figures of each bench between its two marks. Throws a RangeError when a mark is missing. */
export function fillDocument(
  document: string,
  resultsOf: (bench: Bench) => Results,
  benches: readonly Bench[],
): string {
  return benches.reduce((text, bench) => {
    const from = text.indexOf(begin(bench));
    const to = text.indexOf(end, from);
    if (from === -1 || to === -1) throw new RangeError(`the page has no place for ${bench}`);
    const before = text.slice(0, from + begin(bench).length);
    return `${before}\n\n${figuresOf(resultsOf(bench))}\n\n${text.slice(to)}`;
  }, document);
}

function figuresOf({ runs, goals, tables }: Results): string {
  if (goals.length === 0 && tables.length === 0) return "Not measured yet.";
  const commit = (run: string) => runs[run]?.commit ?? run;
  const rows = goals.map((goal) => [
    goal.name,
    `${goal.bound === "at most" ? "≤" : "≥"} ${goal.limit}${unit(goal)}`,
    cell(goal, goal.latest, commit),
    cell(goal, goal.best, commit),
    isMet(goal, goal.latest.figure ?? Number.NaN) ? "met" : "**not met**",
  ]);
  const head = ["goal", "limit", "latest", "best", ""];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const list = Object.values(runs).map(describeRun);
  const blocks = tables.map(({ title, run, lines: text }) =>
    ["```text", `${title} (${commit(run)})`, ...text, "```"].join("\n"),
  );
  return [...(goals.length === 0 ? [] : [lines.join("\n")]), list.join("\n"), ...blocks].join("\n\n");
}

function describeRun({ date, commit, command, machine, note }: Run): string {
  return `- ${commit}, ${date}: \`${command}\` on ${machine}${note === undefined ? "" : `; ${note}`}`;
}

function cell(
  goal: GoalResult,
  { figure: value, run }: Measurement,
  commit: (run: string) => string,
): string {
  return value === null ? "-" : `${figure(value)}${unit(goal)} (${commit(run)})`;
}

function unit({ unit: text }: GoalResult): string {
  return text.replace(" x", " ×");
}

/** Rounded to about three digits. */
function figure(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}
