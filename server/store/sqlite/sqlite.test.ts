// Tests of features and problems that only SQLite has: group commit, one server per folder, a file that can break.

import {
  chmodSync,
  mkdtempSync,
  openSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startChild } from "../../test/children.ts";
import { courseOf, examplesByTitle, learners } from "../../test/courses.ts";
import { freshSqlite, type TestStore } from "../../test/stores.ts";
import { appendAudit, listAudit } from "../accounts/audit.ts";
import { insertCourse } from "../content/insert-course.ts";
import { databaseFileName, lockFileName, openSqlite } from "./open-sqlite.ts";
import { recordAutosave } from "../results/autosaves.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { DatabaseSync, type DatabaseSyncInstance } from "./sqlite-module.ts";
import { StorageFull, type Store, type StoreLog, StoreRefused, StoreUnavailable } from "../store.ts";

async function freshStore(log?: StoreLog): Promise<TestStore> {
  const test = await freshSqlite(log);
  onTestFinished(() => test.remove());
  return test;
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const lines: string[] = [];
const log: StoreLog = {
  warn: (_, message) => void lines.push(message),
  error: (_, message) => void lines.push(message),
};

function note(store: Store, at: number, detail = "") {
  return store.write((tx) => appendAudit(tx, { at, kind: "note", userId: 1, detail: { detail } }));
}

async function notes(store: Store): Promise<number[]> {
  const entries = await store.read((db) => listAudit(db, 1, 10_000));
  return entries.map((entry) => entry.at).reverse();
}

describe("group commit", () => {
  test("64 concurrent saves need one commit, 640 saves of 64 clients ten", async () => {
    const { store } = await freshStore();
    await store.write((tx) => insertCourse(tx, { course: courseOf("A", [1]), at: 0 }));
    const users = await learners(store, ...Array.from({ length: 64 }, (_, i) => `u${i}`));
    const exampleId = (await examplesByTitle(store)).get("A1.1.1") as number;
    const save = (userId: number, percent: number) =>
      store.write((tx) =>
        recordAutosave(tx, { userId, exampleId, percent, at: percent, accuracy: 100, errors: 0 }),
      );
    const before = { ...store.counters };
    for (let round = 1; round <= 10; round++) await Promise.all(users.map((user) => save(user, round)));
    expect({ ...store.counters }).toEqual({
      commits: before.commits + 10,
      transactions: before.transactions + 640,
    });
  });

  test("a commit contains at most 64 writes", async () => {
    const { store } = await freshStore();
    const before = store.counters.commits;
    await Promise.all(Array.from({ length: 65 }, (_, i) => note(store, i)));
    expect(store.counters.commits).toBe(before + 2);
  });

  test("a failed commit rejects every write in it, and the next one succeeds", async () => {
    const { store } = await freshStore();
    const orphan = store.write(async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await tx.insertInto("activity").values({ user_id: 4_711, last_active_at: 1 }).execute();
    });
    const beside = [note(store, 1), note(store, 2)];
    for (const write of [orphan, ...beside])
      await expect(write).rejects.toThrow("FOREIGN KEY constraint failed");
    expect(await notes(store)).toEqual([]);
    await note(store, 3);
    expect(await notes(store)).toEqual([3]);
  });

  test("a caller gets its outcome only after the commit, even if its own write failed", async () => {
    const { store } = await freshStore();
    const order: string[] = [];
    const failing = store.write(async () => {
      throw new Error("no");
    });
    const failed = failing.catch(async () => {
      order.push(`failed after ${store.counters.commits} commits`);
    });
    const written = store.write(async (tx) =>
      appendAudit(tx, { at: 1, kind: "note", userId: 1, detail: {} }),
    );
    await Promise.all([failed, written]);
    expect(order).toEqual(["failed after 1 commits"]);
  });

  test("a transaction that never ends is rolled back and cannot continue later, and the others run", async () => {
    const { store } = await freshStore();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let wake = () => {};
    const sleep = new Promise<void>((done) => {
      wake = done;
    });
    let late: Promise<void> | undefined;
    const endless = store.write(async (tx) => {
      await appendAudit(tx, { at: 1, kind: "note", userId: 1, detail: {} });
      late = sleep.then(() => appendAudit(tx, { at: 2, kind: "note", userId: 1, detail: {} }));
      await late;
    });
    const next = note(store, 3);
    const failed = expect(endless).rejects.toThrow("did not end within 30000 ms");
    await new Promise((done) => setImmediate(done));
    await new Promise((done) => setImmediate(done));
    await vi.advanceTimersByTimeAsync(30_000);
    await Promise.all([failed, next]);
    wake();
    await expect(late).rejects.toThrow("is an await missing?");
    expect(await notes(store)).toEqual([3]);
  });

  test("readers continue while a transaction of many statements runs, and see none of its changes", async () => {
    const { store } = await freshStore();
    let seen = -1;
    await store.write(async (tx) => {
      await appendAudit(tx, { at: 1, kind: "note", userId: 1, detail: {} });
      await new Promise((done) => setImmediate(done));
      seen = (await notes(store)).length;
    });
    expect(seen).toBe(0);
    expect(await notes(store)).toEqual([1]);
  });
});

describe("the folder", () => {
  test("every connection is durable: WAL with a full sync, foreign keys on", async () => {
    const { store } = await freshStore();
    const pragmas = async (door: Store["read"]) =>
      Promise.all(
        ["journal_mode", "synchronous", "foreign_keys"].map((pragma) =>
          door(async (db) => {
            const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(pragma)}`.execute(db);
            return Object.values(rows[0] ?? {})[0];
          }),
        ),
      );
    expect(await pragmas(store.read)).toEqual(["wal", 2, 1]);
    expect(await pragmas(store.write as Store["read"])).toEqual(["wal", 2, 1]);
  });

  test("a second server is refused, in this and in another process, with a sentence that names the folder", async () => {
    const { place } = await freshStore();
    await expect(openSqlite({ folder: place })).rejects.toThrow(StoreRefused);
    await expect(openSqlite({ folder: place })).rejects.toThrow(`is using the folder ${place}`);

    const folder = freshFolder();
    const other = startChild("./saving-server.ts", folder);
    onTestFinished(() => other.kill());
    await other.line("open");
    await expect(openSqlite({ folder })).rejects.toThrow(`is using the folder ${folder}`);
    await other.kill();
    const store = await openSqlite({ folder });
    await store.close();
  });

  test("a command works while a server runs", async () => {
    const { store, place } = await freshStore();
    const command = await openSqlite({ folder: place, role: "command" });
    await Promise.all([note(store, 1), note(command, 1), note(store, 1)]);
    expect(await notes(store)).toEqual([1, 1, 1]);
    await command.close();
    await note(store, 2);
    await expect(openSqlite({ folder: place })).rejects.toThrow(StoreRefused);
  });

  test("a command without a running server migrates the database, and does not block a server", async () => {
    const folder = freshFolder();
    const command = await openSqlite({ folder, role: "command" });
    const server = await openSqlite({ folder });
    await note(command, 1);
    expect(await notes(server)).toEqual([1]);
    await command.close();
    await server.close();
  });

  test("a server waits for a command's transaction without blocking its own readers", async () => {
    const { store, place } = await freshStore();
    const command = await openSqlite({ folder: place, role: "command" });
    let release = () => {};
    const slow = command.write(() => new Promise<void>((done) => (release = done)));
    await new Promise((done) => setTimeout(done, 20));
    const waiting = note(store, 1);
    await new Promise((done) => setTimeout(done, 20));
    expect(await notes(store)).toEqual([]);
    release();
    await Promise.all([slow, waiting]);
    expect(await notes(store)).toEqual([1]);
    await command.close();
  });

  test("after closing, one file contains all data", async () => {
    const folder = freshFolder();
    const store = await openSqlite({ folder });
    await note(store, 1);
    await store.close();
    await store.close();
    const log = join(folder, `${databaseFileName}-wal`);
    expect(statSync(log, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    for (const name of readdirSync(folder)) if (name !== databaseFileName) rmSync(join(folder, name));
    const again = await openSqlite({ folder });
    expect(await notes(again)).toEqual([1]);
    await again.close();
  });

  test.each([1, 8])(
    "after a kill while %i clients are saving, every acknowledged save is stored",
    async (atOnce) => {
      const folder = freshFolder();
      for (let round = 1; round <= 3; round++) {
        const server = startChild("./saving-server.ts", folder, String(atOnce), String(round * 1_000_000));
        onTestFinished(() => server.kill());
        await server.line("kept");
        await new Promise((done) => setTimeout(done, 30 + 60 * Math.random()));
        await server.kill();
        const store = await openSqlite({ folder });
        const rows = await store.read((db) =>
          db.selectFrom("audit_entry").select("at").orderBy("id").execute(),
        );
        const found = rows.map((row) => row.at);
        const acknowledged = server.lines.filter((line) => line.startsWith("kept"));
        expect(acknowledged.length).toBeGreaterThan(0);
        expect(acknowledged.filter((line) => !found.includes(Number(line.slice(5))))).toEqual([]);
        expect(new Set(found).size).toBe(found.length);
        expect(await integrity(store)).toBe("ok");
        await store.close();
      }
    },
  );
});

async function integrity(store: Store): Promise<unknown> {
  const { rows } = await store.read((db) =>
    sql<{ integrity_check: string }>`pragma integrity_check`.execute(db),
  );
  return rows[0]?.integrity_check;
}

describe("a file that breaks", () => {
  test("a database whose file was moved or replaced is unavailable, and works again when the file is back", async () => {
    lines.length = 0;
    const { store, place } = await freshStore(log);
    await note(store, 1);
    const file = join(place, databaseFileName);
    renameSync(file, `${file}.away`);
    await expect(note(store, 2)).rejects.toThrow(StoreUnavailable);
    await expect(notes(store)).rejects.toThrow(StoreUnavailable);
    await expect(store.ping()).rejects.toThrow(StoreUnavailable);
    writeFileSync(file, "something else");
    await expect(note(store, 3)).rejects.toThrow(`${file} was moved or replaced`);
    expect(lines[0]).toBe(
      `The database failed: The database file ${file} was moved or replaced while the server was running. ` +
        "Put it back or start again.",
    );
    renameSync(`${file}.away`, file);
    await note(store, 4);
    await store.ping();
    expect(await notes(store)).toEqual([1, 4]);
  });

  test("a database whose file was overwritten is unavailable, with a line in the log", async () => {
    lines.length = 0;
    const { store, place } = await freshStore(log);
    for (let i = 0; i < 200; i++) await note(store, i, "x".repeat(2_000));
    const file = join(place, databaseFileName);
    // Pages in the write-ahead log would hide the damage.
    await store.write((tx) => sql`pragma user_version = 1`.execute(tx));
    const other = new DatabaseSync(file);
    other.exec("pragma wal_checkpoint(truncate)");
    other.close();
    damage(file);
    await expect(notes(store)).rejects.toThrow(StoreUnavailable);
    expect(lines[0]).toContain("The database failed: SQLite: database disk image is malformed");
  });

  test("a file that is not a database stops the start with a sentence, and stays unchanged", async () => {
    const folder = freshFolder();
    const file = join(folder, databaseFileName);
    writeFileSync(file, "not a database, but a long text; ".repeat(100));
    const before = statSync(file).mtimeMs;
    await expect(openSqlite({ folder })).rejects.toThrow(
      `The database ${file} cannot be used: SQLite: file is not`,
    );
    await expect(openSqlite({ folder })).rejects.toThrow(StoreRefused);
    expect(statSync(file).mtimeMs).toBe(before);
  });

  test.each([lockFileName, databaseFileName])(
    "%s stops the start with a sentence when this account may only read it",
    async (name) => {
      const folder = freshFolder();
      await (await openSqlite({ folder })).close();
      chmodSync(folder, 0o777);
      for (const one of [lockFileName, databaseFileName]) chmodSync(join(folder, one), 0o666);
      chmodSync(join(folder, name), 0o444);
      const other = startChild("./opening-process.ts", folder);
      onTestFinished(() => other.kill());
      const path = join(folder, name);
      const outcome = await Promise.race([other.line("refused: "), other.line("open")]);
      expect(outcome).toBe(
        `refused: The file ${path} cannot be used: EACCES: permission denied, access '${path}'`,
      );
    },
  );

  test("no other account may read the created files, even in a folder that all accounts may read", async () => {
    const folder = freshFolder();
    chmodSync(folder, 0o755);
    const store = await openSqlite({ folder });
    await note(store, 1);
    for (const suffix of ["", "-wal", "-shm"])
      expect([suffix, statSync(join(folder, databaseFileName + suffix)).mode & 0o077]).toEqual([suffix, 0]);
    await store.close();
  });

  test("a folder that cannot be created stops the start with a sentence", async () => {
    const folder = join(freshFolder(), "file");
    writeFileSync(folder, "");
    await expect(openSqlite({ folder: join(folder, "data") })).rejects.toThrow("cannot be used: ENOTDIR");
    await expect(openSqlite({ folder })).rejects.toThrow(StoreRefused);
  });

  test("on a full disk writes are refused and reads succeed, and writes succeed again when there is room", async () => {
    lines.length = 0;
    const { store } = await freshStore(log);
    await note(store, 1);
    const pages = (limit: number) =>
      store.write((tx) => sql`pragma max_page_count = ${sql.lit(limit)}`.execute(tx));
    await pages(1);
    const writes = Array.from({ length: 20 }, (_, i) => note(store, 100 + i, "x".repeat(20_000)));
    for (const write of await Promise.allSettled(writes)) {
      expect(write.status === "rejected" && write.reason).toBeInstanceOf(StorageFull);
    }
    expect(new Set(lines)).toEqual(new Set(["The database failed: The disk is full"]));
    expect(await notes(store)).toEqual([1]);
    await pages(1_000_000);
    await note(store, 2, "x".repeat(20_000));
    expect(await notes(store)).toEqual([1, 2]);
  });
});

/** Overwrites the last 8 kB of a file in place. */
function damage(file: string): void {
  const size = statSync(file).size;
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(size - 8_192, 0xaa), 0, size - 8_192, 8_192);
  closeSync(descriptor);
}

describe("a connection", () => {
  function connection(database = new DatabaseSync(":memory:")): SqliteConnection {
    const made = new SqliteConnection(database);
    onTestFinished(() => made.close());
    return made;
  }

  const query = (text: string, ...parameters: unknown[]) =>
    ({ sql: text, parameters, query: {}, queryId: {} }) as never;

  test("bytes are read as a Buffer, as from PostgreSQL", async () => {
    const one = connection();
    one.command("create table picture (bytes blob)");
    await one.executeQuery(query("insert into picture values (?)", new Uint8Array([1, 0, 255])));
    const { rows } = await one.executeQuery<{ bytes: Buffer }>(query("select bytes from picture"));
    expect(rows).toEqual([{ bytes: Buffer.from([1, 0, 255]) }]);
  });

  test("a statement is prepared once, and a thousand different ones are not all cached", async () => {
    const database = new DatabaseSync(":memory:");
    let prepared = 0;
    const counting = {
      isOpen: false,
      prepare(text: string) {
        prepared++;
        return database.prepare(text);
      },
    };
    const one = connection(counting as unknown as DatabaseSyncInstance);
    for (let i = 0; i < 10; i++) await one.executeQuery(query("select ? as n", i));
    expect(prepared).toBe(1);
    for (let i = 0; i < 1_000; i++) await one.executeQuery(query(`select ${i}`));
    await one.executeQuery(query("select 999"));
    expect(prepared).toBe(1_001);
    await one.executeQuery(query("select ? as n", 1));
    expect(prepared).toBe(1_002);
  });

  test("a number that JavaScript cannot represent is an error and not another number", async () => {
    const reading = connection().executeQuery(query("select 9007199254740993 as n"));
    await expect(reading).rejects.toThrow("too large to be represented");
  });
});
