// How long a learner waits for their progress after a year: 20,000 runs on 365 days in three languages, 2,000 cards, 5,000
// completed examples, and three months of what each construct cost.
//
//   npx tsx bench/progress.ts [--postgres] [--no-sqlite] [--check] [--no-save]
//
// Through everything but the socket, requests one after another. CPU time is that of the event loop's thread (Linux only):
// with the queries on SQLite, without those that PostgreSQL works on. Other work on the machine lengthens the times of
// responses, but hardly the CPU time.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createPasswords } from "../server/accounts/passwords/passwords.ts";
import { createSession } from "../server/accounts/sessions/create-session.ts";
import { createTokens } from "../server/accounts/sessions/tokens.ts";
import { openCourseReader } from "../server/authoring/course-reader.ts";
import { buildApp } from "../server/http/app.ts";
import { monthOf } from "../server/learning/days/calendar.ts";
import { createLog } from "../server/log.ts";
import { readSettings } from "../server/settings.ts";
import { openPostgres } from "../server/store/postgres/open-postgres.ts";
import { openSqlite } from "../server/store/sqlite/open-sqlite.ts";
import { coverageChanged } from "../server/store/coverage-version.ts";
import { fillCards } from "../server/test/many-cards.ts";
import { fillYear } from "../server/test/many-days.ts";
import { insertLearners } from "../server/test/many-learners.ts";
import { type DatabasePlace, onEachDatabase } from "./support/databases.ts";
import { atMost, percentile, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";
import { webFolder } from "./support/web-folder.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    ...reportOptions,
    sqlite: { type: "boolean", default: true },
    postgres: { type: "boolean", default: false },
  },
});
const report = openReport("progress", options);

const secretKey = "a secret key for the bench, 32 and more";
const requests = 300;
const log = createLog("silent");
const dayMs = 86_400_000;

await onEachDatabase(options, async (title, place) => {
  await withYear(place, async ({ ask, changed }) => {
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
      await changed();
      await ask("/api/progress");
    }, 5);
    rows.push(["all time, after a change of content", ...typical(cpuMs), ...typical(ms)]);
    report.table(`progress of a year, ${title}`, ["", "CPU p50 ms", "CPU p99 ms", "p50 ms", "p99 ms"], rows);
  });
});
report.close();

type Asking = {
  readonly ask: (path: string) => Promise<void>;
  /** As after an admin's change of content. */
  readonly changed: () => Promise<void>;
};

async function withYear(place: DatabasePlace, measure: (asking: Asking) => Promise<void>): Promise<void> {
  const { databaseUrl, folder } = place;
  const store = databaseUrl
    ? await openPostgres({ url: databaseUrl, log })
    : await openSqlite({ folder, log });
  const reader = openCourseReader();
  const app = await buildApp({
    store,
    settings: readSettings({ DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "silent" }),
    ...{ secretKey, log, reader, passwords: createPasswords(), webFolder: webFolder() },
    now: Date.now,
    codeChanged: () => {},
    contentChanged: () => {},
    colours: async () => null,
    mailQueued: () => {},
  });
  try {
    const today = Math.floor(Date.now() / dayMs);
    await store.write((tx) => insertLearners(tx, "learner", 20));
    const cards = { cards: 2_000, examples: 5_000, due: 60, fresh: 40, each: 25 };
    await fillCards(store, { ...cards, userId: 1, today });
    await fillYear(store, { userId: 1, runs: 20_000, days: 365, today, month: monthOf(today) });
    const tokens = await createTokens(secretKey);
    const of = { remember: false, userAgent: "bench" };
    const session = await store.write((tx) => createSession(tx, 1, of, Date.now()));
    const { token } = await tokens.issue(session, Date.now());
    const ask = async (url: string) => {
      const response = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      if (response.statusCode !== 200) throw new RangeError(`not as expected: ${response.body}`);
      const { figures, slips, costs, knowledge, year } = response.json();
      const isFull = [slips, costs.slowest, knowledge, year].every((list) => list.length > 2);
      if (!isFull || figures.ms === 0) throw new RangeError(`too little: ${response.body.slice(-2_000)}`);
    };
    await measure({ ask, changed: () => store.write((tx) => coverageChanged(tx)) });
  } finally {
    await app.close();
    await Promise.all([reader.close(), store.close()]);
  }
}

/** The times of some requests, one after another, after some that warm up. */
async function timesOf(ask: () => Promise<void>, count: number) {
  const ms: number[] = [];
  const cpuMs: number[] = [];
  for (let i = -Math.min(count, 20); i < count; i++) {
    const [from, cpuFrom] = [performance.now(), threadCpuMs()];
    await ask();
    if (i < 0) continue;
    ms.push(performance.now() - from);
    cpuMs.push(threadCpuMs() - cpuFrom);
  }
  return { ms, cpuMs };
}

function typical(ms: readonly number[]): string[] {
  return [shown(percentile(ms, 0.5), 1), shown(percentile(ms, 0.99), 1)];
}

/** Of the thread that runs this. */
function threadCpuMs(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[0]) / 1_000_000;
}
