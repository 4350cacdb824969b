// Tests of batched queries: concurrent callers share statements, and each gets the result of a separate query.

import type { CompiledQuery } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { courseOf, learners } from "../../test/courses.ts";
import { freshPostgres } from "../../test/stores.ts";
import { insertCourse } from "../content/insert-course.ts";
import { isBatchable } from "../prepared-query.ts";
import { HandleFactory } from "../handle.ts";
import { boardOf } from "../results/leaderboard.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { PostgresDialect } from "./postgres-dialect.ts";
import { batchSettings, RequestBatcher } from "./request-batcher.ts";
import { type Autosave, continueProgress, recordAutosave } from "../results/autosaves.ts";
import { recordCompletion } from "../results/completions.ts";
import { findSessionWithUser, insertSession } from "../accounts/sessions.ts";
import type { Read, Store } from "../store.ts";

async function courseAndLearners(count: number): Promise<{ store: Store; place: string; ids: number[] }> {
  const { store, place, remove } = await freshPostgres();
  onTestFinished(remove);
  await store.write((tx) => insertCourse(tx, { course: courseOf("A", [3]), at: 0 }));
  const names = Array.from({ length: count }, (_, i) => `learner${i}`);
  return { store, place, ids: [...(await learners(store, ...names))] };
}

const run = { attemptId: null, codeVersion: null, accuracy: null, errors: null, endedAt: 9, at: 9 };

function saveOf(userId: number, change: Partial<Autosave> = {}): Autosave {
  return { userId, exampleId: 1, percent: 10, accuracy: 90, errors: 1, at: 9, ...change };
}

const autosave = (store: Store, save: Autosave) =>
  store.write((tx) => continueProgress(tx, save), { oneStatement: true });

async function startAll(store: Store, ids: readonly number[]): Promise<void> {
  for (const id of ids) await store.write((tx) => recordAutosave(tx, saveOf(id, { percent: 1 })));
}

function percents(store: Store): Promise<number[]> {
  return store.read(async (db) => {
    const rows = await db.selectFrom("progress").select("percent").orderBy("user_id").execute();
    return rows.map(({ percent }) => percent);
  });
}

test("concurrent saves share a commit, and each gets its own outcome", async () => {
  const { store, ids } = await courseAndLearners(20);
  await startAll(store, ids.slice(0, 18));
  const { commits, transactions } = store.counters;
  const saved = await Promise.all(
    ids.map((id, i) =>
      autosave(store, saveOf(id, { percent: 10 + i, exampleId: i === 5 ? 99 : 1, at: 100 + i })),
    ),
  );
  // One save names an example that does not exist, and two learners have not started the example.
  expect(saved).toEqual(ids.map((_, i) => i !== 5 && i < 18));
  expect(store.counters.transactions - transactions).toBe(20);
  expect(store.counters.commits - commits).toBeLessThanOrEqual(2);
  expect(await percents(store)).toEqual(ids.slice(0, 18).map((_, i) => (i === 5 ? 1 : 10 + i)));
  const active = await store.read((db) => db.selectFrom("activity").selectAll().orderBy("user_id").execute());
  expect(active.map((row) => row.last_active_at)).toEqual(
    ids.slice(0, 18).map((_, i) => (i === 5 ? 9 : 100 + i)),
  );
});

test("concurrent saves of one learner all succeed, and the progress never decreases", async () => {
  const { store, ids } = await courseAndLearners(2);
  await startAll(store, ids);
  const saves = [30, 80, 20, 50].flatMap((percent) =>
    ids.map((id) => autosave(store, saveOf(id, { percent }))),
  );
  expect(await Promise.all(saves)).toEqual(saves.map(() => true));
  expect(await percents(store)).toEqual([80, 80]);
});

test("a save that cannot be stored fails by itself", async () => {
  const { store, ids } = await courseAndLearners(6);
  await startAll(store, ids);
  const outcomes = await Promise.allSettled(
    ids.map((id, i) => autosave(store, saveOf(id, { percent: [200, Number.NaN][i] ?? 10 + i }))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
    ...Array.from({ length: 4 }, () => "fulfilled"),
  ]);
  expect(await percents(store)).toEqual([1, 1, 12, 13, 14, 15]);
});

test("a locked row of one learner does not make the others wait", async () => {
  const { store, ids } = await courseAndLearners(4);
  await startAll(store, ids);
  const [lockedId = 0] = ids;
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  let reportLocked = () => {};
  const locked = new Promise<void>((done) => {
    reportLocked = done;
  });
  const locking = store.write(async (tx) => {
    await tx.updateTable("progress").set({ percent: 5 }).where("user_id", "=", lockedId).execute();
    reportLocked();
    await released;
  });
  await locked;
  // The save of the locked row runs in a separate transaction, which waits.
  const saved = await Promise.all(ids.map((id) => autosave(store, saveOf(id, { percent: 60 }))));
  release();
  await locking;
  expect(saved).toEqual([false, true, true, true]);
  await store.write((tx) => recordAutosave(tx, saveOf(lockedId, { percent: 60 })));
  expect(await percents(store)).toEqual([60, 60, 60, 60]);
});

test("concurrent requests for leaderboards get the same results as separate ones, with ties in order", async () => {
  const { store, ids } = await courseAndLearners(30);
  for (const [i, userId] of ids.entries())
    for (const exampleId of [1, 2])
      if (i % 5 > 0 || exampleId === 1) {
        const timeMs = 1_000 + ((i * 7) % 4) * exampleId;
        await store.write((tx) =>
          recordCompletion(tx, { ...run, userId, exampleId, timeMs, endedAt: 500 - i }),
        );
      }
  const requests = ids.flatMap((userId) => [1, 2, 3, 99].map((exampleId) => ({ userId, exampleId })));
  const board = ({ userId, exampleId }: (typeof requests)[number]) =>
    store.read((db) => boardOf(db, exampleId, userId, exampleId === 1 ? 10 : 7));
  const alone = [];
  for (const request of requests) alone.push(await board(request));
  expect(await Promise.all(requests.map(board))).toEqual(alone);
  expect(alone.filter((found) => found === null)).toHaveLength(30);
});

test("a query that joins a busy queue sees everything committed before it", async () => {
  const { store, ids } = await courseAndLearners(5);
  const [ada = 0, ...others] = ids;
  await startAll(store, ids);
  let isOver = false;
  const crowd = others.map(async (userId) => {
    while (!isOver) await store.read((db) => boardOf(db, 1, userId, 10));
  });
  const seen: (number | undefined)[] = [];
  for (let timeMs = 100; timeMs > 80; timeMs--) {
    await store.write((tx) => recordCompletion(tx, { ...run, userId: ada, exampleId: 1, timeMs, at: 1e6 }));
    seen.push((await store.read((db) => boardOf(db, 1, ada, 10)))?.own?.best_time_ms);
  }
  isOver = true;
  await Promise.all(crowd);
  expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => 100 - i));
});

test("waiting queries share a statement, equal ones once; a single query is sent as it is", async () => {
  const { store, place, ids } = await courseAndLearners(3);
  await store.write(async (tx) => {
    for (const id of ids) {
      const session = { id: `s${id}`, user_id: id, remember: 1, user_agent: "", expires_at: 9 } as const;
      await insertSession(tx, session, 1);
    }
  });
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  onTestFinished(() => client.end());
  const sent: CompiledQuery[] = [];
  const connection = new PostgresConnection(client, 5_000);
  const batcher = new RequestBatcher((query) => {
    sent.push(query);
    return connection.executeChecked(query);
  });
  const { db } = new HandleFactory(new PostgresDialect()).bind({
    executeQuery(query) {
      if (!isBatchable(query)) throw new TypeError("not expected");
      return batcher.execute(query);
    },
    streamQuery() {
      throw new TypeError("not expected");
    },
  });
  const nameOf = async (id: string) => (await findSessionWithUser(db as Read, id))?.user_id ?? null;
  expect(await nameOf("s2")).toBe(2);
  expect(sent.map(({ parameters }) => parameters)).toEqual([["s2"]]);
  expect(await Promise.all(["s1", "s3", "none", "s1"].map(nameOf))).toEqual([1, 3, null, 1]);
  expect(sent.slice(1).map(({ parameters }) => parameters)).toEqual([[["s1", "s3", "none"]]]);
});

test("no batched query starts parallel workers, which takes longer than the query", async () => {
  const { place } = await courseAndLearners(1);
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  onTestFinished(() => client.end());
  // With this setting PostgreSQL uses parallel workers wherever it is allowed to.
  await client.query("set debug_parallel_query = on");
  const queries: CompiledQuery[] = [];
  const recording = {
    executeQuery: (query: CompiledQuery) => {
      queries.push(query);
      return Promise.resolve({ rows: [] });
    },
    streamQuery: () => {
      throw new TypeError("nothing is streamed");
    },
  };
  const { db } = new HandleFactory(new PostgresDialect()).bind(recording);
  await boardOf(db as unknown as Read, 1, 1, 10);
  await findSessionWithUser(db as unknown as Read, "session");
  const texts = queries
    .filter(isBatchable)
    .flatMap((query) => [query.sql, query.batch.queryFor([query.values, query.values]).sql]);
  expect(texts.length).toBeGreaterThan(5);
  const withWorkers = async () => {
    const found: string[] = [];
    for (const text of texts) {
      const { rows } = await client.query(`explain (generic_plan) ${text}`);
      if (/Gather/.test(JSON.stringify(rows))) found.push(text);
    }
    return found;
  };
  expect(await withWorkers()).not.toEqual([]);
  for (const [setting, value] of Object.entries(batchSettings))
    await client.query(`set ${setting} = ${value}`);
  expect(await withWorkers()).toEqual([]);
});
