// Finds out who is asking, for every call that needs to know: from the token, and from the rows of the session and its
// user, read at this very moment, so that a log-out, a lost admin right or a new password counts at once.

import { DomainError } from "../domain-error.ts";
import { findSessionWithUser, markCurrentUsed, touchSession } from "../store/sessions.ts";
import { StorageFull, type Store } from "../store/store.ts";
import type { Learner } from "../who.ts";
import type { Tokens } from "./tokens.ts";

type Needs = { readonly store: Store; readonly tokens: Tokens; readonly now: () => number };

/** How exactly 'last used' is kept: finer would cost a write with every call. */
const touchEveryMs = 5 * 60_000;

/**
 * `authorization` is the header as it came. Throws DomainError TOKEN_EXPIRED ('Token expired') for a token of ours whose
 * time is over and TOKEN_INVALID ('Invalid token') for anything else.
 */
export async function authenticate(
  { store, tokens, now }: Needs,
  authorization: string | undefined,
): Promise<Learner> {
  const token = /^Bearer +([^ ]+) *$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) throw invalid();
  const at = now();
  const read = await tokens.readAccess(token, at);
  if (!read.ok) throw read.why === "expired" ? expired() : invalid();

  const found = await store.read((db) => findSessionWithUser(db, read.sessionId));
  if (!found || found.session.revokedAt !== null) throw invalid();
  const { session, user } = found;
  if (session.expiresAt <= at) throw expired();

  const usesCurrentPair = read.generation === session.generation && session.currentUsedAt === null;
  if (usesCurrentPair || at - session.lastUsedAt >= touchEveryMs)
    await writeIfRoom(store, async (tx) => {
      if (usesCurrentPair) await markCurrentUsed(tx, { id: session.id, generation: session.generation, at });
      await touchSession(tx, { id: session.id, at });
    });

  return {
    userId: user.id,
    username: user.username,
    email: user.email,
    role: user.role,
    sessionId: session.id,
  };
}

// A full disk must not keep anybody from reading; the mark is made with a later call.
async function writeIfRoom(store: Store, run: Parameters<Store["write"]>[0]): Promise<void> {
  try {
    await store.write(run);
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
  }
}

function expired(): DomainError {
  return new DomainError("TOKEN_EXPIRED", "Token expired");
}

function invalid(): DomainError {
  return new DomainError("TOKEN_INVALID", "Invalid token");
}
