// Changes the caller's own password. All other sessions of the account end, and a reset link that was already sent no
// longer works.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { lockUser } from "../../store/accounts/account-changes.ts";
import { updatePasswordHash } from "../../store/accounts/accounts.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import { dropMailOf } from "../../store/accounts/mail-outbox.ts";
import { dropPasswordReset } from "../../store/accounts/password-resets.ts";
import { revokeSessionsOf } from "../../store/accounts/sessions.ts";
import type { Tx } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";
import { checkCurrentPassword, gone, type PasswordDeps, wrongPassword } from "./check-password.ts";
import type { PasswordRule } from "./common-passwords.ts";
import { queueNotice } from "../mail/notice-mail.ts";

type Input = ParsedBody<"changePassword"> & { readonly address: string };

/** Throws DomainError INVALID (the new password), WRONG_PASSWORD, RATE_LIMITED, UNAVAILABLE (too many at once). */
export async function changePassword(
  deps: PasswordDeps & { readonly passwordRule: PasswordRule },
  principal: Principal,
  { currentPassword, newPassword, address }: Input,
): Promise<HandlerResult<"changePassword">> {
  deps.passwordRule(newPassword, "newPassword");
  const { store, passwords, now } = deps;
  const { user, attempt } = await checkCurrentPassword(deps, principal, { currentPassword, address });
  const passwordHash = await hashOrSettle();
  const outcome = await store.write(async (tx) => {
    const at = now();
    // The password may have been changed, or the account deleted, since the check.
    const locked = await lockUser(tx, principal.userId);
    const same = locked?.password_hash === user.password_hash;
    if (same) {
      await setPassword(tx, { userId: user.id, passwordHash, at, exceptId: principal.sessionId });
      await appendAudit(tx, { at, kind: "password_changed", userId: user.id, detail: {} });
    }
    await attempt.uncount(tx, at);
    return locked === null ? "gone" : same ? "changed" : "changed since";
  });
  if (outcome === "gone") throw gone();
  if (outcome === "changed since") throw wrongPassword();
  return { message: "Your password has been changed. All other sign-ins have ended." };

  async function hashOrSettle(): Promise<string> {
    try {
      return await passwords.hash(newPassword);
    } catch (error) {
      await store.write((tx) => attempt.uncount(tx, now()));
      throw error;
    }
  }
}

/**
 * Stores the new hash, ends the account's other sessions, invalidates a pending reset link and queues a notice to the
 * owner. Returns how many sessions ended.
 */
export async function setPassword(
  tx: Tx,
  change: {
    readonly userId: number;
    readonly passwordHash: string;
    readonly at: number;
    /** The session that stays valid; null to end all. */
    readonly exceptId: string | null;
  },
): Promise<number> {
  await updatePasswordHash(tx, change);
  const ended = await revokeSessionsOf(tx, change);
  await dropPasswordReset(tx, change.userId);
  await dropMailOf(tx, resetTemplate, change.userId);
  await queueNotice(tx, "password-changed", change);
  return ended;
}

/** The reset mail's template name in the mail outbox. */
export const resetTemplate = "password-reset";
