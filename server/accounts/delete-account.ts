// Deletes the caller's own account with everything that belongs to it: progress, times, cards, days, photo, sessions,
// queued mail. Audit entries stay; they name the account only by its number.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { lockAdmins, lockUser } from "../store/accounts/account-changes.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import {
  deleteSomeAttempts,
  deleteSomeMemory,
  deleteSomeRuns,
  deleteUser,
} from "../store/accounts/delete-user.ts";
import type { Principal } from "../principal.ts";
import type { User } from "../store/accounts/accounts.ts";
import type { Store, Tx } from "../store/store.ts";
import { checkCurrentPassword, gone, type PasswordDeps, wrongPassword } from "./passwords/check-password.ts";

type Input = ParsedBody<"deleteAccount"> & { readonly address: string };

/** Throws DomainError WRONG_PASSWORD, LAST_ADMIN, RATE_LIMITED, UNAVAILABLE (too many at once). */
export async function deleteAccount(
  deps: PasswordDeps,
  principal: Principal,
  { currentPassword, address }: Input,
): Promise<HandlerResult<"deleteAccount">> {
  const { user, attempt } = await checkCurrentPassword(deps, principal, { currentPassword, address });
  if ((await deps.store.write((tx) => refusalOf(tx, user))) === null)
    await deleteResults(deps.store, user.id);
  const outcome = await deps.store.write(async (tx) => {
    const at = deps.now();
    const refusal = await refusalOf(tx, user);
    await attempt.uncount(tx, at);
    if (refusal !== null) return refusal;
    await deleteUser(tx, user.id);
    await appendAudit(tx, { at, kind: "account_deleted", userId: user.id, detail: {} });
    return "deleted" as const;
  });
  if (outcome === "gone") throw gone();
  if (outcome === "changed since") throw wrongPassword();
  if (outcome === "last admin")
    throw new DomainError("LAST_ADMIN", "You are the last admin. Make another user an admin first.");
  return { message: "Your account has been deleted." };
}

async function refusalOf(tx: Tx, user: User): Promise<"gone" | "changed since" | "last admin" | null> {
  // Lock all admins first and in a fixed order, so that two admins who delete their accounts at the same time see
  // each other and one of them stays.
  const admins = await lockAdmins(tx);
  const locked = await lockUser(tx, user.id);
  if (!locked) return "gone";
  if (locked.password_hash !== user.password_hash) return "changed since";
  return locked.role === "admin" && admins.every((id) => id === user.id) ? "last admin" : null;
}

/** In transactions of their own, so that other users' requests come between. */
async function deleteResults(store: Store, userId: number): Promise<void> {
  let last = await store.write((tx) => deleteSomeAttempts(tx, userId));
  while (last !== null) {
    const after = last;
    last = await store.write((tx) => deleteSomeAttempts(tx, userId, after));
  }
  while (await store.write((tx) => deleteSomeRuns(tx, userId)));
  while (await store.write((tx) => deleteSomeMemory(tx, userId)));
}
