// A copy of a SQLite database as one file, taken beside a running server: one moment of it, without its write-ahead log.

import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { translateError } from "./sqlite-errors.ts";
import { DatabaseSync } from "./sqlite-module.ts";
import { StorageFull, StoreRefused } from "../store.ts";
import { syncFile, syncFolder } from "./sync.ts";

/**
 * Writes `path`, readable for this account only; what has this name is whole, also after a kill or a loss of power. Throws
 * StoreRefused when it is there already or cannot be made, StorageFull when the disk is full; then nothing stays behind.
 */
export function backUp(databaseFile: string, path: string): void {
  if (existsSync(path)) throw new StoreRefused(`${path} is there already. Choose another name.`);
  const draft = `${path}.part`;
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5_000 });
  try {
    rmSync(draft, { force: true });
    database.prepare("vacuum into ?").run(draft);
    chmodSync(draft, 0o600);
    syncFile(draft);
    renameSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(draft, { force: true });
    const meaning = translateError(error);
    if (meaning instanceof StorageFull) throw meaning;
    throw new StoreRefused(`${path} cannot be written: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}
