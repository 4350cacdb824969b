/**
 * How long an admin waits for the dashboard and its parts, and what learners notice of it.
 *
 *   npx tsx bench/dashboard.ts [options]
 *
 *   --postgres           also on a real PostgreSQL, with its durable settings; --no-sqlite: only there
 *   --learners 10000     each with progress in 50 examples; S4 of docs/performance is with 100000, and takes its time
 *   --calls 60 --clients 8 --pause 25
 *   --check              exit code 1 where a goal is missed by far
 */
import { parseArgs } from "node:util";
import { type AuthoringServer, onDatabases } from "./authoring-server.ts";
import { atMost, judge, percentile, shown, table, type Verdict } from "./figures.ts";
import { meanwhile, pause } from "./meanwhile.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    sqlite: { type: "boolean", default: true },
    postgres: { type: "boolean", default: false },
    learners: { type: "string", default: "10000" },
    calls: { type: "string", default: "60" },
    clients: { type: "string", default: "8" },
    pause: { type: "string", default: "25" },
    check: { type: "boolean", default: false },
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

const verdicts: Verdict[] = [];
await onDatabases(
  options,
  { learners: Number(options.learners), clients: 2 * learners.each },
  (title, server) => measure(`${title}, ${Number(options.learners).toLocaleString("en")} learners`, server),
);
judge(verdicts, options.check);

async function measure(title: string, server: AuthoringServer): Promise<void> {
  const rows: string[][] = [];
  await meanwhile(server, learners, () => pause(quietMs));
  const { met: quiet } = await meanwhile(server, learners, () => pause(quietMs));
  rows.push(["nothing", "", "", "", ...met(quiet.readsMs), ...met(quiet.savesMs)]);
  for (const path of paths) {
    const { met: during, value: answersMs } = await meanwhile(server, learners, async () => {
      const times: number[] = [];
      for (let i = 0; i < calls; i++) times.push(await ask(server, path));
      return times;
    });
    rows.push([
      path,
      shown(percentile(answersMs, 0.5), 1),
      shown(percentile(answersMs, 0.95), 1),
      shown(percentile(answersMs, 1), 1),
      ...met(during.readsMs),
      ...met(during.savesMs),
    ]);
    if (path === "dashboard")
      verdicts.push(
        atMost(`S4 ${title}: dashboard's p95`, percentile(answersMs, 0.95), 300, " ms"),
        atMost(
          `S4 ${title}: readers' p99 meanwhile / without`,
          percentile(during.readsMs, 0.99) / percentile(quiet.readsMs, 0.99),
          2,
          " x",
          3,
        ),
        atMost(`S4 ${title}: calls that failed`, during.failed, 0, "", 1),
      );
  }
  console.log(`\n${title}`);
  const head = ["admin's call", "p50 ms", "p95 ms", "max ms", "reads p50", "p99 ms", "saves p50", "p99 ms"];
  console.log(table(head, rows));
}

function met(times: readonly number[]): string[] {
  return [shown(percentile(times, 0.5), 1), shown(percentile(times, 0.99), 1)];
}

/** How long it took, ms. */
async function ask({ url, adminToken }: AuthoringServer, path: string): Promise<number> {
  const from = performance.now();
  const answer = await fetch(`${url}/api/admin/${path}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  await answer.arrayBuffer();
  return performance.now() - from;
}
