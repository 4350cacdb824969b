// A server with a learner who has practised for a year, for the benches of what is worked out from all of it. Requests
// go through everything but the socket, one after another.

import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { createPasswords } from "../../server/accounts/passwords/passwords.ts";
import { createSession } from "../../server/accounts/sessions/create-session.ts";
import { createTokens } from "../../server/accounts/sessions/tokens.ts";
import { openCourseReader } from "../../server/authoring/course-reader.ts";
import { buildApp } from "../../server/http/app.ts";
import { monthOf } from "../../server/learning/days/calendar.ts";
import { createLog } from "../../server/log.ts";
import { readSettings } from "../../server/settings.ts";
import { coverageChanged } from "../../server/store/coverage-version.ts";
import { insertCourse } from "../../server/store/content/insert-course.ts";
import { openPostgres } from "../../server/store/postgres/open-postgres.ts";
import { openSqlite } from "../../server/store/sqlite/open-sqlite.ts";
import { courseOf } from "../../server/test/courses.ts";
import { fillCards } from "../../server/test/many-cards.ts";
import { fillYear } from "../../server/test/many-days.ts";
import { insertLearners } from "../../server/test/many-learners.ts";
import type { DatabasePlace } from "./databases.ts";
import { percentile, shown } from "./figures.ts";
import { webFolder } from "./web-folder.ts";

const secretKey = "a secret key for the bench, 32 and more";
const dayMs = 86_400_000;

export type YearServer = {
  /** Responds to a GET of the learner. Throws for any other status than 200. */
  readonly get: (path: string) => Promise<Awaited<ReturnType<FastifyInstance["inject"]>>>;
  /** As after an admin's change of content. */
  readonly contentChanged: () => Promise<void>;
};

/** 20,000 runs on 365 days in three languages, 2,000 cards, 5,000 completed examples, and three months of costs. */
export async function withYear(
  { databaseUrl, folder }: DatabasePlace,
  measure: (server: YearServer) => Promise<void>,
): Promise<void> {
  const log = createLog("silent");
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
    // Something to continue with.
    await store.write((tx) => insertCourse(tx, { course: courseOf("Next", [3]), at: 0 }));
    // As PostgreSQL does by itself some time after so many rows.
    if (store.dialect === "postgres") await store.write((tx) => sql`analyze`.execute(tx), { long: true });
    const tokens = await createTokens(secretKey);
    const of = { remember: false, userAgent: "bench" };
    const session = await store.write((tx) => createSession(tx, 1, of, Date.now()));
    const { token } = await tokens.issue(session, Date.now());
    const get = async (url: string) => {
      const response = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      if (response.statusCode !== 200) throw new RangeError(`not as expected: ${response.body}`);
      return response;
    };
    await measure({ get, contentChanged: () => store.write((tx) => coverageChanged(tx)) });
  } finally {
    await app.close();
    await Promise.all([reader.close(), store.close()]);
  }
}

/**
 * The times of some requests, one after another, after some that warm up. CPU time is that of the event loop's thread
 * (Linux only): with the queries on SQLite, without those that PostgreSQL works on.
 */
export async function timesOf(
  ask: () => Promise<void>,
  count: number,
): Promise<{ readonly ms: readonly number[]; readonly cpuMs: readonly number[] }> {
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

/** The median and the 99th percentile as cells of a table. */
export function typical(ms: readonly number[]): string[] {
  return [shown(percentile(ms, 0.5), 1), shown(percentile(ms, 0.99), 1)];
}

/** Of the thread that runs this. */
function threadCpuMs(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[0]) / 1_000_000;
}
