// Tests of problems that only PostgreSQL has: a network to the database, a restarting database, racing transactions.

import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { Proxy } from "../../test/proxy.ts";
import { freshPostgres, freshPostgresDatabase, type TestStore } from "../../test/stores.ts";
import { insertUser } from "../accounts/accounts.ts";
import { appendAudit, listAudit } from "../accounts/audit.ts";
import { listPublishedCourses } from "../content/published-content.ts";
import { openPostgres } from "./open-postgres.ts";
import { translateError } from "./postgres-errors.ts";
import { findSessionWithUser, insertSession } from "../accounts/sessions.ts";
import { StorageFull, type Store, type StoreLog, StoreRefused, StoreUnavailable } from "../store.ts";

async function freshStore(log?: StoreLog): Promise<TestStore> {
  const test = await freshPostgres(log);
  onTestFinished(() => test.remove());
  return test;
}

/** A second store on a fresh database, over a network connection that the test can break. */
async function behindProxy(log?: StoreLog): Promise<{ store: Store; direct: Store; proxy: Proxy }> {
  const { store: direct, place } = await freshStore();
  const proxy = await Proxy.before(place);
  const store = await openPostgres({ url: proxy.url, ...(log && { log }) });
  onTestFinished(async () => {
    await proxy.resume();
    await store.close();
    await proxy.stop();
  });
  return { store, direct, proxy };
}

function note(store: Store, at: number) {
  return store.write((tx) => appendAudit(tx, { at, kind: "note", userId: 1, detail: {} }));
}

async function notes(store: Store): Promise<number[]> {
  const entries = await store.read((db) => listAudit(db, 1, 1_000));
  return entries.map((entry) => entry.at).reverse();
}

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

describe("a database that becomes unreachable", () => {
  test("while the database is down every request is unavailable, and afterwards every request works again [SEC-123]", async () => {
    const { store, direct, proxy } = await behindProxy();
    await note(store, 1);
    await proxy.stop();
    await expect(note(store, 2)).rejects.toThrow(StoreUnavailable);
    await expect(notes(store)).rejects.toThrow(StoreUnavailable);
    await expect(store.ping()).rejects.toThrow(StoreUnavailable);
    await proxy.resume();
    await store.ping();
    await note(store, 3);
    expect(await notes(store)).toEqual([1, 3]);
    expect(await notes(direct)).toEqual([1, 3]);
  });

  test("a transaction whose connection breaks is unavailable and leaves no changes", async () => {
    const { store, direct, proxy } = await behindProxy();
    const write = store.write(async (tx) => {
      await appendAudit(tx, { at: 1, kind: "note", userId: 1, detail: {} });
      proxy.cut();
      await new Promise((done) => setTimeout(done, 50));
      await appendAudit(tx, { at: 2, kind: "note", userId: 1, detail: {} });
    });
    await expect(write).rejects.toThrow(StoreUnavailable);
    expect(await notes(direct)).toEqual([]);
    await note(store, 3);
    expect(await notes(direct)).toEqual([3]);
  });

  test("under load, every acknowledged save is stored, and none twice", async () => {
    const { store, direct, proxy } = await behindProxy();
    const acknowledged: number[] = [];
    const saving = Array.from({ length: 8 }, async (_, client) => {
      for (let i = 0; i < 40; i++) {
        const at = client * 1_000 + i;
        try {
          await note(store, at);
          acknowledged.push(at);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailable);
        }
      }
    });
    for (let i = 0; i < 5; i++) {
      await new Promise((done) => setTimeout(done, 20));
      proxy.cut();
    }
    await Promise.all(saving);
    const found = await notes(direct);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((at) => !found.includes(at))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
  });

  test("a network that drops all packets is reported within 6 seconds, for reading and for writing", async () => {
    const { store, proxy } = await behindProxy();
    const authenticate = () => store.read((db) => findSessionWithUser(db, "s"));
    await Promise.all([store.ping(), note(store, 1), authenticate()]);
    proxy.silence();
    const waits = await Promise.all([
      durationOf(() => expect(authenticate()).rejects.toThrow(StoreUnavailable)),
      durationOf(() => expect(notes(store)).rejects.toThrow(StoreUnavailable)),
      durationOf(() => expect(note(store, 2)).rejects.toThrow(StoreUnavailable)),
    ]);
    for (const wait of waits) expect(wait).toBeLessThan(6_500);
    await proxy.resume();
    await note(store, 3);
    expect((await notes(store)).filter((at) => at !== 2)).toEqual([1, 3]);
  });

  test("a pooler that accepts connections while its database is down is reported within 6 seconds", async () => {
    const { store, proxy } = await behindProxy();
    await Promise.all([store.ping(), note(store, 1)]);
    proxy.turnDeaf();
    proxy.cut();
    await expect.poll(() => proxy.connections).toBe(0);
    const waits = await Promise.all([
      durationOf(() => expect(notes(store)).rejects.toThrow(StoreUnavailable)),
      durationOf(() => expect(note(store, 2)).rejects.toThrow(StoreUnavailable)),
    ]);
    for (const wait of waits) expect(wait).toBeLessThan(6_500);
    await proxy.resume();
    await note(store, 3);
    expect(await notes(store)).toEqual([1, 3]);
  });

  test("a start that waits for another server's migration logs it, with the process that holds the lock", async () => {
    const { url, drop } = await freshPostgresDatabase("template0");
    onTestFinished(drop);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const { rows } = await other.query("select pg_advisory_lock(7389114605821), pg_backend_pid() as pid");
    const logged: [object, string][] = [];
    const log = { warn: (...line: [object, string]) => void logged.push(line), error: () => undefined };
    const opening = openPostgres({ url, log });
    await expect
      .poll(() => logged)
      .toContainEqual([
        { holder: rows[0].pid },
        "waiting for another server, which is migrating the database",
      ]);
    await other.end();
    await (await opening).close();
  });

  test("idle connections that the server ends cause a line in the log and no crash", async () => {
    const warnings: string[] = [];
    const log = { warn: (_: object, message: string) => void warnings.push(message), error: () => undefined };
    const { store, direct } = await behindProxy(log);
    await Promise.all([note(store, 1), notes(store)]);
    await direct.write((tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(tx),
    );
    await new Promise((done) => setTimeout(done, 100));
    expect(warnings).toContain("PostgreSQL closed an idle connection");
    await note(store, 2);
    expect(await notes(store)).toEqual([1, 2]);
  });

  test("a start without a database is unavailable, a wrong database is refused with a sentence", async () => {
    const { place } = await freshStore();
    const unused = new URL(place);
    unused.port = "1";
    await expect(openPostgres({ url: unused.href })).rejects.toThrow(StoreUnavailable);
    const elsewhere = new URL(place);
    elsewhere.pathname = "/no_such_database";
    await expect(openPostgres({ url: elsewhere.href })).rejects.toThrow(StoreRefused);
    await expect(openPostgres({ url: elsewhere.href })).rejects.toThrow('"no_such_database" does not exist');
  });

  test("a missing certificate that the URL names is refused with a sentence", async () => {
    const { place } = await freshStore();
    await expect(openPostgres({ url: `${place}?sslrootcert=/no/such/file` })).rejects.toThrow(
      new StoreRefused(
        "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/no/such/file'",
      ),
    );
  });

  test("a database with another encoding is refused with a sentence", async () => {
    const { url, drop } = await freshPostgresDatabase(
      "template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'",
    );
    onTestFinished(drop);
    await expect(openPostgres({ url })).rejects.toThrow(/ has the encoding LATIN1, but needs UTF8\. /);
    await expect(openPostgres({ url })).rejects.toThrow(StoreRefused);
  });

  test("a database that no longer accepts connections is unavailable, and is used again when it does", async () => {
    const { store, place } = await freshStore();
    const name = sql.id(new URL(place).pathname.slice(1));
    const { store: other } = await freshStore();
    const administer = (statement: RawBuilder<unknown>) => other.write((tx) => statement.execute(tx));
    await note(store, 1);
    await administer(sql`alter database ${name} allow_connections false`);
    await administer(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(place).pathname.slice(1)}`,
    );
    await expect.poll(() => store.ping().catch((error: unknown) => error)).toBeInstanceOf(StoreUnavailable);
    // The first write may be sent before the end of its connection arrives.
    await expect
      .poll(() => note(store, 2).catch((error: unknown) => String(error)))
      .toContain("not currently accepting connections");
    await expect(note(store, 2)).rejects.toThrow(StoreUnavailable);
    await administer(sql`alter database ${name} allow_connections true`);
    await note(store, 3);
    expect(await notes(store)).toEqual([1, 3]);
  });

  test("settings that can lose saved data cause a line in the log", async () => {
    const warnings: string[] = [];
    const { place } = await freshStore();
    const log = { warn: (_: object, message: string) => void warnings.push(message), error: () => undefined };
    const store = await openPostgres({ url: place, log });
    await store.close();
    expect(warnings).toEqual([expect.stringContaining("fsync, full_page_writes, synchronous_commit off")]);
  });
});

describe("a transaction", () => {
  test("two transactions that deadlock both succeed", async () => {
    const { store } = await freshStore();
    for (const name of ["a", "b"]) {
      const user = {
        username: `${name}1`,
        email: `${name}@x`,
        passwordHash: "0",
        role: "learner",
        at: 1,
      } as const;
      await store.write((tx) => insertUser(tx, user));
    }
    const add = (first: number, then: number) =>
      store.write(async (tx) => {
        for (const id of [first, then]) {
          await sql`update account set password_hash = password_hash || 'x' where id = ${id}`.execute(tx);
          await new Promise((done) => setTimeout(done, 50));
        }
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    const rows = await store.read((db) => db.selectFrom("account").select("password_hash").execute());
    expect(rows.map((row) => row.password_hash)).toEqual(["0xx", "0xx"]);
  });

  test("a transaction that continues after a failed statement is an error and not a success", async () => {
    const { store } = await freshStore();
    const write = store.write(async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
      return "fine";
    });
    await expect(write).rejects.toThrow("went on after a failed statement");
  });

  test("a statement is aborted after 5 seconds, unless the write is marked as long", async () => {
    const { store } = await freshStore();
    const sleep = (long: boolean) => store.write((tx) => sql`select pg_sleep(6)`.execute(tx), { long });
    const [short, long] = await Promise.allSettled([sleep(false), sleep(true)]);
    expect(short.status === "rejected" && short.reason).toBeInstanceOf(StoreUnavailable);
    expect(long.status).toBe("fulfilled");
  });

  test("the queries of every request are prepared once per connection, and survive a newer server's new column", async () => {
    const { store } = await freshStore();
    const session = { id: "s", remember: 1, user_agent: "", expires_at: 9 } as const;
    const ada = { username: "ada", email: "ada@x", passwordHash: "0", role: "learner", at: 1 } as const;
    await store.write(async (tx) => {
      const inserted = await insertUser(tx, ada);
      if (inserted.ok) await insertSession(tx, { ...session, user_id: inserted.user.id }, 1);
    });
    const statements = await store.read(async (db) => {
      for (let i = 0; i < 8; i++) await listPublishedCourses(db, 1);
      return sql<{ name: string }>`
        select name from pg_prepared_statements where statement like '%course%'`.execute(db);
    });
    expect(statements.rows).toHaveLength(1);
    const sessions = () =>
      Promise.all(["s", "none", "s"].map((id) => store.read((db) => findSessionWithUser(db, id))));
    const found = await sessions();
    expect(found).toEqual([expect.objectContaining({ username: "ada" }), null, found[0]]);
    for (const table of ["account", "session", "stored_course"])
      await store.write((tx) =>
        sql`alter table ${sql.table(table)} add column more text default 'x'`.execute(tx),
      );
    expect(await sessions()).toEqual(found);
    expect(await store.read((db) => listPublishedCourses(db, 1))).toEqual([]);
  });

  test("concurrent queries of one read all get their rows", async () => {
    const { store } = await freshStore();
    const results = await store.read((db) =>
      Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${sql.lit(n)} as n`.execute(db))),
    );
    expect(results.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
  });

  test("counts and sums are numbers, and one too large is an error", async () => {
    const { store } = await freshStore();
    const valueOf = (expression: string) =>
      store.read(
        async (db) => (await sql<{ n: unknown }>`select ${sql.raw(expression)} as n`.execute(db)).rows[0]?.n,
      );
    expect(await valueOf("count(*)")).toBe(1);
    expect(await valueOf("sum(5::bigint)")).toBe(5);
    expect(await valueOf("avg(1.5)")).toBe(1.5);
    await expect(valueOf("9007199254740993::bigint")).rejects.toThrow(RangeError);
    expect(await valueOf("2")).toBe(2);
  });
});

test.each([
  ["53100", StorageFull],
  ["ENOSPC", StorageFull],
  ["57P01", StoreUnavailable],
  ["57P03", StoreUnavailable],
  ["08006", StoreUnavailable],
  ["53300", StoreUnavailable],
  ["57014", StoreUnavailable],
  ["ECONNREFUSED", StoreUnavailable],
  ["ENOTFOUND", StoreUnavailable],
  ["40P01", StoreUnavailable],
])("an error %s is translated to an error of the store", (code, kind) => {
  const error = Object.assign(new Error("x"), { code });
  expect(translateError(error)).toBeInstanceOf(kind);
  expect((translateError(error) as Error).cause).toBe(error);
});

test.each(["23505", "42601", "22P02", ""])(
  "an error %s is a programming mistake and stays as it is",
  (code) => {
    const error = Object.assign(new Error("x"), { code });
    expect(translateError(error)).toBe(error);
  },
);
