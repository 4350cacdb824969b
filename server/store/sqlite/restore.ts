// Replaces a folder's SQLite database by a backup, and deletes nothing of the old database.
//
// The order makes it safe. The backup is copied beside the database and the copy is checked. Only then is the old
// database checkpointed and given a second, dated name, and one rename replaces it by the copy. Whenever the power is
// lost, the database's name belongs either to the whole old database or to the whole new one.

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
  truncateSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { appendAudit } from "../accounts/audit.ts";
import { type AnyTables, tableExists } from "../dialect-forks.ts";
import { HandleFactory } from "../handle.ts";
import { type MigrationTarget, pendingMigrations } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { verifyChecksum, WrongChecksum } from "./checksum.ts";
import { databaseFileName, lockFileName, removePartialCopy, restoringFileName } from "./open-sqlite.ts";
import { ServerLock } from "./server-lock.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { SqliteDialect } from "./sqlite-dialect.ts";
import { isBusy, translateError } from "./sqlite-errors.ts";
import { DatabaseSync } from "./sqlite-module.ts";
import { StorageFull, StoreRefused, type Tx } from "../store.ts";
import { syncFile, syncFolder } from "./sync.ts";

export type Restored = {
  /** The dated name of the old database; null when there was none. */
  readonly kept: string | null;
  readonly accounts: number;
  readonly courses: number;
  /** Whether the next start has to migrate it. */
  readonly isOlder: boolean;
  /** Whether the file had a checksum: a backup of an earlier release and a plain copy of a database have none. */
  readonly isChecked: boolean;
};

/**
 * `file` is a backup, or the database file of a stopped server. `folder` exists. `at` is the current time in
 * milliseconds, for the name of the old database and for the audit entry. Throws StoreRefused with a sentence for the
 * operator, or StorageFull; then the database is unchanged.
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
  const copy = join(folder, restoringFileName);
  try {
    removePartialCopy(folder);
    const isChecked = copyBeside(file, copy);
    const found = await checkedCopy(copy, file, at);
    const kept = keptName(database, at);
    const hadOne = moveAside(database, kept);
    renameSync(copy, database);
    syncFolder(folder);
    return { ...found, isChecked, kept: hadOne ? kept : null };
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOSPC" || translateError(error) instanceof StorageFull)
      throw new StorageFull("The disk is full", { cause: error });
    throw new StoreRefused(`${file} could not be restored: ${(error as Error).message}`, { cause: error });
  } finally {
    removePartialCopy(folder);
    lock.release();
  }
}

const magic = "SQLite format 3\0";

/** Before anything is copied, refuses a file that is clearly not a database, and the database itself. */
function refuseUnlikely(file: string, database: string): void {
  let start: string;
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new StoreRefused(`${file} is not a file.`);
    const present = statSync(database, { throwIfNoEntry: false });
    if (present && present.dev === stat.dev && present.ino === stat.ino)
      throw new StoreRefused(`${file} is the database itself. Name a backup.`);
    start = firstBytes(file, magic.length);
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (start !== magic)
    throw new StoreRefused(
      `${file} is not a Tabstop backup: it is ${start === "" ? "empty" : "not a SQLite database"}. Nothing was changed.`,
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
    giveToOwnerOf(folder, path);
  } catch (error) {
    throw new StoreRefused(`The file ${path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
  if (!lock)
    throw new StoreRefused(
      `A Tabstop server is using the folder ${folder}. Stop it first. Nothing was changed.`,
    );
  return lock;
}

/** Copies the file without its checksum, and returns whether it had one. The copy is checked, not the original. */
function copyBeside(file: string, copy: string): boolean {
  copyForUs(file, copy);
  const { bytes, isChecked } = checksumOf(copy, file);
  if (isChecked) truncateSync(copy, bytes);
  // The last commits of a killed server are in the write-ahead log beside its database. A backup has none: such a file
  // beside it belongs to something else.
  else if (existsSync(`${file}-wal`)) copyForUs(`${file}-wal`, `${copy}-wal`);
  return isChecked;
}

function copyForUs(path: string, copy: string): void {
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  chmodSync(copy, 0o600);
}

function checksumOf(copy: string, file: string): ReturnType<typeof verifyChecksum> {
  try {
    return verifyChecksum(copy);
  } catch (error) {
    if (error instanceof WrongChecksum) throw damaged(file, error);
    throw error;
  }
}

function damaged(file: string, { message }: Error): StoreRefused {
  return new StoreRefused(`${file} is damaged (${message}). Take another backup. Nothing was changed.`);
}

/** Checks the copy, adds an audit entry to it, and leaves it as one file that is synced to the disk. */
async function checkedCopy(
  copy: string,
  file: string,
  at: number,
): Promise<Omit<Restored, "kept" | "isChecked">> {
  const connection = new SqliteConnection(new DatabaseSync(copy, { timeout: 1_000 }));
  const handle = new HandleFactory(new SqliteDialect()).bind<AnyTables>(connection);
  const target: MigrationTarget = { dialect: "sqlite", db: handle.db, place: file, begin: "begin immediate" };
  try {
    connection.command("pragma synchronous = full");
    refuseDamaged(connection);
    for (const table of ["migration", "account", "course", "example", "audit_entry"])
      if (!(await tableExists(target.db, "sqlite", table)))
        throw new StoreRefused(
          `${file} is not a Tabstop backup: it has no table ${table}. Nothing was changed.`,
        );
    const pending = await pendingMigrations(target, migrations);
    await appendAudit(handle.db as unknown as Tx, {
      at,
      kind: "restored",
      userId: null,
      detail: { by: "command line" },
    });
    const result = {
      accounts: Number(connection.value("select count(*) from account")),
      courses: Number(connection.value("select count(*) from course")),
      isOlder: pending.length > 0,
    };
    connection.value("pragma journal_mode = delete");
    connection.command("pragma application_id = 0");
    return result;
  } catch (error) {
    if (!isBroken(error)) throw error;
    throw damaged(file, error as Error);
  } finally {
    handle.end();
    connection.close();
    giveToOwnerOf(join(copy, ".."), copy);
    syncFile(copy);
  }
}

function refuseDamaged(connection: SqliteConnection): void {
  const first = connection.value("pragma integrity_check(1)");
  if (first !== "ok") throw new Damaged(String(first).replaceAll(/\s+/g, " "));
  const orphan = connection.value("pragma foreign_key_check") as string | undefined;
  if (orphan !== undefined) throw new Damaged(`the table ${orphan} refers to rows that do not exist`);
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
 * Gives the old database a second name, and removes the files beside it that SQLite would take for a part of the new
 * one. Returns whether there was an old database.
 */
function moveAside(database: string, kept: string): boolean {
  const hadOne = existsSync(database);
  if (hadOne) {
    // Without this check SQLite would open a file that is not a database, and delete the log beside it.
    if (firstBytes(database, magic.length) === magic) checkpointAndClose(database);
    secondName(database, kept);
  }
  // These exist only when the database could not be opened or does not exist; a repair would need them.
  const left = ["-wal", "-journal"].filter((suffix) => existsSync(database + suffix));
  for (const suffix of left) secondName(database + suffix, kept + suffix);
  syncFolder(join(database, ".."));
  for (const suffix of [...left, "-shm"]) rmSync(database + suffix, { force: true });
  syncFolder(join(database, ".."));
  return hadOne;
}

// Moves the log into the database. SQLite does this only while no one else uses the database, so it also shows whether
// a command is still running.
function checkpointAndClose(database: string): void {
  const connection = new DatabaseSync(database, { timeout: 1_000 });
  try {
    // Not prepared: the library would keep the connection open until the statement is garbage-collected.
    connection.exec("pragma journal_mode = delete");
  } catch (error) {
    if (isBusy(error))
      throw new StoreRefused(`Another program is using ${database}. End it first. Nothing was changed.`);
    // A damaged database stays as it is; it may be the reason for the restore.
    if (!isBroken(error)) throw error;
  } finally {
    connection.close();
  }
}

// Some file systems allow only one name per file.
function secondName(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    copyFileSync(path, name, constants.COPYFILE_EXCL);
    syncFile(name);
  }
}

// Run as root, this program would leave files that the server's account cannot open.
function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}
