// Notices that the file of an open SQLite database was moved or replaced. SQLite continues to write into such a file,
// where no one would find the data again, so the store checks the file before every transaction.

import { statSync } from "node:fs";
import { StoreUnavailable } from "../store.ts";

export class DatabaseFile {
  readonly path: string;
  readonly #identity: string;

  /** Create it immediately after opening the database. */
  constructor(path: string) {
    this.path = path;
    this.#identity = identityOf(path) ?? "";
  }

  /** Throws StoreUnavailable when the file is gone or is another one. */
  assertInPlace(): void {
    if (identityOf(this.path) === this.#identity) return;
    throw new StoreUnavailable(
      `The database file ${this.path} was moved or replaced while the server was running. Put it back or start again.`,
    );
  }
}

function identityOf(path: string): string | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.dev}:${stat.ino}`;
  } catch {
    return undefined;
  }
}
