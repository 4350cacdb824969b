// Profile photos, one per account. They are in the database, so that a backup is one file and several servers need no
// shared disk.

import type { Read, Tx } from "../store.ts";

/** Replaces the account's earlier photo. `hash` is the SHA-256 of the bytes in hex. */
export async function putPhoto(
  tx: Tx,
  photo: { readonly userId: number; readonly hash: string; readonly bytes: Uint8Array; readonly at: number },
): Promise<void> {
  const values = { hash: photo.hash, bytes: photo.bytes, saved_at: photo.at };
  await tx
    .insertInto("photo")
    .values({ user_id: photo.userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

export async function dropPhoto(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("photo").where("user_id", "=", userId).execute();
}

/** WebP; null when no account has this photo. */
export async function findPhoto(db: Read, hash: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom("photo")
    .select("bytes")
    .where("hash", "=", hash)
    .limit(1)
    .executeTakeFirst();
  return (row?.bytes as Uint8Array | undefined) ?? null;
}

export async function findPhotoOf(db: Read, userId: number): Promise<Uint8Array | null> {
  const row = await db.selectFrom("photo").select("bytes").where("user_id", "=", userId).executeTakeFirst();
  return (row?.bytes as Uint8Array | undefined) ?? null;
}
