// Rebuilds every derived table from what it is derived from.

import type { Tx } from "./store.ts";

export async function recount(tx: Tx): Promise<void> {
  throw new Error(`follows ${tx}`);
}
