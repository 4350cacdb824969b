// Counts that slow down guessing, shared by all servers of a database and kept across restarts. A row is locked while
// it is read and changed, so that each of many concurrent attempts sees the ones before it. The caller decides what
// counts and for how long.

import type { Tx } from "../store.ts";

export type ThrottleName = { readonly kind: string; readonly key: string };

export type ThrottleState = {
  /** The times of the attempts that count, oldest first. */
  readonly counted: readonly number[];
  /** The start times of attempts that have not ended. */
  readonly pending: readonly number[];
};

/** Locks the throttle until this transaction ends. Several must be locked in the same order everywhere. */
export async function lockThrottle(tx: Tx, name: ThrottleName, at: number): Promise<ThrottleState> {
  await tx
    .insertInto("throttle")
    .values({ ...name, counted: "[]", pending: "[]", touched_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom("throttle")
    .select(["counted", "pending"])
    .where("kind", "=", name.kind)
    .where("key", "=", name.key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { counted: JSON.parse(row.counted), pending: JSON.parse(row.pending) };
}

/** Call this after `lockThrottle`, in the same transaction. */
export async function saveThrottle(
  tx: Tx,
  name: ThrottleName,
  { counted, pending }: ThrottleState,
  at: number,
): Promise<void> {
  await tx
    .updateTable("throttle")
    .set({ counted: JSON.stringify(counted), pending: JSON.stringify(pending), touched_at: at })
    .where("kind", "=", name.kind)
    .where("key", "=", name.key)
    .execute();
}

/** Deletes the throttles that were last used before a moment; returns how many. */
export async function sweepThrottles(tx: Tx, before: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("throttle")
    .where("touched_at", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
