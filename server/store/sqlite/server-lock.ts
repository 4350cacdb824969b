// One server a folder. The lock is a second database file held under BEGIN EXCLUSIVE for life: an operating system's
// lock, which goes with the process, also after SIGKILL.
//
// Nothing else may ever open this file: closing any descriptor of it in this process would drop the lock (POSIX).

import { DatabaseSync, type DatabaseSyncInstance } from "./sqlite-module.ts";

/** A server that is just ending may take this long to let go. */
const patienceMs = 1_000;

export class ServerLock {
  readonly #database: DatabaseSyncInstance;

  private constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  /** null when another process holds it. */
  static take(file: string, waitMs = patienceMs): ServerLock | null {
    const database = new DatabaseSync(file, { timeout: waitMs });
    try {
      database.exec("begin exclusive");
      return new ServerLock(database);
    } catch (error) {
      database.close();
      if (error instanceof Error && error.message.includes("locked")) return null;
      throw error;
    }
  }

  release(): void {
    this.#database.close();
  }
}
