// What operators can do to accounts from the command line of the machine that holds the database. No password is
// required here; every change writes an audit entry that names the command line as its origin.

import { passwordMaximum, passwordMinimum } from "@tabstop/contract/vocabulary";
import { codePoints } from "@tabstop/engine/code-points";
import { lockAdmins, lockUser, updateRole } from "../store/accounts/account-changes.ts";
import { findUserByEmail, type User } from "../store/accounts/accounts.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import { revokeSessionsOf } from "../store/accounts/sessions.ts";
import type { Store, Tx } from "../store/store.ts";
import { setPassword } from "./passwords/change-password.ts";
import type { Passwords } from "./passwords/passwords.ts";

type Deps = { readonly store: Store; readonly now: () => number };

/** `unchanged` means that the account was already in the requested state. */
export type OperatorResult<More extends string = never> =
  | { readonly ok: true; readonly user: User; readonly unchanged: boolean; readonly sessionsEnded: number }
  | { readonly ok: false; readonly why: "unknown" | More };

const by = { by: "command line" };

export function grantAdmin({ store, now }: Deps, email: string): Promise<OperatorResult> {
  return store.write(async (tx) => {
    const user = await lockedUser(tx, email);
    if (!user) return unknown;
    if (user.role === "admin") return done(user, { unchanged: true });
    const at = now();
    await updateRole(tx, { userId: user.id, role: "admin", at });
    await appendAudit(tx, { at, kind: "admin_granted", userId: user.id, detail: by });
    return done(user);
  });
}

export function revokeAdmin({ store, now }: Deps, email: string): Promise<OperatorResult<"last admin">> {
  return store.write(async (tx) => {
    // Lock all admins first and in a fixed order, so that two admins who lose the role at the same time see each other
    // and one of them stays.
    const admins = await lockAdmins(tx);
    const user = await lockedUser(tx, email);
    if (!user) return unknown;
    if (user.role !== "admin") return done(user, { unchanged: true });
    if (admins.every((id) => id === user.id)) return { ok: false, why: "last admin" };
    const at = now();
    await updateRole(tx, { userId: user.id, role: "learner", at });
    await appendAudit(tx, { at, kind: "admin_revoked", userId: user.id, detail: by });
    return done(user);
  });
}

/** Says in a sentence why this cannot be a new password; null when it can. */
export function faultOfPassword(password: string): string | null {
  const length = codePoints(password);
  if (!password.isWellFormed() || password.includes("\0"))
    return "The password contains a NUL or an invalid character.";
  if (length < passwordMinimum || length > passwordMaximum)
    return `The password is ${length} characters long, but must be ${passwordMinimum} to ${passwordMaximum}.`;
  return null;
}

/** Sets the password and ends all sessions of the account. Check the password with `faultOfPassword` first. */
export async function setPasswordOf(
  { store, now, passwords }: Deps & { readonly passwords: Passwords },
  email: string,
  password: string,
): Promise<OperatorResult> {
  const passwordHash = await passwords.hash(password);
  return store.write(async (tx) => {
    const user = await lockedUser(tx, email);
    if (!user) return unknown;
    const at = now();
    const sessionsEnded = await setPassword(tx, { userId: user.id, passwordHash, at, exceptId: null });
    await appendAudit(tx, { at, kind: "password_set", userId: user.id, detail: by });
    return done(user, { sessionsEnded });
  });
}

export function endSessionsOf({ store, now }: Deps, email: string): Promise<OperatorResult> {
  return store.write(async (tx) => {
    const user = await lockedUser(tx, email);
    if (!user) return unknown;
    const at = now();
    const sessionsEnded = await revokeSessionsOf(tx, { userId: user.id, exceptId: null, at });
    await appendAudit(tx, {
      at,
      kind: "sessions_ended",
      userId: user.id,
      detail: { ...by, ended: sessionsEnded },
    });
    return done(user, { sessionsEnded });
  });
}

async function lockedUser(tx: Tx, email: string): Promise<User | null> {
  const user = await findUserByEmail(tx, email);
  return user && lockUser(tx, user.id);
}

const unknown = { ok: false, why: "unknown" } as const;

function done(user: User, { unchanged = false, sessionsEnded = 0 } = {}) {
  return { ok: true, user, unchanged, sessionsEnded } as const;
}
