// Counts that slow guessing down, alike for all servers of one database and across restarts. A row is locked while it is
// looked at and changed, so that of many at once each sees those before it. What counts, and how long, is the caller's.

import type { Tx } from "../store.ts";

export type ThrottleName = { readonly kind: string; readonly key: string };

export type ThrottleState = {
  /** Moments that count, oldest first. */
  readonly counted: readonly number[];
  /** Moments at which work began whose end is not known yet. */
  readonly pending: readonly number[];
};

/** Nobody else sees or changes it until this unit ends. Lock several in the same order everywhere. */
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

/** After `lockThrottle`, in the same unit. */
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

/** Forgets what was not touched since a moment; answers how many. */
export async function sweepThrottles(tx: Tx, before: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("throttle")
    .where("touched_at", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
