// Counts that slow down guessing, shared by all servers of a database and kept across restarts. A row is locked while
// it is read and changed, so that each of many concurrent attempts sees the ones before it. The caller decides what
// counts and for how long.

import type { Tx } from "../store.ts";

export type ThrottleName = { readonly kind: string; readonly key: string };

/**
 * Locks the throttle until this transaction ends, and returns the times of the attempts that count, oldest first.
 * Several must be locked in the same order everywhere.
 */
export async function lockThrottle(tx: Tx, name: ThrottleName, at: number): Promise<readonly number[]> {
  await tx
    .insertInto("throttle")
    .values({ ...name, counted: "[]", pending: "[]", touched_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { counted } = await tx
    .selectFrom("throttle")
    .select("counted")
    .where("kind", "=", name.kind)
    .where("key", "=", name.key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return JSON.parse(counted);
}

/** Call this after `lockThrottle`, in the same transaction. */
export async function saveThrottle(
  tx: Tx,
  name: ThrottleName,
  counted: readonly number[],
  at: number,
): Promise<void> {
  await tx
    .updateTable("throttle")
    .set({ counted: JSON.stringify(counted), touched_at: at })
    .where("kind", "=", name.kind)
    .where("key", "=", name.key)
    .execute();
}

/** Forgets what was counted. */
export async function clearThrottle(tx: Tx, name: ThrottleName): Promise<void> {
  await tx.deleteFrom("throttle").where("kind", "=", name.kind).where("key", "=", name.key).execute();
}
