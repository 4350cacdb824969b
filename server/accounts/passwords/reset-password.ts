// Handles forgotten passwords: requests a reset link by mail, checks a link, and sets a new password with it.

import { randomUUID } from "node:crypto";
import type { HandlerResult, ParsedBody, ParsedParams } from "@tabstop/contract/endpoints";
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
type ForgotDeps = Deps & {
  readonly throttle: Throttle;
  /** Called after COMMIT when there is mail to send. */
  readonly mailQueued: () => void;
};

/** No account has this id. */
const noUserId = 0;

/**
 * Does the same work and returns the same response whether or not an account has this address: a row is inserted into
 * the mail outbox either way. Throws DomainError RATE_LIMITED, counted by the typed address and by network address, so
 * that the limit reveals nothing either.
 */
export async function forgotPassword(
  { store, now, throttle, mailQueued }: ForgotDeps,
  { email, address }: ParsedBody<"forgotPassword"> & { readonly address: string },
): Promise<HandlerResult<"forgotPassword">> {
  const at = now();
  const verdict = await store.write(async (tx) => {
    const found = await throttle.countResetMail(tx, { email, address }, at);
    if (found.kind !== "send") return found;
    const userId = (await findUserByEmail(tx, email))?.id ?? null;
    await dropMailOf(tx, resetTemplate, userId ?? noUserId);
    const mail = { id: randomUUID(), template: resetTemplate, user_id: userId, parameters: {} };
    await enqueueMail(tx, mail, at);
    await appendAudit(tx, { at, kind: "reset_requested", userId, detail: {} });
    return found;
  });
  if (verdict.kind === "refused") throw verdict.error;
  if (verdict.kind === "send") mailQueued();
  return { message: "If an account exists with this email, you will receive instructions." };
}

/** Throws DomainError RESET_TOKEN_INVALID. The link stays usable, because mail scanners open links too. */
export async function checkResetToken(
  { store, now }: Deps,
  { token }: ParsedParams<"checkResetToken">,
): Promise<HandlerResult<"checkResetToken">> {
  const userId = await store.read((db) => findPasswordReset(db, hashOfToken(token), now()));
  if (userId === null) throw invalidToken();
  return { valid: true };
}

/**
 * Sets the password and ends every session of the account; it does not log in. A stranger's guesses never keep the owner
 * from logging in afterwards, at the address of this request. Throws DomainError RESET_TOKEN_INVALID,
 * INVALID (the password), UNAVAILABLE (too many at once).
 */
export async function resetPassword(
  deps: Deps & {
    readonly passwords: Passwords;
    readonly passwordRule: PasswordRule;
    readonly throttle: Throttle;
  },
  { token, password, address }: ParsedBody<"resetPassword"> & { readonly address: string },
): Promise<HandlerResult<"resetPassword">> {
  const { store, now, passwords, passwordRule, throttle } = deps;
  const tokenHash = hashOfToken(token);
  // Check the link first, so that a request without a valid link never makes the server hash a password.
  const userId = await store.read((db) => findPasswordReset(db, tokenHash, now()));
  if (userId === null) throw invalidToken();
  passwordRule(password, "password");
  const passwordHash = await passwords.hash(password);
  const done = await store.write(async (tx) => {
    const at = now();
    const user = await lockUser(tx, userId);
    if (!user || !(await takePasswordReset(tx, tokenHash, at))) return false;
    await setPassword(tx, { userId, passwordHash, at, exceptId: null });
    await throttle.welcomeOwner(tx, { userId, email: user.email, address, at });
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
