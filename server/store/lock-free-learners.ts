// The lock of work behind a change, which goes on with those learners whose rows no other transaction holds.

import { sql } from "kysely";
import type { Tx } from "./store.ts";

/**
 * Locks the learners' accounts against their saves, but not against log-ins. Leaves out those that another transaction
 * holds: waiting for one while holding others could deadlock. Returns the ids of the locked ones in their order.
 */
export async function lockFreeLearners(
  tx: Tx,
  learners: readonly { readonly user_id: number }[],
): Promise<readonly number[]> {
  if (learners.length === 0) return [];
  const rows = await tx
    .selectFrom("account")
    .select("id")
    .where(
      "id",
      "in",
      learners.map(({ user_id }) => sql.lit(user_id)),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}
