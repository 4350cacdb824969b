// The store behind a real PgBouncer. Behind a pool of transactions nothing may outlive a transaction: no setting, no
// prepared statement, no lock. `DATABASE_POOL=transaction npx vitest run --project server` runs all tests behind one.

import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { courseOf, learners } from "../../test/courses.ts";
import { type PgBouncer, startPgBouncer } from "../../test/pgbouncer.ts";
import { freshPostgresDatabase } from "../../test/stores.ts";
import { insertCourse } from "../content/insert-course.ts";
import { listPublishedCourses } from "../content/published-content.ts";
import type { Migration } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { recordAutosave } from "../results/autosaves.ts";
import { recordCompletion } from "../results/completions.ts";
import { boardOf } from "../results/leaderboard.ts";
import { type Store, StoreRefused } from "../store.ts";
import { openPostgres } from "./open-postgres.ts";

const size = 4;
let transactionPool: PgBouncer;
let sessionPool: PgBouncer;
beforeAll(async () => {
  transactionPool = await startPgBouncer(inject("postgresUrl"), { mode: "transaction", size });
  sessionPool = await startPgBouncer(inject("postgresUrl"), { mode: "session", size: 20 });
});
afterAll(() => Promise.all([transactionPool?.stop(), sessionPool?.stop()]));

/** The address of a new, empty database, through a pool. */
async function freshBehind(pool: PgBouncer): Promise<string> {
  const { url, drop } = await freshPostgresDatabase("template0");
  onTestFinished(drop);
  return pool.url(new URL(url).pathname.slice(1));
}

async function openBehind(pool: PgBouncer, url?: string): Promise<{ store: Store; url: string }> {
  const address = url ?? (await freshBehind(pool));
  const pooling = pool === transactionPool ? "transaction" : "session";
  const store = await openPostgres({ url: address, pooling });
  onTestFinished(() => store.close());
  return { store, url: address };
}

/** What every session of a pool of transactions is set to and holds, seen by another client of the pool. */
async function leftInSessions(url: string): Promise<readonly unknown[]> {
  const clients = Array.from({ length: size }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    // While the transactions are open, each has a session of its own.
    await Promise.all(clients.map((client) => client.query("begin")));
    return await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query(`
          select current_setting('default_transaction_read_only') as read_only,
            current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle,
            (select count(*)::int from pg_prepared_statements) as prepared,
            (select count(*)::int from pg_locks where locktype = 'advisory' and database =
              (select oid from pg_database where datname = current_database())) as advisory`);
        return rows[0];
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

const untouched = { read_only: "off", statement: "0", lock: "0", idle: "0", prepared: 0, advisory: 0 };

async function classRoom(store: Store, count: number): Promise<readonly number[]> {
  await store.write((tx) => insertCourse(tx, { course: courseOf("A", [3]), at: 0 }));
  return learners(store, ...Array.from({ length: count }, (_, i) => `learner${i}`));
}

describe("a pool of transactions", () => {
  test("a read cannot write, each transaction has its limits, and nothing of them stays in a session [SEC-173]", async () => {
    const { store, url } = await openBehind(transactionPool);
    await classRoom(store, 2);
    const limits = sql<object>`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('transaction_read_only') as read_only`;
    const ofReads = await store.read(async (db) => (await limits.execute(db)).rows);
    const ofWrites = await store.write(async (tx) => (await limits.execute(tx)).rows);
    expect([ofReads, ofWrites]).toEqual([
      [{ statement: "5s", lock: "100ms", read_only: "on" }],
      [{ statement: "5s", lock: "100ms", read_only: "off" }],
    ]);
    await expect(store.read((db) => sql`delete from course`.execute(db))).rejects.toThrow("read-only");
    await Promise.all(
      Array.from({ length: 3 * size }, () => store.read((db) => listPublishedCourses(db, 1))),
    );
    expect(await leftInSessions(url)).toEqual(Array(size).fill(untouched));
  });

  test("concurrent readers and writers of two servers on few connections all get their own results [SEC-171]", async () => {
    const { store, url } = await openBehind(transactionPool);
    const { store: other } = await openBehind(transactionPool, url);
    const ids = await classRoom(store, 30);
    const work = ids.map(async (userId, i) => {
      const on = i % 2 ? store : other;
      for (let round = 0; round < 4; round++) {
        const save = { userId, exampleId: 1, percent: 10 * round, accuracy: 90, errors: 1, at: 9 };
        expect(await on.write((tx) => recordAutosave(tx, save))).toBe(true);
        const run = { ...save, exampleId: 2, attemptId: null, codeVersion: null, endedAt: 9 };
        await on.write((tx) => recordCompletion(tx, { ...run, timeMs: 1_000 + i + 100 * (4 - round) }));
        const board = await on.read((db) => boardOf(db, 2, userId, 5, "all"));
        expect(board?.own?.best_time_ms).toBe(1_000 + i + 100 * (4 - round));
      }
    });
    await Promise.all(work);
    const board = await store.read((db) => boardOf(db, 2, ids[29] ?? 0, 50, "all"));
    expect(board?.top.map((entry) => entry.best_time_ms)).toEqual(ids.map((_, i) => 1_100 + i));
    expect(board?.own?.rank).toBe(30);
    expect(await leftInSessions(url)).toEqual(Array(size).fill(untouched));
  });

  test("concurrent queries of one read get their own rows", async () => {
    const { store } = await openBehind(transactionPool);
    const ask = (from: number) =>
      store.read((db) =>
        Promise.all(
          [0, 1, 2, 3].map(
            async (i) => (await sql<{ n: number }>`select ${from + i}::int as n`.execute(db)).rows,
          ),
        ),
      );
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(10 * i)));
    expect(answers).toEqual(answers.map((_, i) => [0, 1, 2, 3].map((n) => [{ n: 10 * i + n }])));
  });

  test("a transaction that fails leaves nothing, and the connection serves the next one", async () => {
    const { store } = await openBehind(transactionPool);
    await classRoom(store, 1);
    for (let i = 0; i < 2 * size; i++) {
      const failing = store.write(async (tx) => {
        await sql`update course set title = 'changed'`.execute(tx);
        await sql`select 1 / 0`.execute(tx);
      });
      await expect(failing).rejects.toThrow("division by zero");
      await expect(store.read((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow("division by zero");
    }
    const titles = await store.read((db) => db.selectFrom("course").select("title").execute());
    expect(titles).toEqual([{ title: "A" }]);
  });

  test("three servers that start at once migrate an empty database once, also beside one without the pool", async () => {
    const { url, drop } = await freshPostgresDatabase("template0");
    onTestFinished(drop);
    let runs = 0;
    const counted: Migration = {
      name: "9000-once",
      async up(db) {
        runs++;
        await db.schema.createTable("once").addColumn("id", "integer").execute();
      },
    };
    const all = [...migrations, counted];
    const behind = transactionPool.url(new URL(url).pathname.slice(1));
    const stores = await Promise.all([
      ...[0, 1, 2].map(() => openPostgres({ url: behind, pooling: "transaction", migrations: all })),
      openPostgres({ url, migrations: all }),
    ]);
    expect(runs).toBe(1);
    for (const store of stores) await store.close();
  });

  test("without DATABASE_POOL=transaction a start behind it is refused with a sentence that names the setting", async () => {
    const url = await freshBehind(transactionPool);
    await expect(openPostgres({ url })).rejects.toThrow(
      /^DATABASE_URL leads to a pool of transactions, .* Set DATABASE_POOL=transaction, /,
    );
    await expect(openPostgres({ url })).rejects.toThrow(StoreRefused);
    expect(await leftInSessions(url)).toEqual(Array(size).fill(untouched));
  });

  test("a database and an account that the pool does not know are refused at once", async () => {
    const wait = { limitMs: 60_000, onStart: () => undefined };
    const noDatabase = transactionPool.url("no_such_database");
    await expect(openPostgres({ url: noDatabase, pooling: "transaction", wait })).rejects.toThrow(
      /^PostgreSQL refuses DATABASE_URL: .*"no_such_database" does not exist/,
    );
    const noAccount = transactionPool.url("postgres").replace("postgres@", "nobody@");
    await expect(openPostgres({ url: noAccount, pooling: "transaction", wait })).rejects.toThrow(
      /^PostgreSQL refuses DATABASE_URL: .*authentication failed/,
    );
  });
});

test("a pool of sessions works with the default, and keeps what each connection prepared", async () => {
  const { store } = await openBehind(sessionPool);
  const ids = await classRoom(store, 20);
  await Promise.all(
    ids.map((userId, i) =>
      store.write((tx) =>
        recordAutosave(tx, { userId, exampleId: 1, percent: i, accuracy: 90, errors: 1, at: 9 }),
      ),
    ),
  );
  await expect(store.read((db) => sql`delete from course`.execute(db))).rejects.toThrow("read-only");
  const { rows } = await store.read(async (db) => {
    for (let i = 0; i < 3; i++) await listPublishedCourses(db, 1);
    return sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(db);
  });
  expect(rows).toEqual([{ n: 1 }]);
});
