// Reset links. An account has at most one valid link, of which only the hash is stored.

import type { Read, Tx } from "../store.ts";

/** Replaces the account's earlier link. */
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

/** The id of the account; null when the link is unknown, used or expired. */
export async function findPasswordReset(db: Read, tokenHash: string, at: number): Promise<number | null> {
  const row = await db
    .selectFrom("password_reset")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Uses up the link. Returns true for exactly one caller. */
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
