// Logs in with mail address and password. An unknown address and a wrong password give the same response in the same
// time.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { DomainError } from "../../domain-error.ts";
import { lockUser } from "../../store/accounts/account-changes.ts";
import { findUserByEmail, updatePasswordHash } from "../../store/accounts/accounts.ts";
import { appendAudit } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import { type CheckTimes, checkLogIn } from "../passwords/check-password.ts";
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
  readonly checkTimes: CheckTimes;
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
  const tried = await store.read((db) => findUserByEmail(db, email));
  const wrong = invalidCredentials;
  const { user: found, attempt } = await checkLogIn(deps, tried, { email, address, password, wrong });

  // If too many requests are waiting to hash, keep the outdated hash until a later log-in.
  const renewedHash = isOutdated(found.password_hash)
    ? await passwords.hash(password).catch(() => null)
    : null;
  const at = now();
  const created = await store.write(async (tx) => {
    const user = await lockUser(tx, found.id);
    await attempt.uncount(tx, at);
    const refusal = await attempt.countLogIn(tx, at);
    // The password may have been changed, or the account deleted, since the check.
    if (user?.password_hash !== found.password_hash) return { refusal: invalidCredentials() };
    if (refusal) return { refusal };
    if (renewedHash !== null)
      await updatePasswordHash(tx, { userId: user.id, passwordHash: renewedHash, at: user.updated_at });
    const session = await createSession(tx, user.id, { remember: rememberMe, userAgent }, at);
    await appendAudit(tx, { at, kind: "sign_in", userId: user.id, detail: { remember: rememberMe } });
    const place = await throttle.rememberAddress(tx, { userId: user.id, address, at });
    if (place === "new") await queueNotice(tx, "sign-in-from-new-address", { userId: user.id, at });
    return session;
  });
  if ("refusal" in created) throw created.refusal;
  return loginResponse(tokens, created, found, at);
}

function invalidCredentials(): DomainError {
  return new DomainError(
    "INVALID_CREDENTIALS",
    "Email or password is not correct. Check both and try again.",
  );
}
