// Opens the store on a folder with one SQLite database, for one server.
//
// There are two connections to the file. The writer commits with a full sync, since WAL alone would lose the last
// commits at a loss of power; the reader is read-only and sees committed data.

import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { removeChecksum } from "./checksum.ts";
import { DatabaseFile } from "./database-file.ts";
import type { AnyTables } from "../dialect-forks.ts";
import { HandleFactory } from "../handle.ts";
import { type Migration, migrate, type MigrationTarget, pendingMigrations } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { openReadOnly } from "./open-read-only.ts";
import { canWrite } from "./open-to-read.ts";
import { ServerLock } from "./server-lock.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { SqliteDialect } from "./sqlite-dialect.ts";
import { translateError } from "./sqlite-errors.ts";
import { DatabaseSync } from "./sqlite-module.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import {
  type Read,
  StorageFull,
  type Store,
  type StoreLog,
  StoreRefused,
  StoreUnavailable,
} from "../store.ts";
import { logOnce } from "../log-once.ts";
import { InFlight } from "../transaction.ts";

export const databaseFileName = "tabstop.sqlite";
export const lockFileName = "tabstop.lock";
/** The copy of a backup that will replace the database; see `restore.ts`. */
export const restoringFileName = `${databaseFileName}.restoring`;

export type SqliteOptions = {
  /** Created when it does not exist. */
  readonly folder: string;
  /**
   * A `server` holds the folder's lock while it runs and is refused when another server holds it. A `command` may run
   * beside a server and then does not migrate. A `reader` is a command that needs no write, so that the folder may be
   * one that this account cannot write to. Default: server.
   */
  readonly role?: "server" | "command" | "reader";
  readonly log?: StoreLog;
  /** Replaces the program's own migrations in tests of migrating. */
  readonly migrations?: readonly Migration[];
};

/** Throws StoreRefused with a sentence for the operator. */
export async function openSqlite(given: SqliteOptions): Promise<Store> {
  const folder = resolve(given.folder);
  if (given.role === "reader" && !canWriteAll(folder)) return openFrozen(folder, given);
  const options = given.role === "reader" ? { ...given, role: "command" as const } : given;
  prepareFolder(folder);
  const lock = takeLock(join(folder, lockFileName), options);
  if (!lock && options.role !== "command") {
    throw new StoreRefused(
      `Another Tabstop server is using the folder ${folder}. Stop it, or choose another DATA_DIR.`,
    );
  }
  if (options.role !== "command") removePartialCopy(folder);
  // A restore is running, and a command would use the file that is being replaced.
  else if (!lock && existsSync(join(folder, restoringFileName)))
    throw new StoreRefused(`A backup is being restored in the folder ${folder}. Wait until that has ended.`);
  try {
    const store = await openDatabase(folder, lock, options);
    if (options.role === "command") lock?.release();
    return store;
  } catch (error) {
    lock?.release();
    throw refusalOf(error, folder);
  }
}

function canWriteAll(folder: string): boolean {
  const files = [databaseFileName, lockFileName].map((name) => join(folder, name));
  return [folder, ...files.filter((file) => existsSync(file))].every(canWrite);
}

async function openFrozen(folder: string, { migrations: own }: SqliteOptions): Promise<Store> {
  try {
    return await openReadOnly(join(folder, databaseFileName), own ?? migrations);
  } catch (error) {
    throw refusalOf(error, folder);
  }
}

/** Removes what a killed restore left. The caller holds the lock. */
export function removePartialCopy(folder: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"])
    rmSync(join(folder, restoringFileName + suffix), { force: true });
}

function takeLock(file: string, { role }: SqliteOptions): ServerLock | null {
  refuseReadOnly(file);
  try {
    return ServerLock.take(file, role === "command" ? 0 : undefined);
  } catch (error) {
    throw unusable(file, error);
  }
}

// SQLite silently opens a file for reading when it may not write to it: the lock would lock nothing, and every save
// would fail.
function refuseReadOnly(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw unusable(file, error);
  }
}

function unusable(file: string, error: unknown): StoreRefused {
  return new StoreRefused(`The file ${file} cannot be used: ${(error as Error).message}`, { cause: error });
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StoreRefused(`The folder ${folder} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function refusalOf(error: unknown, folder: string): unknown {
  const translated = translateError(error);
  if (!(translated instanceof StoreUnavailable || translated instanceof StorageFull)) return translated;
  const file = join(folder, databaseFileName);
  return new StoreRefused(`The database ${file} cannot be used: ${translated.message}`, { cause: error });
}

async function openDatabase(folder: string, lock: ServerLock | null, options: SqliteOptions): Promise<Store> {
  const path = join(folder, databaseFileName);
  refuseReadOnly(path);
  // Only for this account: it contains password hashes, and the folder may have been created by someone else. SQLite
  // gives the files beside it the same rights.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  else if (lock) removeChecksum(path);
  const writing = connect(path, false);
  try {
    await bringUpToDate(writing, path, lock !== null, options.migrations ?? migrations);
    return storeOver(writing, connect(path, true), new DatabaseFile(path), lock, options);
  } catch (error) {
    writing.close();
    throw error;
  }
}

/** How long opening and migrating wait for another process. */
const busyMs = 5_000;
/** How long a statement waits afterwards; the writer retries by itself. */
const shortBusyMs = 100;

function connect(path: string, readOnly: boolean): SqliteConnection {
  const database = new DatabaseSync(path, {
    readOnly,
    timeout: busyMs,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
  });
  const connection = new SqliteConnection(database);
  if (readOnly) makeDurable(connection, false);
  return connection;
}

async function bringUpToDate(
  connection: SqliteConnection,
  path: string,
  hasLock: boolean,
  known: readonly Migration[],
): Promise<void> {
  const handle = new HandleFactory(new SqliteDialect()).bind<AnyTables>(connection);
  const target: MigrationTarget = { dialect: "sqlite", db: handle.db, place: path, begin: "begin immediate" };
  // Before any write, so that a database of a newer version stays unchanged.
  const pending = await pendingMigrations(target, known);
  if (pending.length > 0 && !hasLock) {
    throw new StoreRefused(
      `The running server works on an older version of the database ${path}. Restart the server first.`,
    );
  }
  makeDurable(connection, true);
  if (pending.length > 0) await migrate(target, known);
  handle.end();
  connection.value(`pragma busy_timeout = ${shortBusyMs}`);
}

// Reads each setting back: some builds of SQLite use NORMAL with WAL, and some file systems do not support WAL.
function makeDurable(connection: SqliteConnection, writes: boolean): void {
  if (writes) connection.value("pragma journal_mode = wal");
  connection.command("pragma synchronous = full");
  connection.command("pragma journal_size_limit = 67108864");
  connection.command("pragma cache_size = -16384");
  const required = { journal_mode: "wal", synchronous: 2, foreign_keys: 1 };
  for (const [pragma, value] of Object.entries(required)) {
    const found = connection.value(`pragma ${pragma}`);
    if (found !== value)
      throw new StoreRefused(`SQLite leaves ${pragma} at ${String(found)}, but ${value} is required.`);
  }
}

function storeOver(
  writing: SqliteConnection,
  reading: SqliteConnection,
  file: DatabaseFile,
  lock: ServerLock | null,
  options: SqliteOptions,
): Store {
  const assertInPlace = () => file.assertInPlace();
  const writer = new SqliteWriter(writing, assertInPlace);
  const reads = new InFlight();
  const logged = logOnce(options.log);
  const reader = new HandleFactory(new SqliteDialect()).bind(reading).db as Read;
  let closing: Promise<void> | undefined;
  const read: Store["read"] = (run) =>
    reads.during(async () => {
      if (closing) throw new StoreUnavailable("The store is closed");
      assertInPlace();
      return run(reader);
    });
  return {
    dialect: "sqlite",
    counters: writer.counters,
    read: (run) => logged(() => read(run)),
    write: (run, writeOptions) => logged(() => writer.write(run, writeOptions)),
    ping: () =>
      logged(() => read(async (db) => void (await db.selectFrom("course").select("id").limit(1).execute()))),
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    await Promise.all([writer.close(), reads.idle()]);
    reading.close();
    // The library really closes a connection only when its statements are garbage-collected, so the write-ahead log has
    // to be moved into the database explicitly.
    checkpoint(writing);
    writing.close();
    if (options.role !== "command") lock?.release();
  }
}

function checkpoint(connection: SqliteConnection): void {
  try {
    connection.value("pragma wal_checkpoint(truncate)");
  } catch {
    // Nothing is lost: the next start reads the log.
  }
}
