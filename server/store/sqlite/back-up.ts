// Copies a SQLite database into one file while a server may be running: its state at one moment, without write-ahead
// log.

import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { translateError } from "./sqlite-errors.ts";
import { DatabaseSync } from "./sqlite-module.ts";
import { StorageFull, StoreRefused } from "../store.ts";
import { syncFile, syncFolder } from "./sync.ts";

/**
 * Writes `path`, readable for this account only. A file of this name is always complete, also after a kill or a loss of
 * power. Throws StoreRefused when it exists or cannot be written, StorageFull when the disk is full; then it leaves no
 * file.
 */
export function backUp(databaseFile: string, path: string): void {
  if (existsSync(path)) throw new StoreRefused(`${path} already exists. Choose another name.`);
  const partial = `${path}.part`;
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5_000 });
  try {
    rmSync(partial, { force: true });
    database.prepare("vacuum into ?").run(partial);
    chmodSync(partial, 0o600);
    syncFile(partial);
    renameSync(partial, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(partial, { force: true });
    const translated = translateError(error);
    if (translated instanceof StorageFull) throw translated;
    throw new StoreRefused(`${path} cannot be written: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}
