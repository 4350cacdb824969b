// How long an admin waits for the dashboard and its parts, and how much slower the server gets for learners.
//
//   npx tsx bench/dashboard.ts [options]
//
//   --postgres           also on a real PostgreSQL, with its durable settings; --no-sqlite: only there
//   --learners 10000     each with progress in 50 examples; goal S4 is for 100000, which takes minutes to fill
//   --calls 60 --clients 8 --pause 25
//   --check              exit code 1 where a goal is missed by far
//   --no-save            do not save the figures

import { parseArgs } from "node:util";
import { type AuthoringServer, onDatabases } from "./support/authoring-server.ts";
import { pause, withLearners } from "./support/background-load.ts";
import { atMost, percentile, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    sqlite: { type: "boolean", default: true },
    postgres: { type: "boolean", default: false },
    learners: { type: "string", default: "10000" },
    calls: { type: "string", default: "60" },
    clients: { type: "string", default: "8" },
    pause: { type: "string", default: "25" },
  },
});
const calls = Number(options.calls);
const learners = { each: Number(options.clients), pauseMs: Number(options.pause) };
const quietMs = 4_000;
const paths = [
  "dashboard",
  "users/stats",
  "courses/stats",
  "lessons/stats",
  "examples/stats",
  "examples/insights",
  "courses-structure",
];

const report = openReport("dashboard", options);
await onDatabases(
  options,
  { learners: Number(options.learners), clients: 2 * learners.each },
  (title, server) => measure(`${title}, ${Number(options.learners).toLocaleString("en")} learners`, server),
);
report.close();

async function measure(title: string, server: AuthoringServer): Promise<void> {
  const rows: string[][] = [];
  await withLearners(server, learners, () => pause(quietMs));
  const { seen: quiet } = await withLearners(server, learners, () => pause(quietMs));
  rows.push(["nothing", "", "", "", ...typical(quiet.readsMs), ...typical(quiet.savesMs)]);
  for (const path of paths) {
    const { seen: during, value: responsesMs } = await withLearners(server, learners, async () => {
      const times: number[] = [];
      for (let i = 0; i < calls; i++) times.push(await load(server, path));
      return times;
    });
    rows.push([
      path,
      shown(percentile(responsesMs, 0.5), 1),
      shown(percentile(responsesMs, 0.95), 1),
      shown(percentile(responsesMs, 1), 1),
      ...typical(during.readsMs),
      ...typical(during.savesMs),
    ]);
    if (path === "dashboard")
      report.judge(
        atMost(`S4 ${title}: dashboard's p95`, percentile(responsesMs, 0.95), 300, " ms"),
        atMost(
          `S4 ${title}: readers' p99 / without an admin`,
          percentile(during.readsMs, 0.99) / percentile(quiet.readsMs, 0.99),
          2,
          " x",
          3,
        ),
        atMost(`S4 ${title}: requests of learners that failed`, during.failed, 0, "", 1),
      );
  }
  const head = [
    "admin's request",
    "p50 ms",
    "p95 ms",
    "max ms",
    "reads p50",
    "p99 ms",
    "saves p50",
    "p99 ms",
  ];
  report.table(title, head, rows);
}

function typical(times: readonly number[]): string[] {
  return [shown(percentile(times, 0.5), 1), shown(percentile(times, 0.99), 1)];
}

/** How long the response took, ms. */
async function load({ url, adminToken }: AuthoringServer, path: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(`${url}/api/admin/${path}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - from;
}
