// Copies a SQLite database into one file while a server may be running: its state at one moment, without write-ahead
// log, with a checksum.

import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { appendChecksum, backupMark, verifyChecksum } from "./checksum.ts";
import { openToRead } from "./open-to-read.ts";
import { translateError } from "./sqlite-errors.ts";
import { DatabaseSync } from "./sqlite-module.ts";
import { StorageFull, StoreRefused } from "../store.ts";
import { syncFile, syncFolder } from "./sync.ts";

/**
 * Writes `path`, readable for this account only. A file of this name is always complete and was read back and checked,
 * also after a kill or a loss of power. Throws StoreRefused when it exists, cannot be written, or when the database is
 * damaged; StorageFull when the disk is full. Then it leaves no file.
 */
export function backUp(databaseFile: string, path: string): void {
  if (existsSync(path)) throw new StoreRefused(`${path} already exists. Choose another name.`);
  if (!existsSync(databaseFile)) throw new StoreRefused(`There is no database ${databaseFile}.`);
  const partial = `${path}.part`;
  try {
    const source = openToRead(databaseFile);
    try {
      rmSync(partial, { force: true });
      source.database.prepare("vacuum into ?").run(partial);
      source.assertUnchanged();
    } finally {
      source.close();
    }
    chmodSync(partial, 0o600);
    completeCopy(partial);
    syncFile(partial);
    verifyChecksum(partial);
    renameSync(partial, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(partial, { force: true });
    if (error instanceof StoreRefused) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOSPC" || translateError(error) instanceof StorageFull)
      throw new StorageFull("The disk is full", { cause: error });
    throw new StoreRefused(`${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

// A copy of a damaged database would replace the operator's good backups one by one, so it is refused.
function completeCopy(partial: string): void {
  const copy = new DatabaseSync(partial);
  try {
    const { integrity_check: found } = copy.prepare("pragma integrity_check(1)").get() as Record<
      string,
      string
    >;
    if (found !== "ok") throw new StoreRefused(`The database is damaged (${found}). Nothing was written.`);
    // A second file beside the copy is not needed: a copy that was not completed is deleted.
    copy.exec(`pragma journal_mode = off; pragma application_id = ${backupMark}`);
  } finally {
    copy.close();
  }
  appendChecksum(partial);
}
