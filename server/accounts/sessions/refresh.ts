// Exchanges a refresh token for a new pair of tokens. Each refresh token works once: a compare-and-set increments the
// session's generation, and tokens of an older generation are refused.
//
// Two tabs may refresh at the same moment, and a response may be lost. So the token of the previous generation stays
// valid until the current pair has been used, and for 30 s after that; it returns the current generation again instead
// of starting a new one. An even older token means that the refresh token was copied: the session is revoked.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { DomainError } from "../../domain-error.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import { advanceSession, findSession, revokeSession } from "../../store/accounts/sessions.ts";
import type { Store, Tx } from "../../store/store.ts";
import { queueNotice } from "../mail/notice-mail.ts";
import type { SignedSession, Tokens } from "./tokens.ts";

const graceMs = 30_000;

type Deps = { readonly store: Store; readonly tokens: Tokens; readonly now: () => number };

/** Throws DomainError REFRESH_INVALID. */
export async function refresh(
  { store, tokens, now }: Deps,
  { refreshToken }: ParsedBody<"refresh">,
): Promise<HandlerResult<"refresh">> {
  const at = now();
  const read = await tokens.readRefresh(refreshToken, at);
  if (!read.ok) throw refused();
  // Refuse outside the transaction: an error inside it would roll back the revocation of the session.
  const session = await store.write((tx) => spend(tx, read.sessionId, read.generation, at));
  if (!session) throw refused();
  return tokens.issue(session, at);
}

async function spend(tx: Tx, id: string, presented: number, at: number): Promise<SignedSession | null> {
  for (;;) {
    const session = await findSession(tx, id);
    if (!session || session.revoked_at !== null || session.expires_at <= at) return null;
    // A generation newer than the row: the token was issued before the database was restored from an older backup.
    if (presented > session.generation) return null;
    if (presented === session.generation) {
      if (await advanceSession(tx, { id, generation: presented, at }))
        return { ...session, generation: presented + 1 };
      // Another request advanced the session after it was read. Generations only grow, so this happens at most once.
      continue;
    }
    const isParent = presented === session.generation - 1;
    if (isParent && (session.current_used_at === null || at - session.current_used_at <= graceMs))
      return session;

    if (await revokeSession(tx, { id, at })) {
      const { user_id: userId, generation } = session;
      const detail = { presented, current: generation };
      await appendAudit(tx, { at, kind: "refresh_reused", userId, detail });
      await queueNotice(tx, "sign-in-copied", { userId, at });
    }
    return null;
  }
}

function refused(): DomainError {
  return new DomainError("REFRESH_INVALID", "Session expired. Please log in again.");
}
