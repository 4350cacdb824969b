// Sign-ins. One row from log-in to log-out; a refresh is one compare-and-set on its generation.

import type { Selectable } from "kysely";
import type { User } from "./accounts.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { SessionTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

export type Session = {
  readonly id: string;
  readonly userId: number;
  readonly generation: number;
  readonly remember: boolean;
  readonly createdAt: number;
  readonly rotatedAt: number;
  /** When the current pair of tokens was used first; null until then. */
  readonly currentUsedAt: number | null;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly userAgent: string;
};

export type NewSession = {
  readonly id: string;
  readonly userId: number;
  readonly remember: boolean;
  readonly userAgent: string;
  readonly at: number;
  readonly expiresAt: number;
};

/** A new sign-in, at generation 1. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto("session")
    .values({
      id: session.id,
      user_id: session.userId,
      generation: 1,
      remember: session.remember ? 1 : 0,
      created_at: session.at,
      rotated_at: session.at,
      current_used_at: null,
      last_used_at: session.at,
      expires_at: session.expiresAt,
      revoked_at: null,
      user_agent: session.userAgent,
    })
    .execute();
}

/** Ended and expired sessions are found too. */
export async function findSession(db: Read, id: string): Promise<Session | null> {
  const row = await db.selectFrom("session").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/** What every call is decided by: the sign-in and whose it is. */
export type SignIn = Pick<
  Session,
  "userId" | "generation" | "currentUsedAt" | "lastUsedAt" | "expiresAt" | "revokedAt"
> &
  Pick<User, "username" | "email" | "role">;

const signInById = preparedQuery<{ id: string }, SignIn>(
  (db, value) =>
    db
      .selectFrom("session")
      .innerJoin("account", "account.id", "session.user_id")
      .select([
        "session.user_id as userId",
        "session.generation",
        "session.current_used_at as currentUsedAt",
        "session.last_used_at as lastUsedAt",
        "session.expires_at as expiresAt",
        "session.revoked_at as revokedAt",
        "account.username",
        "account.email",
        "account.role",
      ])
      .where("session.id", "=", value("id"))
      .compile(),
  { types: { id: "text" } },
);

/** In one question, since every request asks it. Ended and expired sessions are found too. */
export async function findSignIn(db: Read, id: string): Promise<SignIn | null> {
  return (await signInById(db, { id })).rows[0] ?? null;
}

/** True for exactly one caller per generation; false when another was first or the session has ended. */
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

/** Notes the first use of the pair of this generation; later calls change nothing. */
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

/** True when this call ended it. */
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

/** Ends all sign-ins of a user but one; answers how many. */
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

/** The sign-ins that are good at `at`, last used first. */
export async function listSessions(db: Read, userId: number, at: number): Promise<readonly Session[]> {
  const rows = await db
    .selectFrom("session")
    .selectAll()
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(sessionOf);
}

/** Forgets sign-ins that ran out before a moment; answers how many. */
export async function sweepSessions(tx: Tx, before: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("session")
    .where("expires_at", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function sessionOf(row: Selectable<SessionTable>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    generation: row.generation,
    remember: row.remember === 1,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
    currentUsedAt: row.current_used_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    userAgent: row.user_agent,
  };
}
