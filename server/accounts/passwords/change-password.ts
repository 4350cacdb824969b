// Changes one's own password. Whoever else is signed in to the account is signed out, and a reset link that is on its
// way is worth nothing.

import type { ResponseOf, ParsedBody } from "@tabstop/contract/calls";
import { lockUser } from "../../store/accounts/account-changes.ts";
import { updatePasswordHash } from "../../store/accounts/accounts.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import { dropMailOf } from "../../store/accounts/mail-outbox.ts";
import { dropPasswordReset } from "../../store/accounts/password-resets.ts";
import { revokeSessionsOf } from "../../store/accounts/sessions.ts";
import type { Tx } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";
import { checkCurrentPassword, gone, type PasswordNeeds, wrongPassword } from "./check-password.ts";
import type { PasswordRule } from "./common-passwords.ts";
import { queueNotice } from "../mail/notice-mail.ts";

type Input = ParsedBody<"changePassword"> & { readonly address: string };

/** Throws DomainError INVALID (the new password), WRONG_PASSWORD, RATE_LIMITED, UNAVAILABLE (too many at once). */
export async function changePassword(
  deps: PasswordNeeds & { readonly passwordRule: PasswordRule },
  who: Principal,
  { currentPassword, newPassword, address }: Input,
): Promise<ResponseOf<"changePassword">> {
  deps.passwordRule(newPassword, "newPassword");
  const { store, passwords, now } = deps;
  const { user, attempt } = await checkCurrentPassword(deps, who, { currentPassword, address });
  const passwordHash = await hashOrSettle();
  const outcome = await store.write(async (tx) => {
    const at = now();
    // Another change, or the account's end, may have come in between.
    const locked = await lockUser(tx, who.userId);
    const same = locked?.passwordHash === user.passwordHash;
    if (same) {
      await setPassword(tx, { userId: user.id, passwordHash, at, exceptId: who.sessionId });
      await appendAudit(tx, { at, kind: "password_changed", userId: user.id, detail: {} });
    }
    await attempt.settle(tx, "right", at);
    return locked === null ? "gone" : same ? "changed" : "changed meanwhile";
  });
  if (outcome === "gone") throw gone();
  if (outcome === "changed meanwhile") throw wrongPassword();
  return { message: "Your password has been changed. All other sign-ins have ended." };

  async function hashOrSettle(): Promise<string> {
    try {
      return await passwords.hash(newPassword);
    } catch (error) {
      await store.write((tx) => attempt.settle(tx, "right", now()));
      throw error;
    }
  }
}

/**
 * The new hash, the end of whatever the old password or a link for it could still do, and a notice to the owner. Answers
 * how many sign-ins ended.
 */
export async function setPassword(
  tx: Tx,
  change: {
    readonly userId: number;
    readonly passwordHash: string;
    readonly at: number;
    /** A sign-in that goes on. */
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

/** The reset mail's name in the outbox. */
export const resetTemplate = "password-reset";
