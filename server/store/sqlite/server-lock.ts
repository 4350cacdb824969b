// Allows one server per folder. The lock is a second database file under BEGIN EXCLUSIVE for as long as the server
// runs: a lock of the operating system, which ends with the process, also after SIGKILL.
//
// Nothing else may open this file: closing any descriptor of it in this process would release the lock (POSIX).

import { DatabaseSync, type DatabaseSyncInstance } from "./sqlite-module.ts";

/** A server that is stopping may take this long to release the lock. */
const longestWaitMs = 1_000;

export class ServerLock {
  readonly #database: DatabaseSyncInstance;

  private constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  /** Returns null when another process holds the lock. */
  static take(file: string, waitMs = longestWaitMs): ServerLock | null {
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
