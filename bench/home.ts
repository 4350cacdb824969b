// How long a learner waits for their home after a year: 20,000 runs on 365 days, 2,000 cards and 5,000 completed
// examples.
//
//   npx tsx bench/home.ts [--postgres] [--no-sqlite] [--check] [--no-save]
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
const report = openReport("home", options);

const requests = 300;

await onEachDatabase(options, async (title, place) => {
  await withYear(place, async ({ get, contentChanged }) => {
    const home = async () => {
      const response = await get("/api/courses/home?zone=Europe/Berlin");
      const { continue: next, runs, due, streak, courses } = response.json();
      const isFull = runs.length === 5 && due > 50 && streak > 100 && courses === null;
      if (!isFull || next === null) throw new RangeError(`too little: ${response.body}`);
    };
    const { courses } = (await get("/api/courses/courses")).json();
    const summary = async () => {
      const { examples, ms } = (await get(`/api/courses/courses/${courses[0].id}/summary`)).json();
      if (examples.length !== 5_000 || ms === 0) throw new RangeError(`too little: ${ms}`);
    };
    const rows: string[][] = [];
    const { ms, cpuMs } = await timesOf(home, requests);
    rows.push(["home", ...typical(cpuMs), ...typical(ms)]);
    report.judge(atMost(`${title}: home after a year, CPU p99`, percentile(cpuMs, 0.99), 30, " ms", 3));
    const changed = await timesOf(async () => {
      await contentChanged();
      await home();
    }, 5);
    rows.push(["home, after a change of content", ...typical(changed.cpuMs), ...typical(changed.ms)]);
    const figures = await timesOf(summary, 20);
    rows.push(["figures of a course of 5,000 examples", ...typical(figures.cpuMs), ...typical(figures.ms)]);
    report.table(`home after a year, ${title}`, ["", "CPU p50 ms", "CPU p99 ms", "p50 ms", "p99 ms"], rows);
  });
});
report.close();
