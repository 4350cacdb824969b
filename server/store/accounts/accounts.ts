// Accounts: who may sign in. Addresses and names are unique by a key made here, alike on both databases.

import type { Selectable } from "kysely";
import type { AccountTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

export type User = {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: "learner" | "admin";
  readonly profilePhoto: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type NewUser = {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: User["role"];
  readonly at: number;
};

export type InsertedUser = { ok: true; user: User } | { ok: false; taken: "email" | "username" };

/**
 * What two spellings of one name or address have in common: NFKC, lower case, and nothing that cannot be seen on a page
 * (how a character is drawn, how many spaces stand there, which of the two small sigmas it is).
 */
export function identityKey(text: string): string {
  // Lower case first and last: some capitals (İ) come out of it decomposed, some letters (ſ) out of NFKC as capitals.
  const folded = text
    .replace(/[\ufe0e\ufe0f]/g, "")
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC");
  return folded.replaceAll("ς", "σ").replace(/\s+/gu, " ");
}

/** When both are taken, the address is named. */
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
    // A conflict as a value: a violation would abort PostgreSQL's whole transaction.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return { ok: true, user: userOf(row) };
  const holder = await findUserByEmail(tx, user.email);
  return { ok: false, taken: holder ? "email" : "username" };
}

export async function findUserByEmail(db: Read, email: string): Promise<User | null> {
  const row = await db
    .selectFrom("account")
    .selectAll()
    .where("email_key", "=", identityKey(email))
    .executeTakeFirst();
  return row ? userOf(row) : null;
}

export async function findUser(db: Read, id: number): Promise<User | null> {
  const row = await db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? userOf(row) : null;
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

/** A row of `account` as the rest of the server knows it. */
export function userOf(row: Selectable<AccountTable>): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    passwordHash: row.password_hash,
    role: row.role,
    profilePhoto: row.profile_photo,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
