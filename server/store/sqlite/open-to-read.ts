// Opens a SQLite database for a command that only reads. It works in a folder that this account cannot write to, such as
// a mounted snapshot, where SQLite alone fails: in WAL mode it wants to create two files beside the database.
//
// - Both files exist: SQLite can use them without writing. Their locks keep a running server's commits apart.
// - A write-ahead log without its index: the last commits are in the log, so both are copied and the copy is read.
// - No log: no server has the database open, and SQLite reads the file as one that does not change (`immutable`).
//
// In the last two cases no lock stops a server that starts at the same time, so the reader afterwards compares the files.

import { accessSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { StoreRefused } from "../store.ts";
import { DatabaseSync, type DatabaseSyncInstance } from "./sqlite-module.ts";

export type OpenedToRead = {
  readonly database: DatabaseSyncInstance;
  /** Throws StoreRefused if the files changed after `openToRead`: what was read may be of two moments. */
  assertUnchanged(): void;
  close(): void;
};

const busyMs = 5_000;
const options = { readOnly: true, timeout: busyMs, enableDoubleQuotedStringLiterals: false } as const;

/** `file` exists. Throws StoreRefused with a sentence when it cannot be read. */
export function openToRead(file: string): OpenedToRead {
  const [wal, shm] = [`${file}-wal`, `${file}-shm`].map((path) => sizeOf(path)) as [number, number];
  for (const path of [file, ...(wal >= 0 ? [`${file}-wal`] : [])]) assertReadable(path);
  const inPlace = canWrite(dirname(file)) || (wal >= 0 && shm >= 0);
  if (inPlace) {
    const database = new DatabaseSync(file, options);
    return { database, assertUnchanged: () => undefined, close: () => closeOnce(database) };
  }
  const before = stateOf(file);
  const assertUnchanged = () => {
    if (stateOf(file) === before) return;
    throw new StoreRefused(`The database ${file} was changed while it was read. Run the command again.`);
  };
  if (wal <= 0) {
    const url = pathToFileURL(file);
    url.searchParams.set("immutable", "1");
    const database = new DatabaseSync(url, options);
    return { database, assertUnchanged, close: () => closeOnce(database) };
  }
  return { ...openCopy(file, assertUnchanged), assertUnchanged };
}

/** Whether this process may write to a file or a folder; also false on a file system that is mounted read-only. */
export function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function openCopy(file: string, assertUnchanged: () => void): Omit<OpenedToRead, "assertUnchanged"> {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-read-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "copy.sqlite");
    for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, copy + suffix, constants.COPYFILE_FICLONE);
    assertUnchanged();
    const database = new DatabaseSync(copy, options);
    return {
      database,
      close() {
        closeOnce(database);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function closeOnce(database: DatabaseSyncInstance): void {
  if (database.isOpen) database.close();
}

function assertReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new StoreRefused(`The database cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** -1 for a file that does not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}

/** Changes whenever a server writes to the database or opens it. */
function stateOf(file: string): string {
  return ["", "-wal", "-shm"]
    .map((suffix) => statSync(file + suffix, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : "none"))
    .join();
}
