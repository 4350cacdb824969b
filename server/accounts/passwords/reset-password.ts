// A forgotten password: asking for a link by mail, looking whether a link is good, and setting a new password with it.

import { randomUUID } from "node:crypto";
import type { ResponseOf, ParsedBody, ParsedParams } from "@tabstop/contract/calls";
import { DomainError } from "../../domain-error.ts";
import { lockUser } from "../../store/accounts/account-changes.ts";
import { findUserByEmail } from "../../store/accounts/accounts.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import { dropMailOf, enqueueMail } from "../../store/accounts/mail-outbox.ts";
import { findPasswordReset, takePasswordReset } from "../../store/accounts/password-resets.ts";
import type { Store } from "../../store/store.ts";
import { resetTemplate, setPassword } from "./change-password.ts";
import type { PasswordRule } from "./common-passwords.ts";
import type { Passwords } from "./passwords.ts";
import { hashOfToken } from "../mail/mail-worker.ts";
import type { Throttle } from "./throttle.ts";

type Deps = { readonly store: Store; readonly now: () => number };
type ForgotNeeds = Deps & {
  readonly throttle: Throttle;
  /** Called after COMMIT when there is mail to send. */
  readonly mailQueued: () => void;
};

const nobody = 0;

/**
 * The same answer and the same work whether anybody has this address or not: a row goes into the outbox either way.
 * Throws DomainError RATE_LIMITED, by what was typed and by network address, so that it tells nothing either.
 */
export async function forgotPassword(
  { store, now, throttle, mailQueued }: ForgotNeeds,
  { email, address }: ParsedBody<"forgotPassword"> & { readonly address: string },
): Promise<ResponseOf<"forgotPassword">> {
  const at = now();
  const verdict = await store.write(async (tx) => {
    const found = await throttle.countResetMail(tx, { email, address }, at);
    if (found.kind !== "send") return found;
    const userId = (await findUserByEmail(tx, email))?.id ?? null;
    await dropMailOf(tx, resetTemplate, userId ?? nobody);
    await enqueueMail(tx, {
      id: randomUUID(),
      template: resetTemplate,
      userId,
      parameters: {},
      createdAt: at,
      dueAt: at,
    });
    await appendAudit(tx, { at, kind: "reset_requested", userId, detail: {} });
    return found;
  });
  if (verdict.kind === "refused") throw verdict.error;
  if (verdict.kind === "send") mailQueued();
  return { message: "If an account exists with this email, you will receive instructions." };
}

/** Throws DomainError RESET_TOKEN_INVALID. Uses nothing up: mail scanners open links too. */
export async function checkResetToken(
  { store, now }: Deps,
  { token }: ParsedParams<"checkResetToken">,
): Promise<ResponseOf<"checkResetToken">> {
  const userId = await store.read((db) => findPasswordReset(db, hashOfToken(token), now()));
  if (userId === null) throw invalidToken();
  return { valid: true };
}

/** Ends every sign-in of the account and signs nobody in. Throws RESET_TOKEN_INVALID, INVALID (the password), UNAVAILABLE (too many at once). */
export async function resetPassword(
  deps: Deps & { readonly passwords: Passwords; readonly passwordRule: PasswordRule },
  { token, password }: ParsedBody<"resetPassword">,
): Promise<ResponseOf<"resetPassword">> {
  const { store, now, passwords, passwordRule } = deps;
  const tokenHash = hashOfToken(token);
  // First, so that nobody makes the server hash passwords without a link.
  const userId = await store.read((db) => findPasswordReset(db, tokenHash, now()));
  if (userId === null) throw invalidToken();
  passwordRule(password, "password");
  const passwordHash = await passwords.hash(password);
  const done = await store.write(async (tx) => {
    const at = now();
    if (!(await lockUser(tx, userId)) || !(await takePasswordReset(tx, tokenHash, at))) return false;
    await setPassword(tx, { userId, passwordHash, at, exceptId: null });
    await appendAudit(tx, { at, kind: "password_reset", userId, detail: {} });
    return true;
  });
  if (!done) throw invalidToken();
  return { message: "Password has been reset successfully!" };
}

function invalidToken(): DomainError {
  return new DomainError(
    "RESET_TOKEN_INVALID",
    "Invalid or expired token. Please request a new password reset link.",
    { extra: { valid: false } },
  );
}
