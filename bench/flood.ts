// How slow the server gets for learners while the login is flooded: two hashes run at a time, 32 wait, and further
// log-ins are refused (503), so that hashing never takes more than its share of the machine.
//
//   npx tsx bench/flood.ts [options]
//
//   --postgres        also on a real PostgreSQL, with its durable settings
//   --rate 200        log-ins a second, each with a wrong password
//   --seconds 60
//   --clients 8       this many read lessons, and as many save progress
//   --pause 25        ms between a response and a client's next request
//   --check           exit code 1 where a goal is missed by far
//   --no-save         do not save the figures
//
// The goals: during the flood the saves' p99 is at most 1 s and none fails, and every log-in gets 401, 429 or 503.
// Throttles are off, so that every log-in needs a hash. All on this machine, over loopback.

import { parseArgs } from "node:util";
import { onDatabases, type AuthoringServer } from "./support/authoring-server.ts";
import { type LoadSeen, pause, withLearners } from "./support/background-load.ts";
import { atMost, percentile, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    postgres: { type: "boolean", default: false },
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    clients: { type: "string", default: "8" },
    pause: { type: "string", default: "25" },
  },
});
const mostPending = 256;
const rate = Number(options.rate);
const seconds = Number(options.seconds);
const learners = { each: Number(options.clients), pauseMs: Number(options.pause) };

type Flood = {
  /** The number of responses by status; status 0 counts requests without a response. */
  readonly statuses: Map<number, number>;
  readonly hashedMs: number[];
  readonly refusedMs: number[];
  /** Refusals without a Retry-After header. */
  withoutRetryAfter: number;
};

const report = openReport("flood", options);
await onDatabases(options, { learners: 200, clients: 2 * learners.each }, measure);
report.close();

async function measure(title: string, server: AuthoringServer): Promise<void> {
  const quiet = async () => (await withLearners(server, learners, () => pause(4_000))).seen;
  await quiet();
  const before = await quiet();
  const { seen, value } = await withLearners(server, learners, () => flood(server));
  const after = await quiet();
  report.table(
    `${title}: learners`,
    ["", "reads", "p50 ms", "p99 ms", "saves", "p50 ms", "p99 ms", "failed"],
    [row("before the flood", before), row("during the flood", seen), row("after the flood", after)],
  );
  const sent = [...value.statuses.values()].reduce((sum, n) => sum + n, 0);
  const took = (name: string, ms: readonly number[]) => [
    name,
    String(ms.length),
    shown(ms.length / seconds, 1),
    shown(percentile(ms, 0.5)),
    shown(percentile(ms, 0.99)),
  ];
  report.table(
    `${title}: log-ins`,
    ["status", "responses", "a second", "p50 ms", "p99 ms"],
    [took("401, with a hash", value.hashedMs), took("503 or 429, without", value.refusedMs)],
  );
  const others = sent - value.hashedMs.length - value.refusedMs.length;
  report.judge(
    atMost(`${title}, saves' p99 during the flood`, percentile(seen.savesMs, 0.99), 1_000, " ms"),
    atMost(`${title}, requests of learners that failed`, seen.failed, 0, "", 1),
    atMost(`${title}, log-ins with any other status`, others, 0, "", 1),
    atMost(`${title}, refusals without Retry-After`, value.withoutRetryAfter, 0, "", 1),
  );
}

async function flood(server: AuthoringServer): Promise<Flood> {
  const found: Flood = { statuses: new Map(), hashedMs: [], refusedMs: [], withoutRetryAfter: 0 };
  const logIn = async (n: number) => {
    const from = performance.now();
    // An unknown address costs the server the same work as a known one.
    const email = `unknown-${n}@example.com`;
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "a wrong password" }),
    }).catch(() => null);
    await response?.arrayBuffer();
    const status = response?.status ?? 0;
    found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
    if (status === 401) found.hashedMs.push(performance.now() - from);
    if (status !== 503 && status !== 429) return;
    found.refusedMs.push(performance.now() - from);
    if (response?.headers.get("retry-after") === null) found.withoutRetryAfter++;
  };
  const pending = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let n = 0; n < rate * seconds; n++) {
    // The clock decides when a request is sent, whether or not the last response has arrived: that makes it a flood.
    const dueMs = startedAt + (n * 1000) / rate - performance.now();
    if (dueMs > 1) await pause(dueMs);
    // A machine that does not keep up slows the flood, so that the bench does not run out of sockets.
    while (pending.size >= mostPending) await Promise.race(pending);
    const login = logIn(n).finally(() => pending.delete(login));
    pending.add(login);
  }
  await Promise.all(pending);
  return found;
}

function row(name: string, { readsMs, savesMs, failed }: LoadSeen): string[] {
  const of = (ms: readonly number[]) => [
    String(ms.length),
    shown(percentile(ms, 0.5)),
    shown(percentile(ms, 0.99)),
  ];
  return [name, ...of(readsMs), ...of(savesMs), String(failed)];
}
