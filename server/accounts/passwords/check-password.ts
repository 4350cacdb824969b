// Checks a password: asks the throttle first and records a failure afterwards.

import { DomainError } from "../../domain-error.ts";
import { findUser, type User } from "../../store/accounts/accounts.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";
import type { Passwords } from "./passwords.ts";
import type { PasswordAttempt, Throttle } from "./throttle.ts";

export type PasswordDeps = {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly now: () => number;
};

type Checked = {
  readonly matches: boolean;
  /** The caller settles it as `right` in the transaction that uses it. A wrong password is already settled. */
  readonly attempt: PasswordAttempt;
};

/**
 * When `user` is null, no account has this mail address; the same work is done, so that timing reveals nothing.
 * `failure` is the kind of audit entry for a wrong password. Throws DomainError RATE_LIMITED, UNAVAILABLE.
 */
export async function checkPassword(
  { store, passwords, throttle, now }: PasswordDeps,
  user: User | null,
  tried: {
    readonly email: string;
    readonly address: string;
    readonly password: string;
    readonly failure: "sign_in_failed" | "password_wrong";
  },
): Promise<Checked> {
  const attempt = await throttle.beginPassword(tried);
  let matches: boolean;
  try {
    matches = await passwords.matches(tried.password, user?.password_hash ?? null);
  } catch (error) {
    await store.write((tx) => attempt.settle(tx, "untried", now()));
    throw error;
  }
  if (!matches)
    await store.write(async (tx) => {
      const at = now();
      await appendAudit(tx, { at, kind: tried.failure, userId: user?.id ?? null, detail: {} });
      await attempt.settle(tx, "wrong", at);
    });
  return { matches, attempt };
}

/**
 * Checks the current password of a logged-in user. Also throws WRONG_PASSWORD and TOKEN_INVALID (the account was
 * deleted after the token was checked).
 */
export async function checkCurrentPassword(
  deps: PasswordDeps,
  principal: Principal,
  { currentPassword, address }: { readonly currentPassword: string; readonly address: string },
): Promise<{ readonly user: User; readonly attempt: PasswordAttempt }> {
  deps.passwords.refuseWhenFull();
  const user = await deps.store.read((db) => findUser(db, principal.userId));
  if (!user) throw gone();
  const { matches, attempt } = await checkPassword(deps, user, {
    email: user.email,
    address,
    password: currentPassword,
    failure: "password_wrong",
  });
  if (!matches) throw wrongPassword();
  return { user, attempt };
}

export function gone(): DomainError {
  return new DomainError("TOKEN_INVALID", "Invalid token");
}

export function wrongPassword(): DomainError {
  const message = "Current password is not correct.";
  return new DomainError("WRONG_PASSWORD", message, { details: [{ path: "currentPassword", message }] });
}
