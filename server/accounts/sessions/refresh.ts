// Changes a refresh token for a new pair. Each is used once: the row's generation goes up by one in a compare-and-set,
// and tokens of an older generation are worth nothing.
//
// Two tabs may ask at the same moment, and an answer may be lost on its way. So the token directly before the current
// one stays good until the current pair has been used, and for 30 s after that; it gives the current generation again,
// not a further one. Anything older is a copy in somebody else's hands (or was in one's own): the sign-in ends.

import type { ResponseOf, ParsedBody } from "@tabstop/contract/calls";
import { DomainError } from "../../domain-error.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import { advanceSession, findSession, revokeSession } from "../../store/accounts/sessions.ts";
import type { Store, Tx } from "../../store/store.ts";
import { queueNotice } from "../mail/notice-mail.ts";
import type { SignedSession, Tokens } from "./tokens.ts";

export const graceMs = 30_000;

type Deps = { readonly store: Store; readonly tokens: Tokens; readonly now: () => number };

/** Throws DomainError REFRESH_INVALID. */
export async function refresh(
  { store, tokens, now }: Deps,
  { refreshToken }: ParsedBody<"refresh">,
): Promise<ResponseOf<"refresh">> {
  const at = now();
  const read = await tokens.readRefresh(refreshToken, at);
  if (!read.ok) throw refused();
  // A refusal is no error inside the transaction, which would undo the end of the sign-in.
  const session = await store.write((tx) => spend(tx, read.sessionId, read.generation, at));
  if (!session) throw refused();
  return tokens.issue(session, at);
}

async function spend(tx: Tx, id: string, presented: number, at: number): Promise<SignedSession | null> {
  for (;;) {
    const session = await findSession(tx, id);
    if (!session || session.revokedAt !== null || session.expiresAt <= at) return null;
    // Newer than the row: a token from before the database was put back to an older state.
    if (presented > session.generation) return null;
    if (presented === session.generation) {
      if (await advanceSession(tx, { id, generation: presented, at }))
        return { ...session, generation: presented + 1 };
      // Somebody else was first since we looked; generations only grow, so that this comes at most once.
      continue;
    }
    const isParent = presented === session.generation - 1;
    if (isParent && (session.currentUsedAt === null || at - session.currentUsedAt <= graceMs)) return session;

    if (await revokeSession(tx, { id, at })) {
      const { userId, generation } = session;
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
