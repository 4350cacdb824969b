// Accounts. Email addresses and usernames are unique by a key computed here, so that both databases agree.

import { foldCase } from "@tabstop/course/fold";
import type { Selectable } from "kysely";
import type { AccountTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

/** The columns of an account, without the keys that make it unique. */
export const userColumns = [
  ...(["id", "username", "email", "password_hash"] as const),
  ...(["role", "profile_photo", "created_at", "updated_at"] as const),
] as const;

export type User = Readonly<Pick<Selectable<AccountTable>, (typeof userColumns)[number]>>;

export type NewUser = {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: User["role"];
  readonly at: number;
};

export type InsertedUser = { ok: true; user: User } | { ok: false; taken: "email" | "username" };

/**
 * The same key for all spellings of a name or address that readers take for one: NFKC, lower case, one space for
 * several, one small sigma for both, without variation selectors.
 */
export function identityKey(text: string): string {
  return foldCase(text.replace(/[\ufe0e\ufe0f]/g, "")).replace(/\s+/gu, " ");
}

/** When both the address and the name are taken, the result names the address. */
export async function insertUser(tx: Tx, user: NewUser): Promise<InsertedUser> {
  const row = await tx
    .insertInto("account")
    .values({
      username: user.username,
      username_key: identityKey(user.username),
      email: user.email,
      email_key: identityKey(user.email),
      password_hash: user.passwordHash,
      role: user.role,
      profile_photo: null,
      created_at: user.at,
      updated_at: user.at,
    })
    // Not an error: a violated constraint would abort the whole transaction on PostgreSQL.
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (row) return { ok: true, user: row };
  const holder = await findUserByEmail(tx, user.email);
  return { ok: false, taken: holder ? "email" : "username" };
}

export async function findUserByEmail(db: Read, email: string): Promise<User | null> {
  const row = await db
    .selectFrom("account")
    .select(userColumns)
    .where("email_key", "=", identityKey(email))
    .executeTakeFirst();
  return row ?? null;
}

export async function findUser(db: Read, id: number): Promise<User | null> {
  const row = await db.selectFrom("account").select(userColumns).where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

export async function countUsers(db: Read): Promise<number> {
  const { n } = await db
    .selectFrom("account")
    .select((eb) => eb.fn.countAll().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function updatePasswordHash(
  tx: Tx,
  change: { readonly userId: number; readonly passwordHash: string; readonly at: number },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({ password_hash: change.passwordHash, updated_at: change.at })
    .where("id", "=", change.userId)
    .execute();
}

export async function updateProfilePhoto(
  tx: Tx,
  change: { readonly userId: number; readonly profilePhoto: string | null; readonly at: number },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({ profile_photo: change.profilePhoto, updated_at: change.at })
    .where("id", "=", change.userId)
    .execute();
}
