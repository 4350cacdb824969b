// Whether a card's construct is one that a completed example of its learner has (`memory.covered`) depends on content too.
// This version changes with every change of content after which the answer may be another one. A learner's flags that
// were made at another version are made again before they are read (`memory/covered.ts`).

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "./store.ts";

/**
 * For every transaction that changes whether content is published, its place, or the constructs that an example has. Its
 * lock is the last that such a transaction takes.
 */
export async function coverageChanged(tx: Tx): Promise<void> {
  const version = randomUUID();
  await tx
    .insertInto("coverage")
    .values({ id: 1, version })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ version }))
    .execute();
}

/** There is no row before the first change. */
export const coverageVersion = sql<string>`coalesce((select version from coverage), '')`;
