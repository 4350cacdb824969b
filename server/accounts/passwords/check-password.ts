// Checks a password with all that belongs to it: the throttle before, the note of a failure after.

import { DomainError } from "../../domain-error.ts";
import { findUser, type User } from "../../store/accounts/accounts.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";
import type { Passwords } from "./passwords.ts";
import type { PasswordAttempt, Throttle } from "./throttle.ts";

export type PasswordNeeds = {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly now: () => number;
};

type Checked = {
  readonly matches: boolean;
  /** To be settled as `right` in the unit that uses it. A wrong one has been settled. */
  readonly attempt: PasswordAttempt;
};

/**
 * `user` null: nobody has this mail address; the same work is done. Throws DomainError RATE_LIMITED, UNAVAILABLE.
 * `failure` names a wrong one in the audit.
 */
export async function checkPassword(
  { store, passwords, throttle, now }: PasswordNeeds,
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
    matches = await passwords.matches(tried.password, user?.passwordHash ?? null);
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

/** Of somebody who is signed in. Throws also WRONG_PASSWORD, TOKEN_INVALID (deleted since the token was checked). */
export async function checkCurrentPassword(
  deps: PasswordNeeds,
  who: Principal,
  { currentPassword, address }: { readonly currentPassword: string; readonly address: string },
): Promise<{ readonly user: User; readonly attempt: PasswordAttempt }> {
  deps.passwords.refuseWhenFull();
  const user = await deps.store.read((db) => findUser(db, who.userId));
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
