// What is due, and which examples ask it: for a learner with many cards and completed examples, and with 100,000 cards.
//
//   npx tsx bench/review.ts [--check] [--no-save]
//
// On SQLite, through everything but the socket, requests one after another. The count of what is due takes turns with a
// hollow route in one process: the same route with its access check and schemas, but without its work. Its CPU time is
// that of the event loop's thread (Linux only), with the queries. A pause of the event loop is the longest time for which
// a timer of 1 ms waited. Other work on the machine lengthens it and the times of responses, but hardly the CPU time.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createPasswords } from "../server/accounts/passwords/passwords.ts";
import { createSession } from "../server/accounts/sessions/create-session.ts";
import { createTokens } from "../server/accounts/sessions/tokens.ts";
import { openCourseReader } from "../server/authoring/course-reader.ts";
import { buildApp } from "../server/http/app.ts";
import type { Handlers } from "../server/http/endpoints.ts";
import { createLog } from "../server/log.ts";
import { readSettings } from "../server/settings.ts";
import { openSqlite } from "../server/store/sqlite/open-sqlite.ts";
import { coverageChanged } from "../server/store/coverage-version.ts";
import { fillCards } from "../server/test/many-cards.ts";
import { insertLearners } from "../server/test/many-learners.ts";
import { atMost, median, percentile, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";
import { webFolder } from "./support/web-folder.ts";

const { values: options } = parseArgs({ allowNegative: true, options: reportOptions });
const report = openReport("review", options);

const secretKey = "a secret key for the bench, 32 and more";
const rounds = 25;
const requestsPerRound = 200;
const sessions = 200;
const log = createLog("silent");
const dayMs = 86_400_000;
const hollow: Handlers = { getDueCount: async () => ({ due: 71, next_due_day: 20_000, has_finished: true }) };

await withLearner({ cards: 2_000, examples: 5_000, due: 60, fresh: 40 }, async ({ real, empty }) => {
  const due = { hollow: [] as number[], real: [] as number[] };
  for (let round = -1; round < rounds; round++)
    for (const [kind, ask] of [["hollow", empty] as const, ["real", real] as const]) {
      const before = threadCpuUs();
      for (let i = 0; i < requestsPerRound; i++) await ask("/api/review/due?zone=Europe/Berlin");
      if (round >= 0) due[kind].push((threadCpuUs() - before) / requestsPerRound);
    }
  const [none, all] = [median(due.hollow), median(due.real)];
  const { ms, cpuMs, pauses } = await timesOf(() => real("/api/review?zone=Europe/Berlin"), sessions);
  report.table(
    "2,000 cards, 5,000 completed examples",
    ["", "CPU µs", "p99", "p50 ms", "p99 ms", "longest pause ms"],
    [
      ["due count, hollow", shown(none, 0)],
      ["due count", shown(all, 0)],
      [
        "review with its session",
        ...[shown(median(cpuMs) * 1_000, 0), shown(percentile(cpuMs, 0.99) * 1_000, 0)],
        ...[...typical(ms), shown(Math.max(...pauses), 1)],
      ],
    ],
  );
  report.judge(
    atMost("due count / hollow route", all / none, 1.5, " ×", 1.5),
    atMost("session, CPU p99", percentile(cpuMs, 0.99), 30, " ms", 3),
  );
});

const many = { cards: 100_000, examples: 5_000, due: 60_000, fresh: 20_000 };
await withLearner(many, async ({ real, changed }) => {
  const rows: string[][] = [];
  for (const [name, url, count] of [
    ["due count", "/api/review/due?zone=UTC", 50],
    ["review with its session", "/api/review?zone=UTC", 20],
    ["an example", "/api/reviews/7?zone=UTC", 50],
    ["what is known of a language", "/api/knowledge/javascript?zone=UTC", 3],
  ] as const) {
    const { ms, pauses } = await timesOf(() => real(url), count);
    rows.push([name, ...typical(ms), shown(Math.max(...pauses), 0)]);
  }
  const { ms, pauses } = await timesOf(async () => {
    await changed();
    await real("/api/review/due?zone=UTC");
  }, 5);
  rows.push(["due count after a change of content", ...typical(ms), shown(Math.max(...pauses), 0)]);
  report.table("100,000 cards of one learner", ["", "p50 ms", "p99 ms", "longest pause ms"], rows);
});
report.close();

type Asking = {
  readonly real: (url: string) => Promise<void>;
  readonly empty: (url: string) => Promise<void>;
  /** As after an admin's change of content. */
  readonly changed: () => Promise<void>;
};

async function withLearner(
  plan: { readonly cards: number; readonly examples: number; readonly due: number; readonly fresh: number },
  measure: (asking: Asking) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-review-"));
  const store = await openSqlite({ folder, log });
  const reader = openCourseReader();
  const build = (handlers?: Handlers) =>
    buildApp({
      store,
      settings: readSettings({ DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "silent" }),
      ...{ secretKey, log, reader, passwords: createPasswords(), webFolder: webFolder() },
      now: Date.now,
      codeChanged: () => {},
      contentChanged: () => {},
      colours: async () => null,
      mailQueued: () => {},
      ...(handlers && { handlers }),
    });
  const [real, empty] = [await build(), await build(hollow)];
  try {
    await store.write((tx) => insertLearners(tx, "learner", 1));
    await fillCards(store, { ...plan, userId: 1, each: 25, today: Math.floor(Date.now() / dayMs) });
    const tokens = await createTokens(secretKey);
    const of = { remember: false, userAgent: "bench" };
    const session = await store.write((tx) => createSession(tx, 1, of, Date.now()));
    const { token } = await tokens.issue(session, Date.now());
    const ask = (app: typeof real) => async (url: string) => {
      const response = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      if (response.statusCode !== 200) throw new RangeError(`not as expected: ${response.body}`);
    };
    await ask(real)("/api/review");
    const changed = () => store.write((tx) => coverageChanged(tx));
    await measure({ real: ask(real), empty: ask(empty), changed });
  } finally {
    await Promise.all([real.close(), empty.close()]);
    await Promise.all([reader.close(), store.close()]);
    rmSync(folder, { recursive: true });
  }
}

/** The times of some requests, one after another, and the longest pause of the event loop in each. */
async function timesOf(ask: () => Promise<void>, count: number) {
  const ms: number[] = [];
  const cpuMs: number[] = [];
  const pauses: number[] = [];
  for (let i = -2; i < count; i++) {
    let [last, longest] = [performance.now(), 0];
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 1);
    const [from, cpuFrom] = [performance.now(), threadCpuUs()];
    await ask();
    const took = performance.now() - from;
    longest = Math.max(longest, performance.now() - last);
    clearInterval(timer);
    if (i < 0) continue;
    ms.push(took);
    cpuMs.push((threadCpuUs() - cpuFrom) / 1_000);
    pauses.push(longest);
  }
  return { ms, cpuMs, pauses };
}

function typical(ms: readonly number[]): string[] {
  return [shown(percentile(ms, 0.5), 1), shown(percentile(ms, 0.99), 1)];
}

/** Of the thread that runs this, in µs. */
function threadCpuUs(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[0]) / 1_000;
}
