// A backup beside a running server, and the whole way from SQLite to PostgreSQL.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { insertUser } from "../store/accounts.ts";
import { appendAudit } from "../store/audit.ts";
import { deleteUser } from "../store/delete-user.ts";
import { openPostgres } from "../store/open-postgres.ts";
import { databaseFileName, openSqlite } from "../store/open-sqlite.ts";
import { putPhoto } from "../store/photos.ts";
import { recount } from "../store/recount.ts";
import type { Store } from "../store/store.ts";
import { courseOf } from "../test/courses.ts";
import { fillStore } from "../test/many-learners.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { runCommandLine } from "./run-command-line.ts";

const scratch = mkdtempSync(join(tmpdir(), "tabstop-store-commands-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(scratch, "data-"));
});

async function run(env: Record<string, string>, ...words: string[]) {
  let out = "";
  let err = "";
  const code = await runCommandLine(
    {
      environment: () => env,
      now: Date.now,
      print: (line) => void (out += `${line}\n`),
      warn: (line) => void (err += `${line}\n`),
      askPassword: async () => "",
    },
    words,
  );
  return { code, out, err };
}

const personNamed = (name: string) => ({
  username: name,
  email: `${name}@example.com`,
  passwordHash: "-",
  role: "learner" as const,
  at: 7,
});

/** Something of everything: many results, a photo, audit entries, and ids that were given and are gone. */
async function fill(store: Store): Promise<{ readonly highestId: number }> {
  await fillStore(store, courseOf("Ä 日本 😀", [3, 2], [4]), 203);
  return store.write(async (tx) => {
    const added = [];
    for (const name of ["mira", "gone"]) {
      const inserted = await insertUser(tx, personNamed(name));
      if (!inserted.ok) throw new RangeError("taken");
      added.push(inserted.user.id);
    }
    const [mira = 0, gone = 0] = added;
    await putPhoto(tx, {
      userId: mira,
      hash: "a".repeat(64),
      bytes: new Uint8Array([0, 255, 10, 13, 39, 92]),
      at: 9,
    });
    await appendAudit(tx, {
      at: 8,
      kind: "register",
      userId: mira,
      detail: { with: "a 'quote' and a \\ slash" },
    });
    await deleteUser(tx, gone);
    return { highestId: gone };
  });
}

/** Every row of every table, as text, in an order that does not hang on the database. */
async function everything(store: Store): Promise<Record<string, readonly string[]>> {
  const tables = await store.read(async (db) => {
    const { rows } = await (store.dialect === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = 'public'`
    ).execute(db);
    return rows.map(({ name }) => name).filter((name) => name !== "migration");
  });
  const found: Record<string, readonly string[]> = {};
  for (const table of tables.sort()) {
    const { rows } = await store.read((db) => sql<object>`select * from ${sql.table(table)}`.execute(db));
    found[table] = rows
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .map(([name, value]) => [
              name,
              ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value,
            ])
            .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
        ),
      )
      .sort();
  }
  return found;
}

test("a backup is taken beside a running server, and is that moment's database", async () => {
  const server = await openSqlite({ folder });
  try {
    await fill(server);
    const before = await everything(server);
    const file = join(scratch, "monday's backup.sqlite");
    expect(await run({ DATA_DIR: folder }, "backup", file)).toEqual({
      code: 0,
      out: `The backup is ${file}.\n`,
      err: "",
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await server.write((tx) => insertUser(tx, personNamed("after")));

    const restored = mkdtempSync(join(scratch, "restored-"));
    copyFileSync(file, join(restored, databaseFileName));
    const again = await openSqlite({ folder: restored });
    expect(await everything(again)).toEqual(before);
    await again.close();

    const twice = await run({ DATA_DIR: folder }, "backup", file);
    expect([twice.code, twice.err]).toEqual([1, `${file} is there already. Choose another name.\n`]);
  } finally {
    await server.close();
  }
});

test("a backup that cannot be written leaves nothing behind, and says why", async () => {
  await (await openSqlite({ folder })).close();
  const file = join(scratch, "no", "such", "folder", "backup");
  const ended = await run({ DATA_DIR: folder }, "backup", file);
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(/^\/\S+\/no\/such\/folder\/backup cannot be written: [^\n]+\n$/);
  expect(existsSync(file)).toBe(false);
});

test("all rows arrive in PostgreSQL with their ids, and counting goes on after the highest id ever given", async () => {
  const source = await openSqlite({ folder });
  const { highestId } = await fill(source);
  const had = await everything(source);
  await source.close();
  const { url, drop } = await freshPostgresDatabase("template0");
  const env = { DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: "s".repeat(32) };
  try {
    const ended = await run(env, "copy-to-postgres");
    expect([ended.code, ended.err]).toEqual([0, ""]);
    expect(ended.out).toContain("account\t204\n");
    expect(ended.out).toMatch(/^All of it is in PostgreSQL\. /m);

    const target = await openPostgres({ url });
    try {
      const has = await everything(target);
      expect(has).toEqual(had);
      expect(Object.values(has).filter((rows) => rows.length > 0).length).toBeGreaterThan(12);
      const added = await target.write((tx) => insertUser(tx, personNamed("next")));
      expect(added.ok && added.user.id).toBe(highestId + 1);
      await target.write((tx) => sql`delete from account where username = 'next'`.execute(tx));
      await target.write(recount, { long: true });
      expect(await everything(target)).toEqual(had);
    } finally {
      await target.close();
    }

    const twice = await run(env, "copy-to-postgres");
    expect([twice.code, twice.out]).toEqual([1, ""]);
    expect(twice.err).toBe(
      "The PostgreSQL database is not empty: it has 204 accounts. Give an empty one. Nothing was changed.\n",
    );
  } finally {
    await drop();
  }
});

test("while a server uses the folder, or where there is no database, nothing is copied", async () => {
  const { url, drop } = await freshPostgresDatabase("template0");
  const env = { DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: "s".repeat(32) };
  try {
    const none = await run(env, "copy-to-postgres");
    expect([none.code, none.err]).toEqual([1, `There is no SQLite database in ${folder}.\n`]);
    const server = await openSqlite({ folder });
    const busy = await run(env, "copy-to-postgres");
    await server.close();
    expect(busy.code).toBe(1);
    expect(busy.err).toMatch(/^Another Tabstop server is using the folder /);
  } finally {
    await drop();
  }
});

test("each of the two says for which database it is", async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "file"), "");
  await (await openSqlite({ folder })).close();
  const toWhere = await run({ DATA_DIR: folder }, "copy-to-postgres");
  expect([toWhere.code, toWhere.err]).toEqual([
    1,
    "Set DATABASE_URL to the empty PostgreSQL database that everything is to go to.\n",
  ]);
  const { url, drop } = await freshPostgresDatabase("template0");
  try {
    const dump = await run({ DATABASE_URL: url, SECRET_KEY: "s".repeat(32) }, "backup", join(scratch, "x"));
    expect([dump.code, dump.err]).toEqual([
      1,
      "The database is PostgreSQL (DATABASE_URL is set): use pg_dump for a backup.\n",
    ]);
  } finally {
    await drop();
  }
});
