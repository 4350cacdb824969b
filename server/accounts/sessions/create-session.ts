// Creates a session: one row that is valid for 24 hours, or 30 days with 'Remember me for 30 days', counted from the
// log-in and never extended. When the row ends, all its tokens are invalid.

import { randomBytes } from "node:crypto";
import type { HandlerResult } from "@tabstop/contract/endpoints";
import type { User } from "../../store/accounts/accounts.ts";
import { insertSession } from "../../store/accounts/sessions.ts";
import type { Tx } from "../../store/store.ts";
import type { SignedSession, Tokens } from "./tokens.ts";

const dayMs = 24 * 60 * 60 * 1000;
const sessionLifeMs = { short: dayMs, remembered: 30 * dayMs } as const;

export type NewSession = {
  readonly remember: boolean;
  /** The User-Agent header, shown in the user's own list of sessions. */
  readonly userAgent: string;
};

/** Inserts the session in the caller's transaction. */
export async function createSession(
  tx: Tx,
  userId: number,
  { remember, userAgent }: NewSession,
  at: number,
): Promise<SignedSession> {
  // Round to whole seconds, so that the end in the row and the `exp` in the tokens are equal.
  const lifeMs = remember ? sessionLifeMs.remembered : sessionLifeMs.short;
  const expires_at = Math.floor(at / 1000) * 1000 + lifeMs;
  const id = randomBytes(16).toString("base64url");
  const user_agent = userAgent.slice(0, 300).toWellFormed();
  await insertSession(tx, { id, user_id: userId, remember: remember ? 1 : 0, user_agent, expires_at }, at);
  return { id, generation: 1, expires_at };
}

/** The response to a log-in or a registration. */
export async function loginResponse(
  tokens: Tokens,
  session: SignedSession,
  { id, username, email, profile_photo }: User,
  at: number,
): Promise<HandlerResult<"login">> {
  return { ...(await tokens.issue(session, at)), user: { id, username, email, profile_photo } };
}
