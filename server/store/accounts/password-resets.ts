// Reset links: at most one an account is good, and only its hash is known here.

import type { Read, Tx } from "../store.ts";

/** Replaces the account's earlier one. */
export async function putPasswordReset(
  tx: Tx,
  reset: { readonly userId: number; readonly tokenHash: string; readonly expiresAt: number },
): Promise<void> {
  const values = { token_hash: reset.tokenHash, expires_at: reset.expiresAt };
  await tx
    .insertInto("password_reset")
    .values({ user_id: reset.userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

/** Whose it is; null when it is not good (any more). */
export async function findPasswordReset(db: Read, tokenHash: string, at: number): Promise<number | null> {
  const row = await db
    .selectFrom("password_reset")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Uses it up: true for exactly one caller. */
export async function takePasswordReset(tx: Tx, tokenHash: string, at: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("password_reset")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function dropPasswordReset(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("password_reset").where("user_id", "=", userId).execute();
}
