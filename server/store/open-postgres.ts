// Opens the store on a PostgreSQL database, which several servers may share.

import type { Store, StoreLog } from "./store.ts";

export type PostgresOptions = {
  /** postgres://… */
  readonly url: string;
  readonly log?: StoreLog;
};

/** Throws StoreRefused with a sentence for the operator, StoreUnavailable when the database cannot be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  throw new Error(`follows ${options}`);
}
