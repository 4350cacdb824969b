// Creates the first admin, `admin`, on an empty database: with the address and password from the settings, or with
// `admin@localhost` and a random password. The first user to register never becomes an admin.

import { randomBytes } from "node:crypto";
import { countUsers, insertUser } from "../store/accounts/accounts.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import type { Store } from "../store/store.ts";
import type { Passwords } from "./passwords/passwords.ts";

type Deps = { readonly store: Store; readonly passwords: Passwords; readonly now: () => number };
type Wanted = { readonly email: string | null; readonly password: string | null };

export type FirstAdmin = {
  readonly email: string;
  /** The random password, which the operator is shown once; null when the password came from the settings. */
  readonly password: string | null;
};

/** Returns null when there is already an account. */
export async function makeFirstAdmin(
  { store, passwords, now }: Deps,
  wanted: Wanted,
): Promise<FirstAdmin | null> {
  if ((await store.read(countUsers)) > 0) return null;
  const email = wanted.email ?? "admin@localhost";
  const password = wanted.password ?? randomPassword();
  const passwordHash = await passwords.hash(password);
  const at = now();
  const made = await store.write(async (tx) => {
    // Several servers may start on the same empty database: the unique username lets exactly one succeed.
    if ((await countUsers(tx)) > 0) return false;
    const inserted = await insertUser(tx, { username: "admin", email, passwordHash, role: "admin", at });
    if (!inserted.ok) return false;
    await appendAudit(tx, { at, kind: "first_admin", userId: inserted.user.id, detail: {} });
    return true;
  });
  return made ? { email, password: wanted.password === null ? password : null } : null;
}

/** 120 random bits in 20 characters. */
function randomPassword(): string {
  return randomBytes(15).toString("base64url");
}
