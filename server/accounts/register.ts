// Creates a learner's account and logs it in. The response reveals that an address is already registered, because the
// product logs users in right after registration (docs/security.md lists this deviation).

import { readableDomain } from "@tabstop/contract/email-address";
import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { insertUser } from "../store/accounts/accounts.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import type { Store } from "../store/store.ts";
import type { PasswordRule } from "./passwords/common-passwords.ts";
import type { Passwords } from "./passwords/passwords.ts";
import { createSession, loginResponse } from "./sessions/create-session.ts";
import type { Throttle } from "./passwords/throttle.ts";
import type { Tokens } from "./sessions/tokens.ts";

/** Who may register: everyone, no one, or people with an address in one of these mail domains (each in its one form). */
export type RegistrationRule =
  | { readonly kind: "open" }
  | { readonly kind: "closed" }
  | { readonly kind: "domains"; readonly domains: readonly string[] };

type Deps = {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly throttle: Throttle;
  readonly registration: RegistrationRule;
  readonly passwordRule: PasswordRule;
  readonly now: () => number;
};
type Input = ParsedBody<"register"> & { readonly userAgent: string; readonly address: string };

/**
 * Throws DomainError REGISTRATION_CLOSED, INVALID (the password), EMAIL_TAKEN, USERNAME_TAKEN, RATE_LIMITED,
 * UNAVAILABLE (too many at once).
 */
export async function register(
  { store, passwords, tokens, throttle, registration, passwordRule, now }: Deps,
  { username, email, password, userAgent, address }: Input,
): Promise<HandlerResult<"register">> {
  refuseOutsiders(registration, email);
  passwordRule(password, "password");
  passwords.refuseWhenFull();
  // Count attempts with a taken name or address too, because the response reveals that they are taken.
  const counted = await throttle.beginRegistration(address);
  // Hash before the transaction: SQLite has one writer, and 25 ms of hashing inside would delay everyone by 25 ms.
  const passwordHash = await passwords.hash(password).catch(async (error: unknown) => {
    await counted.cancel();
    throw error;
  });
  const at = now();
  const made = await store.write(async (tx) => {
    const inserted = await insertUser(tx, { username, email, passwordHash, role: "learner", at });
    if (!inserted.ok) return inserted;
    const { user } = inserted;
    const session = await createSession(tx, user.id, { remember: false, userAgent }, at);
    await appendAudit(tx, { at, kind: "register", userId: user.id, detail: {} });
    await throttle.rememberAddress(tx, { userId: user.id, address, at });
    return { ok: true as const, user, session };
  });
  if (!made.ok) throw taken(made.taken);
  return loginResponse(tokens, made.session, made.user, at);
}

function refuseOutsiders(rule: RegistrationRule, email: string): void {
  if (rule.kind === "open") return;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (rule.kind === "domains" && rule.domains.includes(domain)) return;
  throw new DomainError(
    "REGISTRATION_CLOSED",
    rule.kind === "closed"
      ? "New accounts cannot be created here. Ask the people who run this site."
      : `New accounts need an address at ${rule.domains.map(readableDomain).join(" or ")}.`,
  );
}

function taken(what: "email" | "username"): DomainError {
  if (what === "email") {
    const message = "This email is already registered. Log in instead, or use another one.";
    return new DomainError("EMAIL_TAKEN", message, { details: [{ path: "email", message }] });
  }
  const message = "This username, or one that looks like it, is already taken. Choose another one.";
  return new DomainError("USERNAME_TAKEN", message, { details: [{ path: "username", message }] });
}
