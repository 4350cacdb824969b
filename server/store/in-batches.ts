// Changes very many rows. On SQLite, where a statement blocks the event loop, in batches of a few hundred with a turn of
// the event loop between them. PostgreSQL has a process for each connection, keeps the locks of all batches until the
// end of the transaction, and reads deleted rows again in each batch (20,000 took 40 s): there it is one statement.

import { type RawBuilder, sql } from "kysely";
import { dialectOf } from "./dialect-forks.ts";
import type { Tx } from "./store.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

const rowsPerBatch = 500;

type Rows = {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** No longer true of a row after the change. */
  readonly where: RawBuilder<unknown>;
};

/** `change` is a statement without its condition, such as `delete from attempt`. */
export async function inBatches(
  tx: Tx,
  change: RawBuilder<unknown>,
  { table, key, where }: Rows,
): Promise<void> {
  if (dialectOf(tx) === "postgres") {
    await sql`${change} where ${where}`.execute(tx);
    return;
  }
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (;;) {
    const { numAffectedRows } = await sql`
      ${change} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${where} limit ${sql.lit(rowsPerBatch)})`.execute(
      tx,
    );
    if (!numAffectedRows) return;
    await yieldToEventLoop();
  }
}
