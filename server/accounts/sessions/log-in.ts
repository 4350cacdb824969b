// Logs in with mail address and password. An unknown address and a wrong password give the same response in the same
// time.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { DomainError } from "../../domain-error.ts";
import { findUserByEmail, updatePasswordHash } from "../../store/accounts/accounts.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import { checkPassword } from "../passwords/check-password.ts";
import { queueNotice } from "../mail/notice-mail.ts";
import { isOutdated, type Passwords } from "../passwords/passwords.ts";
import { createSession, loginResponse } from "./create-session.ts";
import type { Throttle } from "../passwords/throttle.ts";
import type { Tokens } from "./tokens.ts";

type Deps = {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly throttle: Throttle;
  readonly now: () => number;
};
type Input = ParsedBody<"login"> & { readonly userAgent: string; readonly address: string };

/** Throws DomainError INVALID_CREDENTIALS, RATE_LIMITED, UNAVAILABLE (too many at once). */
export async function logIn(
  deps: Deps,
  { email, password, rememberMe, userAgent, address }: Input,
): Promise<HandlerResult<"login">> {
  const { store, passwords, throttle, tokens, now } = deps;
  passwords.refuseWhenFull();
  const found = await store.read((db) => findUserByEmail(db, email.trim()));
  const { matches, attempt } = await checkPassword(deps, found, {
    email,
    address,
    password,
    failure: "sign_in_failed",
  });
  if (!found || !matches) throw invalidCredentials();

  // If too many requests are waiting to hash, keep the outdated hash until a later log-in.
  const renewedHash = isOutdated(found.password_hash)
    ? await passwords.hash(password).catch(() => null)
    : null;
  const at = now();
  const created = await store.write(async (tx) => {
    // The password may have been changed, or the account deleted, since the check.
    const user = await findUserByEmail(tx, email.trim());
    if (!user || user.id !== found.id || user.password_hash !== found.password_hash) {
      await attempt.settle(tx, "right", at);
      return null;
    }
    if (renewedHash !== null)
      await updatePasswordHash(tx, { userId: user.id, passwordHash: renewedHash, at: user.updated_at });
    const session = await createSession(tx, user.id, { remember: rememberMe, userAgent }, at);
    await appendAudit(tx, { at, kind: "sign_in", userId: user.id, detail: { remember: rememberMe } });
    const place = await throttle.rememberAddress(tx, { userId: user.id, address, at });
    if (place === "new") await queueNotice(tx, "sign-in-from-new-address", { userId: user.id, at });
    await attempt.settle(tx, "right", at);
    return session;
  });
  if (!created) throw invalidCredentials();
  return loginResponse(tokens, created, found, at);
}

function invalidCredentials(): DomainError {
  return new DomainError(
    "INVALID_CREDENTIALS",
    "Email or password is not correct. Check both and try again.",
  );
}
