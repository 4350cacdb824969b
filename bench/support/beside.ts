// Compares the cost of a key on several pages with that on the first of them.

import type { Browser } from "@playwright/test";
import { median, percentile, shown, times } from "./figures.ts";
import { traceKeys } from "./measure-keys.ts";
import type { openReport } from "./report.ts";
import type { Subject } from "./subject.ts";
import { costOf, kinds, type KeyWindow, type TraceReport } from "./trace.ts";

/**
 * Types on the pages in turns, in every other round in the opposite order, and reports a table.
 * @returns of each page the median cost of a key as a multiple of the first page's
 */
export async function besideFirst(
  browser: Browser,
  report: ReturnType<typeof openReport>,
  subjects: readonly Subject[],
  round: {
    readonly title: string;
    readonly length: number;
    readonly keys: number;
    readonly apartMs: number;
    readonly rounds: number;
  },
): Promise<readonly number[]> {
  const { title, length, keys, apartMs } = round;
  const cases = subjects.map((subject) => ({ subject, reports: [] as TraceReport[] }));
  for (let index = 0; index < round.rounds; index++) {
    for (const { subject, reports } of index % 2 === 0 ? cases : cases.toReversed())
      reports.push(await traceKeys(browser, subject, { length, throttle: 1, keys, apartMs }));
    const names = subjects.map(({ name }) => name).join(", ");
    process.stderr.write(`${names}: round ${index + 1} of ${round.rounds}\n`);
  }
  const costs = cases.map(({ reports }) => reports.flatMap((one) => one.windows));
  const ratios = costs.map((windows) => p50(windows) / p50(costs[0]));
  const first = subjects[0]?.name ?? "";
  const rows = cases.map(({ subject: { name } }, index) => {
    const windows = costs[index] ?? [];
    return [
      name,
      `${windows.length}`,
      ...[0.5, 0.75, 0.95].map((share) => shown(percentile(windows.map(costOf), share))),
      times(ratios[index] ?? Number.NaN),
      times(mean(windows) / mean(costs[0])),
      ...kinds.map((kind) => shown(median(windows.map(({ ms }) => ms[kind])))),
      shown(median(windows.map(({ all }) => all.styles)), 0),
      shown(median(windows.map(({ frames }) => frames)), 0),
    ];
  });
  const head = ["page", "keys", "p50", "p75", "p95", `p50/${first}`, `mean/${first}`];
  report.table(title, [...head, ...kinds, "styles", "frames"], rows);
  return ratios;
}

function p50(windows: readonly KeyWindow[] = []): number {
  return median(windows.map(costOf));
}

/** Of all but the longest windows, in which the memory was cleaned up. */
function mean(windows: readonly KeyWindow[] = []): number {
  const sorted = windows.map(costOf).toSorted((a, b) => a - b);
  const kept = sorted.slice(0, Math.floor(0.95 * sorted.length));
  return kept.reduce((sum, ms) => sum + ms, 0) / kept.length;
}
