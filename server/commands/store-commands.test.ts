// Backups while a server runs, restoring them, and the migration of all data from SQLite to PostgreSQL.

import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { insertUser } from "../store/accounts/accounts.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import { clearAll, holdUpClearing } from "../test/clear-all.ts";
import { deleteContent, moveContent } from "../store/content/content-changes.ts";
import { deleteUser } from "../store/accounts/delete-user.ts";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import {
  databaseFileName,
  lockFileName,
  openSqlite,
  restoringFileName,
} from "../store/sqlite/open-sqlite.ts";
import { changePreferences } from "../store/accounts/preferences.ts";
import { putPhoto } from "../store/accounts/photos.ts";
import { recount } from "../store/results/recount.ts";
import { removeChecksum } from "../store/sqlite/checksum.ts";
import { DatabaseSync } from "../store/sqlite/sqlite-module.ts";
import type { Store } from "../store/store.ts";
import { countUntil } from "../statistics/construct-counter.ts";
import { startChild } from "../test/children.ts";
import { courseOf } from "../test/courses.ts";
import { fillStore } from "../test/many-learners.ts";
import { plantMemory } from "../test/plant-memory.ts";
import { plantRun } from "../test/plant-run.ts";
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

// The library really closes a connection only when its statements are garbage collected. Until then this process still
// uses the file, which an ended server process would not. So the test continues with a copy of the file.
async function stop(store: Store): Promise<void> {
  await store.close();
  folder = copyOf(folder);
}

function copyOf(place: string): string {
  const copy = mkdtempSync(join(scratch, "copy-"));
  for (const name of readdirSync(place))
    if (name !== lockFileName) copyFileSync(join(place, name), join(copy, name));
  return copy;
}

const personNamed = (name: string) => ({
  username: name,
  email: `${name}@example.com`,
  passwordHash: "-",
  role: "learner" as const,
  at: 7,
});

/** Data of every kind: many results, a photo, audit entries, and ids that were used and deleted. */
async function fill(store: Store): Promise<{ readonly highestId: number }> {
  await fillStore(store, courseOf("Ä 日本 😀", [3, 2], [4]), 203);
  // Some runs have the longest log, some none of their optional parts.
  const log = Uint8Array.from({ length: 65_536 }, (_, n) => n % 256);
  for (const user_id of [1, 2, 3]) {
    await plantRun(store, { user_id, example_id: 1, ended_at: 1_800_000_000_000, kept: 1, log });
    await plantRun(store, {
      ...{ user_id, example_id: 2, ended_at: 5, time_ms: null, started_ms: null, zone: null },
      ...{ checked: 0, unchecked_because: "late", notes: '[{"kind":"even","percent":1}]' },
    });
  }
  for (const user_id of [1, 2]) {
    // The costs of the second are not counted yet.
    await countUntil(store, () => false);
    await plantMemory(store, { user_id, example_id: user_id });
  }
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
    await changePreferences(tx, mira, { sends_keystrokes: 0 });
    await tx
      .insertInto("removed_time")
      .values({ user_id: mira, example_id: 1, code_version: 1, time_ms: 77 })
      .execute();
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

/** The tables in which `fill` leaves nothing: those of a running server. */
const neverFilled = [
  ...["builtin_import", "highlight", "highlight_claim", "known_address", "outbox", "password_reset"],
  ...["release_file", "session", "swept_attempt", "syntax_claim", "throttle"],
];

/** Every row of every table, as text, in an order that does not depend on the database. */
async function everything(store: Store): Promise<Record<string, readonly string[]>> {
  const tables = await store.read(async (db) => {
    const { rows } = await (store.dialect === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = 'public'
          and table_type = 'BASE TABLE'`
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

test("a backup is taken while the server runs and contains the state of that moment", async () => {
  const server = await openSqlite({ folder });
  try {
    await fill(server);
    const before = await everything(server);
    const file = join(scratch, "monday's backup.sqlite");
    expect(await run({ DATA_DIR: folder }, "backup", file)).toEqual({
      code: 0,
      out: `The backup was written to ${file}.\n`,
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
    expect([twice.code, twice.err]).toEqual([1, `${file} already exists. Choose another name.\n`]);
  } finally {
    await server.close();
  }
});

test("a backup that cannot be written leaves no file behind and reports the reason", async () => {
  await (await openSqlite({ folder })).close();
  const file = join(scratch, "no", "such", "folder", "backup");
  const ended = await run({ DATA_DIR: folder }, "backup", file);
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(/^\/\S+\/no\/such\/folder\/backup cannot be written: [^\n]+\n$/);
  expect(existsSync(file)).toBe(false);
});

test("files left by a killed backup of the same name do not block a new one", async () => {
  await (await openSqlite({ folder })).close();
  const file = join(scratch, "killed.sqlite");
  writeFileSync(`${file}.part`, "half a database");
  expect((await run({ DATA_DIR: folder }, "backup", file)).err).toBe("");
  expect(readdirSync(scratch).filter((name) => name.startsWith("killed"))).toEqual(["killed.sqlite"]);
});

describe("restore", () => {
  test("restores the backup and keeps the previous database under a name with the date", async () => {
    const server = await openSqlite({ folder });
    await fill(server);
    const before = await everything(server);
    const file = join(scratch, "sunday.sqlite");
    await run({ DATA_DIR: folder }, "backup", file);
    await server.write((tx) => insertUser(tx, personNamed("after")));
    const after = await everything(server);
    await stop(server);

    const { code, out, err } = await run({ DATA_DIR: folder }, "restore", file);
    expect([code, err]).toEqual([0, ""]);
    const [now, kept, next] = out.trim().split("\n");
    expect(now).toBe(
      `${join(folder, databaseFileName)} now contains the backup, with 204 accounts and 1 course.`,
    );
    const keptFile =
      /^The previous database was kept as (\S+)\. Delete it when you no longer need it\.$/.exec(
        kept ?? "",
      )?.[1] ?? "";
    expect(keptFile).toMatch(/\/tabstop\.sqlite\.before-\d{8}T\d{6}Z$/);
    expect(next).toBe("Start the server.");
    expect(readdirSync(folder).sort()).toEqual([lockFileName, databaseFileName, basename(keptFile)].sort());
    expect(statSync(join(folder, databaseFileName)).mode & 0o777).toBe(0o600);

    const restored = await openSqlite({ folder });
    const { audit_entry: audit = [], ...rest } = await everything(restored);
    const { audit_entry: auditBefore = [], ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(audit).toEqual(expect.arrayContaining([...auditBefore]));
    expect(audit.filter((entry) => !auditBefore.includes(entry))).toEqual([
      expect.stringMatching(/command line.*"kind","restored"/),
    ]);
    await stop(restored);

    // Then the previous database is restored.
    expect((await run({ DATA_DIR: folder }, "restore", keptFile)).code).toBe(0);
    const undone = await openSqlite({ folder });
    expect((await everything(undone))["account"]).toEqual(after["account"]);
    await undone.close();
    expect(existsSync(keptFile)).toBe(true);
  });

  test("fills an empty folder", async () => {
    const file = await backupOf("mira");
    const fresh = join(folder, "not", "there", "yet");
    const { code, out } = await run({ DATA_DIR: fresh }, "restore", file);
    expect([code, out]).toEqual([
      0,
      `${join(fresh, databaseFileName)} now contains the backup, with 1 account and 0 courses.\nStart the server.\n`,
    ]);
    expect(await accountsIn(fresh)).toEqual(["mira"]);
  });

  test("tells that a backup of an earlier release has no checksum", async () => {
    const file = await backupOf("mira");
    removeChecksum(file);
    const { code, out } = await run({ DATA_DIR: folder }, "restore", file);
    expect([code, out.split("\n")[1]]).toEqual([
      0,
      `${file} has no checksum (a backup of an earlier release and a copied database have none): only its structure was checked.`,
    ]);
  });

  test("is refused while a server or another command runs", async () => {
    const file = await backupOf("mira");
    const server = await openSqlite({ folder });
    await server.write((tx) => insertUser(tx, personNamed("now")));
    expect(await run({ DATA_DIR: folder }, "restore", file)).toEqual({
      code: 1,
      out: "",
      err: `A Tabstop server is using the folder ${folder}. Stop it first. Nothing was changed.\n`,
    });
    await stop(server);

    const command = await openSqlite({ folder, role: "command" });
    await command.ping();
    expect(await run({ DATA_DIR: folder }, "restore", file)).toEqual({
      code: 1,
      out: "",
      err: `Another program is using ${join(folder, databaseFileName)}. End it first. Nothing was changed.\n`,
    });
    expect(readdirSync(folder).filter((name) => /before|restoring/.test(name))).toEqual([]);
    await command.close();
    expect(await accountsIn(folder)).toEqual(["now"]);
  });

  test("blocks other commands while it runs, and a start deletes what a killed one left", async () => {
    const server = await openSqlite({ folder });
    writeFileSync(join(folder, restoringFileName), "a copy, half of it");
    const { code, err } = await run({ DATA_DIR: folder }, "list-users");
    expect([code, err]).toEqual([
      1,
      `A backup is being restored in the folder ${folder}. Wait until that has ended.\n`,
    ]);
    await server.close();
    expect((await run({ DATA_DIR: folder }, "list-users")).code).toBe(0);
    await (await openSqlite({ folder })).close();
    expect(readdirSync(folder)).not.toContain(restoringFileName);
  });

  test.each<[why: string, make: (file: string) => void | Promise<void>, sentence: string]>([
    ["is not there", () => {}, "FILE cannot be read: ENOENT: no such file or directory, stat 'FILE'"],
    ["is a folder", (file) => mkdirSync(file), "FILE is not a file."],
    [
      "is empty",
      (file) => writeFileSync(file, ""),
      "FILE is not a Tabstop backup: it is empty. Nothing was changed.",
    ],
    [
      "is a dump of PostgreSQL",
      (file) => writeFileSync(file, "-- PostgreSQL database dump\n".repeat(100)),
      "FILE is not a Tabstop backup: it is not a SQLite database. Nothing was changed.",
    ],
    [
      "is the database of another program",
      (file) => {
        const other = new DatabaseSync(file);
        other.exec("create table migration (name text); create table account (id integer)");
        other.close();
      },
      "FILE is not a Tabstop backup: it has no table course. Nothing was changed.",
    ],
    [
      "ends too early",
      async (file) => {
        copyFileSync(await backupOf("mira"), file);
        truncateSync(file, Math.floor(statSync(file).size / 2));
      },
      "FILE is damaged (it does not end with its checksum: bytes at the end were lost, added or changed). Take another backup. Nothing was changed.",
    ],
    [
      "has no checksum and ends too early",
      async (file) => {
        copyFileSync(await backupOf("mira"), file);
        removeChecksum(file);
        truncateSync(file, Math.floor(statSync(file).size / 2));
      },
      "FILE is damaged (SQLite: database disk image is malformed). Take another backup. Nothing was changed.",
    ],
    [
      "has a page of nothing in the middle",
      async (file) => {
        copyFileSync(await backupOf(...Array.from({ length: 400 }, (_, n) => `learner${n}`)), file);
        const descriptor = openSync(file, "r+");
        writeSync(descriptor, Buffer.alloc(8192), 0, 8192, 4096 * Math.floor(statSync(file).size / 8192));
        closeSync(descriptor);
      },
      "FILE is damaged (",
    ],
    [
      "is of a newer version",
      async (file) => {
        copyFileSync(await backupOf("mira"), file);
        removeChecksum(file);
        const newer = new DatabaseSync(file);
        newer.exec("insert into migration (name) values ('9999-teams')");
        newer.close();
      },
      "The database FILE was made by a newer version of Tabstop (it has '9999-teams'). Start that version, or restore a backup that fits this one. Nothing was changed.",
    ],
  ])("a file that %s changes nothing, with a sentence that says why", async (_, make, sentence) => {
    const server = await openSqlite({ folder });
    await server.write((tx) => insertUser(tx, personNamed("now")));
    await stop(server);
    const file = join(mkdtempSync(join(scratch, "file-")), "backup");
    await make(file);
    const content = () =>
      readdirSync(folder)
        .filter((name) => name !== lockFileName)
        .map((name) => [name, readFileSync(join(folder, name)).toString("base64")]);
    const before = content();
    const { code, out, err } = await run({ DATA_DIR: folder }, "restore", file);
    expect([code, out]).toEqual([1, ""]);
    expect(err.replaceAll(file, "FILE").slice(0, sentence.length)).toBe(sentence);
    expect(err).toMatch(/^[^\n]+\n$/);
    expect(content()).toEqual(before);
  });

  test("the database cannot be restored over itself", async () => {
    await (await openSqlite({ folder })).close();
    const itself = join(folder, databaseFileName);
    const { code, err } = await run({ DATA_DIR: folder }, "restore", itself);
    expect([code, err]).toEqual([1, `${itself} is the database itself. Name a backup.\n`]);
  });

  test("restores a killed server's file with its write-ahead log, and leaves both unchanged", async () => {
    const { file, saved } = await killedServer();
    const [main, wal] = [readFileSync(file), readFileSync(`${file}-wal`)];
    expect((await run({ DATA_DIR: folder }, "restore", file)).code).toBe(0);
    expect(savesIn(join(folder, databaseFileName))).toBeGreaterThanOrEqual(saved);
    expect([readFileSync(file).equals(main), readFileSync(`${file}-wal`).equals(wal)]).toEqual([true, true]);
  });

  test("keeps the last commits of a killed server's database, and adds none of them to the restored one", async () => {
    const { place, saved } = await killedServer();
    const { out } = await run({ DATA_DIR: place }, "restore", await backupOf("mira"));
    expect(readdirSync(place).filter((name) => /-(?:wal|shm|journal)$/.test(name))).toEqual([]);
    expect(savesIn(/kept as (\S+)\. /.exec(out)?.[1] ?? "")).toBeGreaterThanOrEqual(saved);
    expect(await accountsIn(place)).toEqual(["mira"]);
  });

  test("replaces a broken database, and keeps all of its files", async () => {
    const broken = "not a database, but a long text; ".repeat(300);
    writeFileSync(join(folder, databaseFileName), broken);
    writeFileSync(join(folder, `${databaseFileName}-wal`), "what was its log");
    writeFileSync(join(folder, `${databaseFileName}-shm`), "");
    const { code, out } = await run({ DATA_DIR: folder }, "restore", await backupOf("mira"));
    expect(code).toBe(0);
    const kept = /kept as (\S+)\. /.exec(out)?.[1] ?? "";
    expect(readFileSync(kept, "utf8")).toBe(broken);
    expect(readFileSync(`${kept}-wal`, "utf8")).toBe("what was its log");
    expect(await accountsIn(folder)).toEqual(["mira"]);
  });

  test("a write-ahead log without its database is ignored", async () => {
    const { place, file } = await killedServer();
    rmSync(file);
    expect((await run({ DATA_DIR: place }, "restore", await backupOf("mira"))).code).toBe(0);
    expect(await accountsIn(place)).toEqual(["mira"]);
  });

  test("leaves the whole old database or the whole new one when it is killed at any moment", async () => {
    const [old, backup] = [await backupOf("old"), await backupOf("new", "newer")];
    const begin = () => {
      const place = mkdtempSync(join(scratch, "killed-"));
      copyFileSync(old, join(place, databaseFileName));
      const child = startChild("./command-process.ts", place, "restore", backup);
      onTestFinished(() => child.kill());
      return { place, child };
    };
    const whole = begin();
    await whole.child.line("begun");
    const begunAt = performance.now();
    expect(await whole.child.line("ended")).toBe("ended 0");
    const tookMs = performance.now() - begunAt;
    await whole.child.kill();
    expect(await accountsIn(whole.place)).toEqual(["new", "newer"]);
    for (let round = 0; round < 4; round++) {
      const { place, child } = begin();
      await child.line("begun");
      await new Promise((done) => setTimeout(done, (tookMs * round) / 3));
      await child.kill();
      expect([["old"], ["new", "newer"]]).toContainEqual(await accountsIn(copyOf(place)));
      expect((await run({ DATA_DIR: place }, "restore", backup)).code).toBe(0);
      expect(await accountsIn(place)).toEqual(["new", "newer"]);
      expect(readdirSync(place).filter((name) => name.startsWith(restoringFileName))).toEqual([]);
    }
  }, 120_000);

  /** A backup of a database with these accounts. */
  async function backupOf(...names: string[]): Promise<string> {
    const place = mkdtempSync(join(scratch, "source-"));
    const source = await openSqlite({ folder: place });
    await source.write(async (tx) => {
      for (const name of names) await insertUser(tx, personNamed(name));
    });
    const file = join(place, "backup.sqlite");
    expect((await run({ DATA_DIR: place }, "backup", file)).code).toBe(0);
    await source.close();
    return file;
  }

  function savesIn(file: string): number {
    const database = new DatabaseSync(file, { readOnly: true });
    const found = database.prepare("select count(*) as n from audit_entry where kind = 'saved'").get();
    database.close();
    return found.n;
  }

  async function accountsIn(place: string): Promise<readonly string[]> {
    const store = await openSqlite({ folder: place });
    const rows = await store.read((db) =>
      db.selectFrom("account").select("username").orderBy("id").execute(),
    );
    await store.close();
    return rows.map(({ username }) => username);
  }

  let killed: Promise<{ readonly place: string; readonly saved: number }> | undefined;

  /** The folder of a server that was killed while saving, and the number of saves that it had acknowledged. */
  async function killedServer() {
    killed ??= (async () => {
      const place = mkdtempSync(join(scratch, "killed-"));
      const server = startChild("./saving-server.ts", place);
      await server.line("kept 20");
      await server.kill();
      return { place, saved: server.lines.filter((line) => line.startsWith("kept")).length };
    })();
    const { place, saved } = await killed;
    const copy = copyOf(place);
    const file = join(copy, databaseFileName);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    return { place: copy, file, saved };
  }
});

test("all rows arrive in PostgreSQL with their ids, and new ids continue after the highest one", async () => {
  const source = await openSqlite({ folder });
  const { highestId } = await fill(source);
  // Content that is deleted but not cleared is copied as well, with the work that is left.
  await holdUpClearing(source);
  await source.write((tx) => deleteContent(tx, "example", 1));
  await source.write((tx) => moveContent(tx, "chapter", 3, 1));
  const had = await everything(source);
  await source.close();
  const { url, drop } = await freshPostgresDatabase("template0");
  const env = { DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: "s".repeat(32) };
  try {
    const ended = await run(env, "copy-to-postgres");
    expect([ended.code, ended.err]).toEqual([0, ""]);
    expect(ended.out).toContain("account\t204\n");
    expect(ended.out).toMatch(/^Everything was copied to PostgreSQL\. /m);

    const target = await openPostgres({ url });
    try {
      const has = await everything(target);
      expect(has).toEqual(had);
      const empty = Object.keys(has).filter((table) => has[table]?.length === 0);
      expect(empty, "a table without a row shows nothing").toEqual(neverFilled);
      const added = await target.write((tx) => insertUser(tx, personNamed("next")));
      expect(added.ok && added.user.id).toBe(highestId + 1);
      await target.write((tx) => sql`delete from account where username = 'next'`.execute(tx));
      expect(await everything(target)).toEqual(had);
      await clearAll(target);
      const cleared = await everything(target);
      expect(cleared["stored_example"]).toHaveLength((had["stored_example"]?.length ?? 0) - 1);
      await target.write(recount, { long: true });
      expect(await everything(target)).toEqual(cleared);
    } finally {
      await target.close();
    }

    const twice = await run(env, "copy-to-postgres");
    expect([twice.code, twice.out]).toEqual([1, ""]);
    expect(twice.err).toBe(
      "The PostgreSQL database is not empty: it has 204 accounts. Use an empty one. Nothing was changed.\n",
    );
  } finally {
    await drop();
  }
});

test("while a server uses the folder, or without a database, nothing is copied", async () => {
  const { url, drop } = await freshPostgresDatabase("template0");
  const env = { DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: "s".repeat(32) };
  try {
    const none = await run(env, "copy-to-postgres");
    expect([none.code, none.err]).toEqual([
      1,
      `There is no database in ${folder}. Set DATA_DIR to the server's folder, or start the server once.\n`,
    ]);
    const server = await openSqlite({ folder });
    const busy = await run(env, "copy-to-postgres");
    await server.close();
    expect(busy.code).toBe(1);
    expect(busy.err).toMatch(/^Another Tabstop server is using the folder /);
  } finally {
    await drop();
  }
});

test("each command refuses the database that it is not for, with a sentence", async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "file"), "");
  await (await openSqlite({ folder })).close();
  const toWhere = await run({ DATA_DIR: folder }, "copy-to-postgres");
  expect([toWhere.code, toWhere.err]).toEqual([
    1,
    "Set DATABASE_URL to the empty PostgreSQL database to copy into.\n",
  ]);
  const { url, drop } = await freshPostgresDatabase("template0");
  try {
    const dump = await run({ DATABASE_URL: url, SECRET_KEY: "s".repeat(32) }, "backup", join(scratch, "x"));
    expect([dump.code, dump.err]).toEqual([
      1,
      "The database is PostgreSQL (DATABASE_URL is set): use pg_dump for a backup.\n",
    ]);
    const back = await run({ DATABASE_URL: url, SECRET_KEY: "s".repeat(32) }, "restore", join(scratch, "x"));
    expect([back.code, back.err]).toEqual([
      1,
      "The database is PostgreSQL (DATABASE_URL is set): use pg_restore to restore what pg_dump wrote.\n",
    ]);
  } finally {
    await drop();
  }
});
