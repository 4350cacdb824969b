// Puts a backup in the place of a folder's SQLite database. Nothing of what was there is deleted.
//
// The order is what makes it safe. The backup is copied beside the database, and what is checked is that copy; only then
// the database there is closed tidily, gets a second, dated name, and in one rename the copy takes its place. Whenever the
// power goes, the database's name stands for all of the old one or all of the new one.

import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { appendAudit } from "../accounts/audit.ts";
import { type AnyTables, tableExists } from "../dialect-forks.ts";
import { HandleMaker } from "../handle.ts";
import { type MigrationTarget, pendingMigrations } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { databaseFileName, lockFileName, removeDraft, restoringFileName } from "./open-sqlite.ts";
import { ServerLock } from "./server-lock.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { SqliteDialect } from "./sqlite-dialect.ts";
import { isBusy, translateError } from "./sqlite-errors.ts";
import { DatabaseSync } from "./sqlite-module.ts";
import { StorageFull, StoreRefused, type Tx } from "../store.ts";
import { syncFile, syncFolder } from "./sync.ts";

export type Restored = {
  /** The dated name of the database that was there; null when there was none. */
  readonly kept: string | null;
  readonly accounts: number;
  readonly courses: number;
  /** Whether the next start has to bring it to this release's schema. */
  readonly isOlder: boolean;
};

/**
 * `file` is a backup, or the database file of a server that was stopped. Throws StoreRefused with a sentence for the
 * operator, or StorageFull; then the database is as it was.
 *
 * `folder` exists. `at`: now, in milliseconds; names what is kept, and stands in the audit.
 */
export async function restore(given: {
  readonly file: string;
  readonly folder: string;
  readonly at: number;
}): Promise<Restored> {
  const { folder, at } = given;
  const file = resolve(given.file);
  const database = join(folder, databaseFileName);
  refuseUnlikely(file, database);
  const lock = takeLock(folder);
  const draft = join(folder, restoringFileName);
  try {
    removeDraft(folder);
    copyBeside(file, draft);
    const found = await checkedCopy(draft, file, at);
    const kept = keptName(database, at);
    const hadOne = moveAside(database, kept);
    renameSync(draft, database);
    syncFolder(folder);
    return { ...found, kept: hadOne ? kept : null };
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOSPC" || translateError(error) instanceof StorageFull)
      throw new StorageFull("The disk is full", { cause: error });
    throw new StoreRefused(`${file} could not be restored: ${(error as Error).message}`, { cause: error });
  } finally {
    removeDraft(folder);
    lock.release();
  }
}

const magic = "SQLite format 3\0";

/** Before anything is copied: what is plainly no database, and the mistake that would put a database over itself. */
function refuseUnlikely(file: string, database: string): void {
  let start: string;
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new StoreRefused(`${file} is no file.`);
    const there = statSync(database, { throwIfNoEntry: false });
    if (there && there.dev === stat.dev && there.ino === stat.ino)
      throw new StoreRefused(`${file} is the database itself. Name a backup.`);
    start = firstBytes(file, magic.length);
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (start !== magic)
    throw new StoreRefused(
      `${file} is no backup of Tabstop: it is ${start === "" ? "empty" : "no SQLite database"}. Nothing was changed.`,
    );
}

function firstBytes(file: string, length: number): string {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}

function takeLock(folder: string): ServerLock {
  const path = join(folder, lockFileName);
  let lock: ServerLock | null;
  try {
    lock = ServerLock.take(path);
    asOwnerOf(folder, path);
  } catch (error) {
    throw new StoreRefused(`The file ${path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
  if (!lock)
    throw new StoreRefused(
      `A Tabstop server is using the folder ${folder}. Stop it first. Nothing was changed.`,
    );
  return lock;
}

// A database of a server that was killed has its last commits in the file beside it.
function copyBeside(file: string, draft: string): void {
  for (const suffix of ["", "-wal"]) {
    if (suffix !== "" && !existsSync(file + suffix)) continue;
    copyFileSync(file + suffix, draft + suffix, constants.COPYFILE_FICLONE);
    chmodSync(draft + suffix, 0o600);
  }
}

/** Checks the copy, notes in its audit what happens, and leaves it as one file that is on the disk for certain. */
async function checkedCopy(draft: string, file: string, at: number): Promise<Omit<Restored, "kept">> {
  const connection = new SqliteConnection(new DatabaseSync(draft, { timeout: 1_000 }));
  const handle = new HandleMaker(new SqliteDialect()).over<AnyTables>(connection);
  const target: MigrationTarget = { dialect: "sqlite", db: handle.db, place: file, begin: "begin immediate" };
  try {
    connection.command("pragma synchronous = full");
    refuseDamaged(connection);
    for (const table of ["migration", "account", "course", "example", "audit_entry"])
      if (!(await tableExists(target.db, "sqlite", table)))
        throw new StoreRefused(
          `${file} is no backup of Tabstop: it has no table ${table}. Nothing was changed.`,
        );
    const pending = await pendingMigrations(target, migrations);
    await appendAudit(handle.db as unknown as Tx, {
      at,
      kind: "restored",
      userId: null,
      detail: { by: "command line" },
    });
    const counted = {
      accounts: Number(connection.value("select count(*) from account")),
      courses: Number(connection.value("select count(*) from course")),
      isOlder: pending.length > 0,
    };
    connection.value("pragma journal_mode = delete");
    return counted;
  } catch (error) {
    if (!isBroken(error)) throw error;
    const { message } = error as Error;
    throw new StoreRefused(`${file} is damaged (${message}). Take another backup. Nothing was changed.`);
  } finally {
    handle.end();
    connection.close();
    asOwnerOf(join(draft, ".."), draft);
    syncFile(draft);
  }
}

function refuseDamaged(connection: SqliteConnection): void {
  const first = connection.value("pragma integrity_check(1)");
  if (first !== "ok") throw new Damaged(String(first).replaceAll(/\s+/g, " "));
  const orphan = connection.value("pragma foreign_key_check") as string | undefined;
  if (orphan !== undefined) throw new Damaged(`the table ${orphan} refers to rows that are not there`);
}

class Damaged extends Error {}

function isBroken(error: unknown): boolean {
  return error instanceof Damaged || /malformed|not a database/.test((error as Error).message);
}

/** Such as `tabstop.sqlite.before-20261128T102030Z`. */
function keptName(database: string, at: number): string {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const name = `${database}.before-${time}`;
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(free) && !existsSync(`${free}-wal`)) return free;
  }
}

/**
 * Gives the database there a second name, and leaves nothing beside it that SQLite would take for a part of the new one.
 * Answers whether there was one.
 */
function moveAside(database: string, kept: string): boolean {
  const hadOne = existsSync(database);
  if (hadOne) {
    // What SQLite does not know for a database it would open all the same, and throw its log away.
    if (firstBytes(database, magic.length) === magic) checkpointAndClose(database);
    secondName(database, kept);
  }
  // They are there only where the database could not be opened, or is gone: whoever mends it will want them.
  const left = ["-wal", "-journal"].filter((suffix) => existsSync(database + suffix));
  for (const suffix of left) secondName(database + suffix, kept + suffix);
  syncFolder(join(database, ".."));
  for (const suffix of [...left, "-shm"]) rmSync(database + suffix, { force: true });
  syncFolder(join(database, ".."));
  return hadOne;
}

// Makes one file of it. SQLite does that for whoever is alone with the database only, so that it also tells whether a
// command is still at work on it.
function checkpointAndClose(database: string): void {
  const connection = new DatabaseSync(database, { timeout: 1_000 });
  try {
    // Not prepared: the library would close the connection later than it says.
    connection.exec("pragma journal_mode = delete");
  } catch (error) {
    if (isBusy(error))
      throw new StoreRefused(`Another program is using ${database}. End it first. Nothing was changed.`);
    // What is broken stays as it is: that may be why there is a backup to be restored.
    if (!isBroken(error)) throw error;
  } finally {
    connection.close();
  }
}

// Some file systems know only one name a file.
function secondName(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    copyFileSync(path, name, constants.COPYFILE_EXCL);
    syncFile(name);
  }
}

// An administrator's file in the folder of the server's account could not be opened by the server.
function asOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}
