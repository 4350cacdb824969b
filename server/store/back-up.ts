// A copy of a SQLite database as one file, taken beside a running server: one moment of it, without its write-ahead log.

import { chmodSync, existsSync, rmSync } from "node:fs";
import { meaningOf } from "./sqlite-errors.ts";
import { DatabaseSync } from "./sqlite-module.ts";
import { StorageFull, StoreRefused } from "./store.ts";

/**
 * Writes `path`, readable for this account only. Throws StoreRefused when it is there already or cannot be made,
 * StorageFull when the disk is; then nothing stays behind.
 */
export function backUp(databaseFile: string, path: string): void {
  if (existsSync(path)) throw new StoreRefused(`${path} is there already. Choose another name.`);
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5_000 });
  try {
    database.prepare("vacuum into ?").run(path);
    chmodSync(path, 0o600);
  } catch (error) {
    rmSync(path, { force: true });
    const meaning = meaningOf(error);
    if (meaning instanceof StorageFull) throw meaning;
    throw new StoreRefused(`${path} cannot be written: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}
