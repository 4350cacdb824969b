// A sign-in is one row of the table of sessions: 24 hours, or 30 days with 'Remember me for 30 days', counted from
// its beginning and never longer. All its tokens die with the row.

import { randomBytes } from "node:crypto";
import type { ResponseOf } from "@tabstop/contract/calls";
import type { User } from "../../store/accounts/accounts.ts";
import { insertSession } from "../../store/accounts/sessions.ts";
import type { Tx } from "../../store/store.ts";
import type { SignedSession, Tokens } from "./tokens.ts";

const dayMs = 24 * 60 * 60 * 1000;
export const sessionLifeMs = { short: dayMs, remembered: 30 * dayMs } as const;

export type SignInRequest = {
  readonly remember: boolean;
  /** As the browser names itself, for the person's own list of sign-ins. */
  readonly userAgent: string;
};

/** The row, in the caller's transaction. */
export async function beginSession(
  tx: Tx,
  userId: number,
  { remember, userAgent }: SignInRequest,
  at: number,
): Promise<SignedSession> {
  // Whole seconds, so that the end in the row and the `exp` in the tokens are the same moment.
  const lifeMs = remember ? sessionLifeMs.remembered : sessionLifeMs.short;
  const expiresAt = Math.floor(at / 1000) * 1000 + lifeMs;
  const id = randomBytes(16).toString("base64url");
  await insertSession(tx, {
    id,
    userId,
    remember,
    userAgent: userAgent.slice(0, 300).toWellFormed(),
    at,
    expiresAt,
  });
  return { id, generation: 1, expiresAt };
}

/** What a browser gets when somebody has signed in. */
export async function signedIn(
  tokens: Tokens,
  session: SignedSession,
  user: User,
  at: number,
): Promise<ResponseOf<"login">> {
  return {
    ...(await tokens.issue(session, at)),
    user: { id: user.id, username: user.username, email: user.email, profile_photo: user.profilePhoto },
  };
}
