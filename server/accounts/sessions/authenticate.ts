// Authenticates a request from its access token and from the rows of the session and its user. The rows are read for
// every request, so that a log-out, a revoked admin role or a new password takes effect immediately.

import { DomainError } from "../../domain-error.ts";
import { findSessionWithUser, markCurrentUsed, touchSession } from "../../store/accounts/sessions.ts";
import { StorageFull, type Store } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";
import type { Tokens } from "./tokens.ts";

type Deps = { readonly store: Store; readonly tokens: Tokens; readonly now: () => number };

/** The resolution of a session's 'last used' time: a finer one would cost a write per request. */
const touchEveryMs = 5 * 60_000;

/**
 * `authorization` is the unparsed header. Throws DomainError TOKEN_EXPIRED ('Token expired') for a valid token that has
 * expired and TOKEN_INVALID ('Invalid token') for anything else.
 */
export async function authenticate(
  { store, tokens, now }: Deps,
  authorization: string | undefined,
): Promise<Principal> {
  const token = /^Bearer +([^ ]+) *$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) throw invalid();
  const at = now();
  const read = await tokens.readAccess(token, at);
  if (!read.ok) throw read.why === "expired" ? expired() : invalid();

  const session = await store.read((db) => findSessionWithUser(db, read.sessionId));
  if (!session || session.revoked_at !== null) throw invalid();
  if (session.expires_at <= at) throw expired();

  const { user_id: userId, username, email, role, generation } = session;
  const usesCurrentPair = read.generation === generation && session.current_used_at === null;
  if (usesCurrentPair || at - session.last_used_at >= touchEveryMs)
    await writeIfRoom(store, async (tx) => {
      if (usesCurrentPair) await markCurrentUsed(tx, { id: read.sessionId, generation, at });
      await touchSession(tx, { id: read.sessionId, at });
    });

  return { userId, username, email, role, sessionId: read.sessionId };
}

// A full disk must not stop users from reading; a later request writes the mark.
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
