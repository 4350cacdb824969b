// Changes of an account that depend on its current state: they lock its row first, so that the second of two concurrent
// changes sees the first.

import { type User, userColumns } from "./accounts.ts";
import type { Read, Tx } from "../store.ts";

/** The account; no one else can change it until this transaction ends. null when it does not exist. */
export async function lockUser(tx: Tx, id: number): Promise<User | null> {
  const row = await tx
    .selectFrom("account")
    .select(userColumns)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The ids of all admins; none of them can lose the role until this transaction ends. */
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
  return db
    .selectFrom("account")
    .select(userColumns)
    .where("id", ">", page.afterId)
    .orderBy("id")
    .limit(page.limit)
    .execute();
}
