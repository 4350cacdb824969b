// Changes of an account that hang on what it is at that moment: its row is locked first, so that of two changes at once
// the second sees the first.

import { type User, userOf } from "./accounts.ts";
import type { Read, Tx } from "../store.ts";

/** The account as it is now, and nobody else changes it until this unit ends; null when it is gone. */
export async function lockUser(tx: Tx, id: number): Promise<User | null> {
  const row = await tx.selectFrom("account").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? userOf(row) : null;
}

/** The ids of all admins; none of them stops being one until this unit ends. */
export async function lockAdmins(tx: Tx): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom("account")
    .select("id")
    .where("role", "=", "admin")
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateRole(
  tx: Tx,
  change: { readonly userId: number; readonly role: User["role"]; readonly at: number },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({ role: change.role, updated_at: change.at })
    .where("id", "=", change.userId)
    .execute();
}

/** All accounts by id, a page at a time. */
export async function listUsers(
  db: Read,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly User[]> {
  const rows = await db
    .selectFrom("account")
    .selectAll()
    .where("id", ">", page.afterId)
    .orderBy("id")
    .limit(page.limit)
    .execute();
  return rows.map(userOf);
}
