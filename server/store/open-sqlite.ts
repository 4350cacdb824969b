// Opens the store on a folder: one SQLite database, one server.

import type { Store, StoreLog } from "./store.ts";

export type SqliteOptions = {
  /** Made when it is missing. */
  readonly folder: string;
  /**
   * A `server` holds the folder's lock for life and is refused while another does. A `command` works beside a running
   * server and never changes the schema under it. Default: server.
   */
  readonly role?: "server" | "command";
  readonly log?: StoreLog;
};

/** Throws StoreRefused with a sentence for the operator. */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  throw new Error(`follows ${options}`);
}
