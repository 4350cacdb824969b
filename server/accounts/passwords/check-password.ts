// Checks a password: asks the throttle first, and records a failure in the audit.

import { setTimeout } from "node:timers/promises";
import { DomainError } from "../../domain-error.ts";
import { findUser, type User } from "../../store/accounts/accounts.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import type { Principal } from "../../principal.ts";
import type { Passwords } from "./passwords.ts";
import type { LogInAttempt, PasswordAttempt, Throttle } from "./throttle.ts";

export type PasswordDeps = {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly now: () => number;
};

/**
 * Checks the password of a log-in: asks the throttle first and leaves a failure counted. When `user` is null, no account
 * has this mail address; the same work is done, so that timing reveals nothing. The caller uncounts the attempt in the
 * transaction that uses it. Throws DomainError RATE_LIMITED, UNAVAILABLE, and `wrong()` for a wrong password.
 */
export async function checkLogIn(
  deps: PasswordDeps & { readonly checkTimes: CheckTimes },
  user: User | null,
  tried: {
    readonly email: string;
    readonly address: string;
    readonly password: string;
    readonly wrong: () => DomainError;
  },
): Promise<{ readonly user: User; readonly attempt: LogInAttempt }> {
  const { throttle, checkTimes } = deps;
  const startedAt = performance.now();
  const attempt = await throttle.beginLogIn(tried).catch(async (error: unknown) => {
    await checkTimes.waitLikeACheck(startedAt);
    throw error;
  });
  const { refusal } = attempt;
  const failure = { kind: "sign_in_failed", user } as const;
  // If the attempt would be refused anyway, an overload must not show that its password was checked.
  const matches = await check(deps, attempt, tried.password, failure).catch((error: unknown) => {
    throw refusal ?? error;
  });
  checkTimes.record(startedAt);
  if (!user || !matches) throw refusal ?? tried.wrong();
  return { user, attempt };
}

/**
 * Checks the current password of a logged-in user. Also throws WRONG_PASSWORD and TOKEN_INVALID (the account was
 * deleted after the token was checked).
 */
export async function checkCurrentPassword(
  deps: PasswordDeps,
  { userId, sessionId }: Principal,
  { currentPassword, address }: { readonly currentPassword: string; readonly address: string },
): Promise<{ readonly user: User; readonly attempt: PasswordAttempt }> {
  deps.passwords.refuseWhenFull();
  const user = await deps.store.read((db) => findUser(db, userId));
  if (!user) throw gone();
  const attempt = await deps.throttle.beginPassword({ email: user.email, address, sessionId });
  if (!(await check(deps, attempt, currentPassword, { kind: "password_wrong", user }))) throw wrongPassword();
  return { user, attempt };
}

async function check(
  { store, passwords, now }: PasswordDeps,
  attempt: PasswordAttempt,
  password: string,
  { kind, user }: { readonly kind: "sign_in_failed" | "password_wrong"; readonly user: User | null },
): Promise<boolean> {
  let matches: boolean;
  try {
    matches = await passwords.matches(password, user?.password_hash ?? null);
  } catch (error) {
    if (attempt.refusal === null) await store.write((tx) => attempt.uncount(tx, now()));
    throw error;
  }
  if (!matches)
    await store.write((tx) => appendAudit(tx, { at: now(), kind, userId: user?.id ?? null, detail: {} }));
  return matches;
}

export type CheckTimes = {
  /** Records how long a check took that began at this time of the monotonic clock. */
  record(startedAt: number): void;
  /** Resolves when as much time has passed as one of the last checks took, picked at random. */
  waitLikeACheck(startedAt: number): Promise<void>;
};

/**
 * The durations of the last checks. A refusal without a check is delayed by one of them: otherwise its speed would show
 * that the account is not known at the client's address.
 */
export function createCheckTimes(): CheckTimes {
  const lastMs: number[] = [];
  return {
    record(startedAt) {
      lastMs.push(performance.now() - startedAt);
      if (lastMs.length > 32) lastMs.shift();
    },
    async waitLikeACheck(startedAt) {
      const likeMs = lastMs[Math.floor(Math.random() * lastMs.length)] ?? usualCheckMs;
      const leftMs = startedAt + likeMs - performance.now();
      if (leftMs > 0) await setTimeout(leftMs);
    },
  };
}

/** Until the first check after a start. */
const usualCheckMs = 30;

export function gone(): DomainError {
  return new DomainError("TOKEN_INVALID", "Invalid token");
}

export function wrongPassword(): DomainError {
  const message = "Current password is not correct.";
  return new DomainError("WRONG_PASSWORD", message, { details: [{ path: "currentPassword", message }] });
}
