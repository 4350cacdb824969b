// The file under an open SQLite database. SQLite goes on writing into a file that was deleted or replaced, and nobody
// would ever see what it wrote; so its place is looked at before every transaction.

import { statSync } from "node:fs";
import { StoreUnavailable } from "../store.ts";

export class DatabaseFile {
  readonly path: string;
  readonly #identity: string;

  /** To be made right after the database was opened. */
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
