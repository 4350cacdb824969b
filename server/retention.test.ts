import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openRetention } from "./retention.ts";
import { readSettings } from "./settings.ts";
import { countUntil } from "./statistics/construct-counter.ts";
import { appendAudit } from "./store/accounts/audit.ts";
import { putPasswordReset } from "./store/accounts/password-resets.ts";
import { deleteUser } from "./store/accounts/delete-user.ts";
import { recordCompletion } from "./store/results/completions.ts";
import { recount } from "./store/results/recount.ts";
import type { Store } from "./store/store.ts";
import { rowsAtOnce, rowsPerSweep, sweepSome } from "./store/sweep.ts";
import { openers, serverForTest, type TestServer } from "./test/harness.ts";
import { plantMemory } from "./test/plant-memory.ts";
import { plantRun } from "./test/plant-run.ts";
import { plantTexts } from "./test/plant-texts.ts";
import { sqliteOpener, withStore } from "./test/stores.ts";

const dayMs = 86_400_000;

function retentionOf(store: Store, now: () => number, env: Record<string, string> = {}) {
  const log = { info() {}, warn: (fields: object) => expect(fields).toEqual({}) };
  return openRetention({ store, now, log, settings: readSettings(env) });
}

describe.each(openers)("$name", (opener) => {
  async function start(): Promise<TestServer> {
    const server = await serverForTest(opener);
    // The database's own clock says which audit entries are young.
    server.clock.now = Date.now();
    return server;
  }
  const idOfExample = (store: Store) =>
    store.read((db) => db.selectFrom("example").select("id").orderBy("id").executeTakeFirstOrThrow());
  const totals = (store: Store) =>
    store.read((db) =>
      db.selectFrom("example_total").selectAll().orderBy("example_id").executeTakeFirstOrThrow(),
    );
  const count = (
    store: Store,
    table:
      | ("attempt" | "run" | "session" | "password_reset" | "audit_entry" | "throttle")
      | ("memory" | "practice_day"),
  ) =>
    store.read(async (db) => {
      const { n } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(n);
    });

  test("runs are deleted 400 days after their end, and no figure changes [SEC-193]", async () => {
    const { store, clock, register } = await start();
    await plantTexts(store, [["javascript", "return"]]);
    const { id: exampleId } = await idOfExample(store);
    const [ada, ben] = [await register("ada"), await register("ben")];
    const finish = (
      userId: number,
      daysAgo: number,
      more: { errors?: number | null; codeVersion?: number } = {},
    ) =>
      store.write((tx) =>
        recordCompletion(tx, {
          ...{ userId, exampleId, attemptId: randomUUID(), timeMs: 5_000 + daysAgo, accuracy: 90 },
          ...{ codeVersion: null, errors: 3, ...more },
          endedAt: clock.now - daysAgo * dayMs,
          at: clock.now - daysAgo * dayMs,
        }),
      );
    for (const daysAgo of [500, 401, 399, 0]) await finish(ada.id, daysAgo);
    await finish(ada.id, 450, { errors: null });
    await finish(ada.id, 450, { codeVersion: 7 });
    for (let n = 0; n < rowsPerSweep + 10; n++) await finish(ben.id, 410 + n);
    const before = await totals(store);
    expect(before).toMatchObject({ attempts: rowsPerSweep + 14, errors: 3 * (rowsPerSweep + 14) });

    const retention = retentionOf(store, () => clock.now);
    expect((await retention.sweep()).attempts).toBe(rowsPerSweep + 14);
    expect(await count(store, "attempt")).toBe(2);
    expect(await totals(store)).toEqual(before);
    await store.write(recount);
    expect(await totals(store)).toEqual(before);
    expect((await retention.sweep()).attempts).toBe(0);

    // Of a deleted account only what was swept stays counted.
    await store.write((tx) => deleteUser(tx, ada.id));
    const after = await totals(store);
    await store.write(recount);
    expect(await totals(store)).toEqual(after);
    expect(after.attempts).toBe(rowsPerSweep + 12);
  });

  test("a run that ended more than 400 days ago completes its example and sets no time, once or twice", async () => {
    const { store, clock, register } = await start();
    await plantTexts(store, [["javascript", "return"]]);
    const { id: exampleId } = await idOfExample(store);
    const ada = await register("ada");
    const report = () =>
      ada.client("saveProgress", {
        body: {
          ...{ exampleId, progress: 100, isComplete: true, accuracy: 90, errors: 2, timeMs: 4_000 },
          attemptId: "00000000-0000-4000-8000-000000000001",
          finishedMsAgo: 401 * dayMs,
        },
      });
    for (let n = 0; n < 2; n++) {
      await report();
      await retentionOf(store, () => clock.now).sweep();
      expect(await totals(store)).toMatchObject({ completions: 1, timed: 0, attempts: 0, errors: 0 });
    }
    await store.write(recount);
    expect(await totals(store)).toMatchObject({ completions: 1, timed: 0, attempts: 0, errors: 0 });
  });

  test("keystrokes are deleted 7 days after the end of their run, but those of a best run stay [SEC-230]", async () => {
    const { store, clock, register } = await start();
    await plantTexts(store, [["javascript", "return"]]);
    const { id: example_id } = await idOfExample(store);
    const [ada, ben] = [await register("ada"), await register("ben")];
    const typed = (user_id: number, daysAgo: number, kept: 0 | 1 = 0) =>
      plantRun(store, {
        ...{ user_id, example_id, kept, attempt_key: `${kept ? "best " : ""}${daysAgo}` },
        ended_at: clock.now - daysAgo * dayMs,
      });
    for (const daysAgo of [0, 6, 7, 8, 400]) await typed(ada.id, daysAgo);
    for (const daysAgo of [9, 3_000]) await typed(ada.id, daysAgo, 1);
    for (let n = 0; n < 2 * rowsAtOnce("runs"); n++) await typed(ben.id, 10 + n);
    const left = async () => {
      const rows = await store.read((db) => db.selectFrom("run").select("attempt_key").execute());
      return rows.map(({ attempt_key }) => attempt_key).sort();
    };
    expect((await retentionOf(store, () => clock.now).sweep()).runs).toBe(2 * rowsAtOnce("runs") + 2);
    expect(await left()).toEqual(["0", "6", "7", "best 3000", "best 9"]);
    clock.now += 1;
    const shorter = retentionOf(store, () => clock.now, { KEEP_RUNS_DAYS: "1" });
    expect((await shorter.sweep()).runs).toBe(2);
    const longest = retentionOf(store, () => clock.now, { KEEP_RUNS_DAYS: "400" });
    expect((await longest.sweep()).runs).toBe(0);
    expect(await left()).toEqual(["0", "best 3000", "best 9"]);
  });

  test("costs and slips are deleted when their month is neither this one nor one of the two before [SEC-236]", async () => {
    const { store, clock, register } = await start();
    await plantTexts(store, [["javascript", "return"]]);
    const { id: example_id } = await idOfExample(store);
    const { id: user_id } = await register("ada");
    await plantMemory(store, { user_id, example_id });
    const months = (table: "cost" | "slip" | "construct_total") =>
      store.read(async (db) =>
        (await db.selectFrom(table).select("month").orderBy("month").execute()).map(({ month }) => month),
      );
    const november = 12 * 2026 + 10;
    const cost = { user_id, language: "c", places: 1, slips: 0, ms: 1, characters: 1 };
    const slip = { user_id, language: "c", typed: "x", n: 1 };
    await store.write(async (tx) => {
      const { id } = await tx.selectFrom("construct").select("id").executeTakeFirstOrThrow();
      for (const month of [november - 14, november - 3, november - 2, november - 1]) {
        await tx
          .insertInto("cost")
          .values({ ...cost, month, construct_id: id })
          .execute();
        await tx
          .insertInto("slip")
          .values({ ...slip, month, expected_construct_id: id })
          .execute();
      }
    });
    await countUntil(store, () => false);
    // In Honolulu it is still November.
    clock.now = Date.UTC(2026, 11, 1, 9);
    const swept = await retentionOf(store, () => clock.now).sweep();
    expect([swept.costs, swept.slips, swept.constructTotals]).toEqual([2, 2, 2]);
    const kept = [november - 2, november - 1, november];
    for (const table of ["cost", "slip", "construct_total"] as const)
      expect(await months(table)).toEqual(kept);
    clock.now = Date.UTC(2026, 11, 1, 13);
    expect((await retentionOf(store, () => clock.now).sweep()).costs).toBe(1);
  });

  test("runs from memory are deleted 400 days after their end, and cards and days stay [SEC-237]", async () => {
    const { store, clock, register } = await start();
    await plantTexts(store, [["javascript", "return"]]);
    const { id: example_id } = await idOfExample(store);
    const { id: user_id } = await register("ada");
    await plantMemory(store, { user_id, example_id });
    const { ended_at } = await store.read((db) =>
      db.selectFrom("review_run").select("ended_at").executeTakeFirstOrThrow(),
    );
    clock.now = ended_at + 400 * dayMs;
    expect((await retentionOf(store, () => clock.now).sweep()).reviewRuns).toBe(0);
    clock.now += 1;
    expect((await retentionOf(store, () => clock.now).sweep()).reviewRuns).toBe(1);
    expect([await count(store, "memory"), await count(store, "practice_day")]).toEqual([1, 1]);
  });

  test("sessions are deleted 30 days after they expired or were ended, and reset links one day [SEC-194]", async () => {
    const { store, clock, register, openSession } = await start();
    const [ada, ben] = [await register("ada"), await register("ben")];
    const sessionIds = async () =>
      new Set(
        (await store.read((db) => db.selectFrom("session").select("id").execute())).map(({ id }) => id),
      );
    const [short, long, ended] = [
      await openSession(ada),
      await openSession(ada, true),
      await openSession(ada, true),
    ];
    const begun = clock.now;
    await store.write((tx) =>
      tx.updateTable("session").set({ revoked_at: begun }).where("id", "=", ended.sessionId).execute(),
    );
    for (const [userId, tokenHash, expiresAt] of [
      [ada.id, "a", begun],
      [ben.id, "b", begun + dayMs],
    ] as const)
      await store.write((tx) => putPasswordReset(tx, { userId, tokenHash, expiresAt }));
    const retention = retentionOf(store, () => clock.now);
    const left = async (days: number) => {
      clock.now = begun + days * dayMs;
      await retention.sweep();
      const ids = await sessionIds();
      return [short, long, ended].map(({ sessionId }) => ids.has(sessionId));
    };
    expect(await left(0.99)).toEqual([true, true, true]);
    expect(await count(store, "password_reset")).toBe(2);
    expect(await left(1.01)).toEqual([true, true, true]);
    expect(await count(store, "password_reset")).toBe(1);
    expect(await left(30.01)).toEqual([true, true, false]);
    expect(await left(31.01)).toEqual([false, true, false]);
    expect(await left(59.9)).toEqual([false, true, false]);
    expect(await left(60.1)).toEqual([false, false, false]);
  });

  test("audit entries are deleted after 400 days, in batches, and a young one never [SEC-195]", async () => {
    const { store, clock } = await start();
    const before = await count(store, "audit_entry");
    await store.write(async (tx) => {
      for (const daysAgo of [...Array<number>(rowsPerSweep + 5).fill(401), 399, 29, 0])
        await appendAudit(tx, {
          at: clock.now - daysAgo * dayMs,
          kind: `${daysAgo}`,
          userId: 1,
          detail: {},
        });
    });
    const retention = retentionOf(store, () => clock.now);
    expect((await retention.sweep()).auditEntries).toBe(rowsPerSweep + 5);
    const shortest = retentionOf(store, () => clock.now, { RETAIN_AUDIT_DAYS: "30" });
    expect((await shortest.sweep()).auditEntries).toBe(1);
    expect(await count(store, "audit_entry")).toBe(before + 2);
    // A server whose clock is a year ahead deletes no young entry either.
    const wrong = retentionOf(store, () => clock.now + 500 * dayMs);
    await expect(wrong.sweep()).rejects.toThrow("append-only");
    expect(await count(store, "audit_entry")).toBe(before + 2);
  });

  test("counts of the throttle are deleted two hours after the last attempt", async () => {
    const { store, clock, register } = await start();
    await register("ada");
    const retention = retentionOf(store, () => clock.now);
    const before = await count(store, "throttle");
    expect(before).toBeGreaterThan(0);
    clock.now += 2 * 3_600_000;
    expect((await retention.sweep()).throttles).toBe(0);
    clock.now += 1;
    expect((await retention.sweep()).throttles).toBe(before);
  });

  test("closing ends a sweep between two batches", async () => {
    const { store, clock } = await start();
    await store.write(async (tx) => {
      for (let n = 0; n < 5 * rowsPerSweep; n++)
        await appendAudit(tx, { at: clock.now - 500 * dayMs, kind: "x", userId: 1, detail: {} });
    });
    const watched: Store = {
      ...store,
      counters: store.counters,
      write: async (run, options) => {
        const result = await store.write(run, options);
        if (result === rowsPerSweep) void retention.close();
        return result;
      },
    };
    const retention = retentionOf(watched, () => clock.now);
    expect((await retention.sweep()).auditEntries).toBe(rowsPerSweep);
    expect(await count(store, "audit_entry")).toBe(4 * rowsPerSweep);
  });
});

test("of two servers of one database, one deletes at a time [SEC-196]", async () => {
  await withStore(openers[1] as (typeof openers)[number], async ({ store, reopen }) => {
    const second = await reopen();
    await store.write(async (tx) => {
      expect(await sweepSome(tx, "throttles", 1)).toBe(0);
      expect(await second.write((other) => sweepSome(other, "throttles", 1))).toBeNull();
    });
    expect(await second.write((other) => sweepSome(other, "throttles", 1))).toBe(0);
    await second.close();
  });
});

test("a batch of 200 runs takes less than 20 ms of CPU time on SQLite", async () => {
  await withStore(sqliteOpener, async ({ store }) => {
    await plantTexts(
      store,
      Array.from({ length: 50 }, (_, n) => ["javascript", `${n}`]),
    );
    await store.write(async (tx) => {
      await sql`insert into account (id, username, username_key, email, email_key, password_hash, role, created_at, updated_at)
        values (1, 'a', 'a', 'a', 'a', '-', 'learner', 1, 1)`.execute(tx);
      await sql`
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)
        insert into attempt (user_id, example_id, attempt_key, named, time_ms, ended_at, received_at, code_version, errors, answer_is_record)
        select 1, (select min(id) from example) + n % 50, 'key ' || n, 1, 5000, n, n, 1, 1, 0 from numbers`.execute(
        tx,
      );
    });
    const batches: number[] = [];
    for (let n = 0; n < 40; n++) {
      const startedAt = process.cpuUsage();
      expect(await store.write((tx) => sweepSome(tx, "attempts", 1_000_000))).toBe(rowsPerSweep);
      const { user, system } = process.cpuUsage(startedAt);
      batches.push((user + system) / 1_000);
    }
    const median = batches.toSorted((one, other) => one - other)[20];
    expect(median).toBeLessThan(20);
  });
});

test("a batch of runs with the longest logs takes less than 20 ms of CPU time on SQLite", async () => {
  await withStore(sqliteOpener, async ({ store }) => {
    await plantTexts(store, [["javascript", "return"]]);
    await store.write(async (tx) => {
      await sql`insert into account (id, username, username_key, email, email_key, password_hash, role, created_at, updated_at)
        values (1, 'a', 'a', 'a', 'a', '-', 'learner', 1, 1)`.execute(tx);
      await sql`
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${20 * rowsAtOnce("runs")})
        insert into run (user_id, example_id, attempt_key, code_version, errors, accuracy, keystrokes, ended_at, checked, kept, log)
        select 1, (select min(id) from example), 'key ' || n, 1, 0, 100, 20000, n, 1, 0, randomblob(65536) from numbers`.execute(
        tx,
      );
    });
    const batches: number[] = [];
    for (let n = 0; n < 20; n++) {
      const startedAt = process.cpuUsage();
      expect(await store.write((tx) => sweepSome(tx, "runs", 1_000_000))).toBe(rowsAtOnce("runs"));
      const { user, system } = process.cpuUsage(startedAt);
      batches.push((user + system) / 1_000);
    }
    const median = batches.toSorted((one, other) => one - other)[10];
    expect(median).toBeLessThan(20);
  });
});

test("the section 'What grows' of docs/operators.md names every table", async () => {
  const text = readFileSync(new URL("../docs/operators.md", import.meta.url), "utf8");
  const section = /## What grows\n([\s\S]*?)\n## /.exec(text)?.[1] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...row.split(/(?<!\\)\|/)[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  await withStore(sqliteOpener, async ({ store }) => {
    const { rows: tables } = await store.read((db) =>
      sql<{ name: string }>`
        select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(db),
    );
    expect(new Set(named)).toEqual(new Set(tables.map(({ name }) => name)));
  });
});
