// What the clearing worker of a server does, for tests of a store without a server.

import { setTimeout } from "node:timers/promises";
import { clearNext } from "../store/content/clearing.ts";
import type { Store } from "../store/store.ts";

/** Clears until nothing is left, a few rows per transaction. */
export async function clearAll(store: Store, rows = 100): Promise<void> {
  for (;;) {
    const cleared = await store.write((tx) => clearNext(tx, rows));
    if (cleared === null) return;
    if (cleared === 0) await setTimeout(5);
  }
}

/** Puts work before all later changes, so that these clear nothing themselves until `clearAll`. */
export async function holdUpClearing(store: Store): Promise<void> {
  await store.write((tx) => tx.insertInto("clearing").values({ kind: "times", content_id: 0 }).execute());
}
