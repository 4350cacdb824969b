// Changes very many rows in batches of a few hundred with a turn of the event loop between them, so that readers are
// not blocked.

import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./store.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

const rowsPerBatch = 500;

/** Repeats a statement that changes at most `limit` rows until it changes none. */
export async function inBatches(
  tx: Tx,
  statement: (limit: RawBuilder<number>) => RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await statement(sql.lit(rowsPerBatch)).execute(tx);
    if (!numAffectedRows) return;
    await yieldToEventLoop();
  }
}
