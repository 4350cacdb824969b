// How long a learner waits for their progress after a year: 20,000 runs on 365 days in three languages, 2,000 cards, 5,000
// completed examples, and three months of what each construct cost.
//
//   npx tsx bench/progress.ts [--postgres] [--no-sqlite] [--check] [--no-save]
//
// Other work on the machine lengthens the times of responses, but hardly the CPU time.

import { parseArgs } from "node:util";
import { onEachDatabase } from "./support/databases.ts";
import { atMost, percentile } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";
import { timesOf, typical, withYear } from "./support/year-server.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    sqlite: { type: "boolean", default: true },
    postgres: { type: "boolean", default: false },
  },
});
const report = openReport("progress", options);

const requests = 300;
const dayMs = 86_400_000;

await onEachDatabase(options, async (title, place) => {
  await withYear(place, async ({ get, contentChanged }) => {
    const ask = async (path: string) => {
      const response = await get(path);
      const { figures, slips, costs, knowledge, year } = response.json();
      const isFull = [slips, costs.slowest, knowledge, year].every((list) => list.length > 2);
      if (!isFull || figures.ms === 0) throw new RangeError(`too little: ${response.body.slice(-2_000)}`);
    };
    const rows: string[][] = [];
    const today = Math.floor(Date.now() / dayMs);
    const from = new Date((today - 29) * dayMs).toISOString().slice(0, 10);
    for (const [name, query] of [
      ["all time", ""],
      ["last 30 days", `&from=${from}`],
      ["last 30 days of a language", `&from=${from}&language=rust`],
    ] as const) {
      const { ms, cpuMs } = await timesOf(() => ask(`/api/progress?zone=Europe/Berlin${query}`), requests);
      rows.push([name, ...typical(cpuMs), ...typical(ms)]);
      if (query === "")
        report.judge(atMost(`${title}: progress of a year, CPU p99`, percentile(cpuMs, 0.99), 30, " ms", 3));
    }
    const { ms, cpuMs } = await timesOf(async () => {
      await contentChanged();
      await ask("/api/progress");
    }, 5);
    rows.push(["all time, after a change of content", ...typical(cpuMs), ...typical(ms)]);
    report.table(`progress of a year, ${title}`, ["", "CPU p50 ms", "CPU p99 ms", "p50 ms", "p99 ms"], rows);
  });
});
report.close();
