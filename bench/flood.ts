/**
 * What learners notice while somebody floods the login: two hashes run at a time, 32 wait, and further ones are told to
 * come back (503), so that hashing never takes more than its share of the machine.
 *
 *   npx tsx bench/flood.ts [options]
 *
 *   --postgres        also on a real PostgreSQL, with its durable settings
 *   --rate 200        logins a second, each with its wrong password
 *   --seconds 60
 *   --clients 8       so many read lessons, and as many save progress
 *   --pause 25        ms between an answer and a client's next call
 *   --check           exit code 1 where a goal is missed by far
 *
 * The goals: saves' p99 under 1 s meanwhile, none fails, and a login is answered 401, 429 or 503 and nothing else. The
 * limits that slow guessing are off, so that every login wants its hash. All on this machine, over loopback.
 */
import { parseArgs } from "node:util";
import { onDatabases, type AuthoringServer } from "./authoring-server.ts";
import { atMost, judge, percentile, shown, table, type Verdict } from "./figures.ts";
import { meanwhile, pause, type Meanwhile } from "./meanwhile.ts";

const { values: options } = parseArgs({
  options: {
    postgres: { type: "boolean", default: false },
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    clients: { type: "string", default: "8" },
    pause: { type: "string", default: "25" },
    check: { type: "boolean", default: false },
  },
});
const mostUnderWay = 256;
const rate = Number(options.rate);
const seconds = Number(options.seconds);
const learners = { each: Number(options.clients), pauseMs: Number(options.pause) };

type Flood = {
  /** How often each status was answered; 0: no answer at all. */
  readonly statuses: Map<number, number>;
  readonly hashedMs: number[];
  readonly refusedMs: number[];
  /** Refusals that do not say when to come back. */
  withoutRetryAfter: number;
};

const verdicts: Verdict[] = [];
await onDatabases(options, { learners: 200, clients: 2 * learners.each }, measure);
judge(verdicts, options.check);

async function measure(title: string, server: AuthoringServer): Promise<void> {
  const quiet = async () => (await meanwhile(server, learners, () => pause(4_000))).met;
  await quiet();
  const before = await quiet();
  const { met, value } = await meanwhile(server, learners, () => flood(server));
  const after = await quiet();
  console.log(`\n${title}: ${rate} logins a second for ${seconds} s`);
  console.log(
    table(
      ["", "reads", "p50 ms", "p99 ms", "saves", "p50 ms", "p99 ms", "failed"],
      [row("no flood, before", before), row("meanwhile", met), row("no flood, after", after)],
    ),
  );
  const asked = [...value.statuses.values()].reduce((sum, n) => sum + n, 0);
  const took = (name: string, ms: readonly number[]) => [
    name,
    String(ms.length),
    shown(ms.length / seconds, 1),
    shown(percentile(ms, 0.5)),
    shown(percentile(ms, 0.99)),
  ];
  console.log(
    table(
      ["logins", "answers", "a second", "p50 ms", "p99 ms"],
      [took("looked at (401)", value.hashedMs), took("told to come back (503, 429)", value.refusedMs)],
    ),
  );
  const others = asked - value.hashedMs.length - value.refusedMs.length;
  verdicts.push(
    atMost(`${title}, saves' p99 meanwhile`, percentile(met.savesMs, 0.99), 1_000, " ms"),
    atMost(`${title}, calls of learners that failed`, met.failed, 0, "", 1),
    atMost(`${title}, logins with any other answer`, others, 0, "", 1),
    atMost(`${title}, refusals without Retry-After`, value.withoutRetryAfter, 0, "", 1),
  );
}

async function flood(server: AuthoringServer): Promise<Flood> {
  const found: Flood = { statuses: new Map(), hashedMs: [], refusedMs: [], withoutRetryAfter: 0 };
  const one = async (n: number) => {
    const from = performance.now();
    // Of the same cost as an address that somebody has.
    const email = `nobody-${n}@example.com`;
    const answer = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "a wrong password" }),
    }).catch(() => null);
    await answer?.arrayBuffer();
    const status = answer?.status ?? 0;
    found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
    if (status === 401) found.hashedMs.push(performance.now() - from);
    if (status !== 503 && status !== 429) return;
    found.refusedMs.push(performance.now() - from);
    if (answer?.headers.get("retry-after") === null) found.withoutRetryAfter++;
  };
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let n = 0; n < rate * seconds; n++) {
    // By the clock and not after the answer before, as a flood does.
    const dueMs = startedAt + (n * 1000) / rate - performance.now();
    if (dueMs > 1) await pause(dueMs);
    // Where the machine does not keep up, the flood waits too: its sockets must not be what fails.
    while (underWay.size >= mostUnderWay) await Promise.race(underWay);
    const login = one(n).finally(() => underWay.delete(login));
    underWay.add(login);
  }
  await Promise.all(underWay);
  return found;
}

function row(name: string, { readsMs, savesMs, failed }: Meanwhile): string[] {
  const of = (ms: readonly number[]) => [
    String(ms.length),
    shown(percentile(ms, 0.5)),
    shown(percentile(ms, 0.99)),
  ];
  return [name, ...of(readsMs), ...of(savesMs), String(failed)];
}
