// Sessions: one row from log-in to log-out. A refresh is one compare-and-set on its generation.

import type { Selectable } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { SessionTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";
import type { User } from "./accounts.ts";

export type Session = Readonly<Selectable<SessionTable>>;

const sessionColumns = [
  ...(["id", "user_id", "generation", "remember", "created_at", "rotated_at"] as const),
  ...(["current_used_at", "last_used_at", "expires_at", "revoked_at", "user_agent"] as const),
] as const satisfies readonly (keyof Session)[];

export type NewSession = Pick<Session, "id" | "user_id" | "remember" | "user_agent" | "expires_at">;

/** Starts at generation 1. */
export async function insertSession(tx: Tx, session: NewSession, at: number): Promise<void> {
  await tx
    .insertInto("session")
    .values({ ...session, generation: 1, created_at: at, rotated_at: at, last_used_at: at })
    .execute();
}

/** Finds revoked and expired sessions too. */
export async function findSession(db: Read, id: string): Promise<Session | null> {
  const row = await db.selectFrom("session").select(sessionColumns).where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

/** What decides whether a request is authenticated: the session and its user. */
export type SessionWithUser = Pick<
  Session,
  "user_id" | "generation" | "current_used_at" | "last_used_at" | "expires_at" | "revoked_at"
> &
  Pick<User, "username" | "email" | "role">;

const sessionWithUser = preparedQuery<{ id: string }, SessionWithUser>((db, value) =>
  db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.user_id")
    .select([
      "session.user_id",
      "session.generation",
      "session.current_used_at",
      "session.last_used_at",
      "session.expires_at",
      "session.revoked_at",
      "account.username",
      "account.email",
      "account.role",
    ])
    .where("session.id", "=", value("id"))
    .compile(),
);

/** A single query, because every request runs it. Finds revoked and expired sessions too. */
export async function findSessionWithUser(db: Read, id: string): Promise<SessionWithUser | null> {
  return (await sessionWithUser(db, { id })).rows[0] ?? null;
}

/** True for exactly one caller per generation; false when another was first or the session is revoked. */
export async function advanceSession(
  tx: Tx,
  change: { readonly id: string; readonly generation: number; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("session")
    .set((eb) => ({
      generation: eb("generation", "+", 1),
      rotated_at: change.at,
      current_used_at: null,
      last_used_at: change.at,
    }))
    .where("id", "=", change.id)
    .where("generation", "=", change.generation)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Saves when the tokens of this generation were first used; later calls change nothing. */
export async function markCurrentUsed(
  tx: Tx,
  change: { readonly id: string; readonly generation: number; readonly at: number },
): Promise<void> {
  await tx
    .updateTable("session")
    .set({ current_used_at: change.at })
    .where("id", "=", change.id)
    .where("generation", "=", change.generation)
    .where("current_used_at", "is", null)
    .execute();
}

export async function touchSession(
  tx: Tx,
  change: { readonly id: string; readonly at: number },
): Promise<void> {
  await tx.updateTable("session").set({ last_used_at: change.at }).where("id", "=", change.id).execute();
}

/** True when this call revoked it. */
export async function revokeSession(
  tx: Tx,
  change: { readonly id: string; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("session")
    .set({ revoked_at: change.at })
    .where("id", "=", change.id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes all sessions of a user except one; returns how many. */
export async function revokeSessionsOf(
  tx: Tx,
  change: { readonly userId: number; readonly exceptId: string | null; readonly at: number },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("session")
    .set({ revoked_at: change.at })
    .where("user_id", "=", change.userId)
    .where("revoked_at", "is", null)
    .$if(change.exceptId !== null, (query) => query.where("id", "!=", change.exceptId as string))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The sessions that are valid at `at`, last used first. */
export async function listSessions(db: Read, userId: number, at: number): Promise<readonly Session[]> {
  return db
    .selectFrom("session")
    .select(sessionColumns)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
}
