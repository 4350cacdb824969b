// Accounts. Email addresses and usernames are unique by a key (`store/identity-keys.ts`).

import type { Selectable } from "kysely";
import type { AccountTable } from "../schema.ts";
import { emailKey, imitatedUsernameKey, usernameKey } from "../identity-keys.ts";
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

/** When both the address and the name are taken, the result names the address. */
export async function insertUser(tx: Tx, user: NewUser): Promise<InsertedUser> {
  const row = (await isImitation(tx, user.username)) ? undefined : await insertIfFree(tx, user);
  if (row) return { ok: true, user: row };
  const holder = await findUserByEmail(tx, user.email);
  return { ok: false, taken: holder ? "email" : "username" };
}

function insertIfFree(tx: Tx, user: NewUser): Promise<User | undefined> {
  return (
    tx
      .insertInto("account")
      .values({
        username: user.username,
        username_key: usernameKey(user.username),
        email: user.email,
        email_key: emailKey(user.email),
        password_hash: user.passwordHash,
        role: user.role,
        profile_photo: null,
        created_at: user.at,
        updated_at: user.at,
      })
      // Not an error: a violated constraint would abort the whole transaction on PostgreSQL.
      .onConflict((conflict) => conflict.doNothing())
      .returning(userColumns)
      .executeTakeFirst()
  );
}

async function isImitation(db: Read, username: string): Promise<boolean> {
  const imitated = imitatedUsernameKey(username);
  if (imitated === usernameKey(username)) return false;
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("username_key", "=", imitated)
    .executeTakeFirst();
  return row !== undefined;
}

/** `email` in any spelling. */
export async function findUserByEmail(db: Read, email: string): Promise<User | null> {
  const row = await db
    .selectFrom("account")
    .select(userColumns)
    .where("email_key", "=", emailKey(email))
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
