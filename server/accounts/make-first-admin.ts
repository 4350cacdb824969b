// Makes the first admin, once, on an empty database: `admin`, from the settings where given, else `admin@localhost`
// with a random password. Whoever registers first is never made one.

import { randomBytes } from "node:crypto";
import { countUsers, insertUser } from "../store/accounts/accounts.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import type { Store } from "../store/store.ts";
import type { Passwords } from "./passwords/passwords.ts";

type Deps = { readonly store: Store; readonly passwords: Passwords; readonly now: () => number };
type Wanted = { readonly email: string | null; readonly password: string | null };

export type FirstAdmin = {
  readonly email: string;
  /** Only when it was made up here: to be shown once, to the operator. */
  readonly password: string | null;
};

/** null when there is an account already. */
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
    // Several servers may start on one empty database: the unique username lets one of them win.
    if ((await countUsers(tx)) > 0) return false;
    const inserted = await insertUser(tx, { username: "admin", email, passwordHash, role: "admin", at });
    if (!inserted.ok) return false;
    await appendAudit(tx, { at, kind: "first_admin", userId: inserted.user.id, detail: {} });
    return true;
  });
  return made ? { email, password: wanted.password === null ? password : null } : null;
}

/** 120 random bits as 20 characters. */
function randomPassword(): string {
  return randomBytes(15).toString("base64url");
}
