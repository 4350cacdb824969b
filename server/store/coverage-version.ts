// What is kept of content elsewhere, and when it is outdated.
//
// Whether a card's construct is one that a completed example of its learner has (`memory.covered`) depends on content too.
// `version` changes with every change of content after which the answer may be another one. A learner's flags that were
// made at another version are made again before they are read (`memory/covered.ts`).
//
// What the published examples of each language have is in the memory of each server (`taught.ts`). It is read again after
// a change of `version`, and of `taught_version`, which changes with what no learner's flags depend on.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "./store.ts";

/**
 * For every transaction that changes whether content is published, its place, or the constructs of an example that
 * learners have completed. Its lock is the last that such a transaction takes.
 */
export async function coverageChanged(tx: Tx): Promise<void> {
  const version = randomUUID();
  await tx
    .insertInto("coverage")
    .values({ id: 1, version })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ version }))
    .execute();
}

/**
 * For every transaction that changes the constructs or the language of an example, the order of content, or the title of a
 * lesson, and nothing of the above. The lock is the same.
 */
export async function taughtChanged(tx: Tx): Promise<void> {
  const taught_version = randomUUID();
  await tx
    .insertInto("coverage")
    .values({ id: 1, version: "", taught_version })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ taught_version }))
    .execute();
}

/** There is no row before the first change. */
export const coverageVersion = sql<string>`coalesce((select version from coverage), '')`;

/** Another text after each of the changes above. */
export const taughtVersion = sql<string>`coalesce((select version || ' ' || taught_version from coverage), '')`;
