// Changes of very many rows, a few hundred at a time with a turn of the event loop between, so that readers go on.

import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./store.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

const rowsPerStep = 500;

/** Runs a statement that changes at most `limit` rows until there is nothing left for it. */
export async function inBatches(
  tx: Tx,
  statement: (limit: RawBuilder<number>) => RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await statement(sql.lit(rowsPerStep)).execute(tx);
    if (!numAffectedRows) return;
    await yieldToEventLoop();
  }
}
