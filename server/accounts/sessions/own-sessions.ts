// Lists the caller's own sessions and ends them.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { DomainError } from "../../domain-error.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import { findSession, listSessions, revokeSession, revokeSessionsOf } from "../../store/accounts/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";

type Deps = { readonly store: Store; readonly now: () => number };

export async function listOwnSessions(
  { store, now }: Deps,
  principal: Principal,
): Promise<HandlerResult<"listSessions">> {
  const sessions = await store.read((db) => listSessions(db, principal.userId, now()));
  return {
    sessions: sessions.map((session) => ({ ...session, current: session.id === principal.sessionId })),
  };
}

export async function endOtherSessions(
  { store, now }: Deps,
  principal: Principal,
): Promise<HandlerResult<"endOtherSessions">> {
  const at = now();
  const ended = await store.write(async (tx) => {
    const n = await revokeSessionsOf(tx, { userId: principal.userId, exceptId: principal.sessionId, at });
    await appendAudit(tx, { at, kind: "sessions_ended", userId: principal.userId, detail: { ended: n } });
    return n;
  });
  return { message: ended === 1 ? "1 other sign-in has ended." : `${ended} other sign-ins have ended.` };
}

/**
 * May also end the session of the request itself. Throws DomainError NOT_FOUND for another user's session or an ended
 * one.
 */
export async function endSession(
  { store, now }: Deps,
  principal: Principal,
  { sessionId }: ParsedParams<"endSession">,
): Promise<HandlerResult<"endSession">> {
  const at = now();
  const ended = await store.write(async (tx) => {
    const found = await findSession(tx, sessionId);
    if (!found || found.user_id !== principal.userId || found.expires_at <= at) return false;
    if (!(await revokeSession(tx, { id: sessionId, at }))) return false;
    await appendAudit(tx, { at, kind: "sessions_ended", userId: principal.userId, detail: { ended: 1 } });
    return true;
  });
  if (!ended) throw new DomainError("NOT_FOUND", "There is no such sign-in.");
  return { message: "This sign-in has ended." };
}
