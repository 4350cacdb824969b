// Two kinds of signed tokens (JWT, HS256) stand for one sign-in, which is a row of the table of sessions:
// the access token goes with every call for at most an hour, the refresh token buys the next pair.
//
// Both name the session and its generation, which grows by one with each refresh. Neither says who may do what: the
// rows that every call loads say that. The kinds differ in key, `typ` and `aud`, so that none passes for the other.
// Keys are derived from the server's secret.
//
// A token is taken only with the very header that is written here, so no header is ever interpreted: there is nothing in
// it to choose an algorithm or a key by. Signed with Node's own HMAC, at once: the Web Crypto of a JWT library sends every
// check to a thread, which cost each call a fifth of its time.

import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";

export const accessLifeS = 60 * 60;

/** What a token is made from; times in ms, `expiresAt` in whole seconds. */
export type SignedSession = { readonly id: string; readonly generation: number; readonly expiresAt: number };

export type TokenPair = { readonly token: string; readonly refreshToken: string };

export type ReadToken =
  | { readonly ok: true; readonly sessionId: string; readonly generation: number }
  /** `expired`: ours, and its time is over. `invalid`: anything else. */
  | { readonly ok: false; readonly why: "expired" | "invalid" };

export type Tokens = {
  issue(session: SignedSession, now: number): TokenPair;
  readAccess(token: string, now: number): ReadToken;
  readRefresh(token: string, now: number): ReadToken;
};

type Kind = { readonly audience: string; readonly header: string; readonly key: KeyObject };

const issuer = "tabstop";
/** Servers of one database may disagree about the time by this much; the row judges the session itself. */
const leewayS = 5;
/** Ours have some 300 characters. */
const longestToken = 2_000;

export function createTokens(secretKey: string): Tokens {
  const access = kindOf(secretKey, "at+jwt", "tabstop-api");
  const refresh = kindOf(secretKey, "rt+jwt", "tabstop-refresh");
  return {
    issue(session, now) {
      const issuedAtS = Math.floor(now / 1000);
      const sessionEndS = Math.floor(session.expiresAt / 1000);
      return {
        token: sign(access, session, issuedAtS, Math.min(issuedAtS + accessLifeS, sessionEndS)),
        refreshToken: sign(refresh, session, issuedAtS, sessionEndS),
      };
    },
    readAccess: (token, now) => readToken(access, token, now),
    readRefresh: (token, now) => readToken(refresh, token, now),
  };
}

function kindOf(secretKey: string, typ: string, audience: string): Kind {
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secretKey, "", audience, 32)));
  return { audience, header: encoded({ alg: "HS256", typ }), key };
}

function sign(kind: Kind, { id, generation }: SignedSession, issuedAtS: number, expiresAtS: number): string {
  const claims = {
    sid: id,
    gen: generation,
    iss: issuer,
    aud: kind.audience,
    iat: issuedAtS,
    exp: expiresAtS,
  };
  const text = `${kind.header}.${encoded(claims)}`;
  return `${text}.${signatureOf(text, kind.key)}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function signatureOf(text: string, key: KeyObject): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

const invalid: ReadToken = { ok: false, why: "invalid" };

function readToken(kind: Kind, token: string, now: number): ReadToken {
  if (token.length > longestToken || !token.startsWith(`${kind.header}.`)) return invalid;
  const end = token.lastIndexOf(".");
  const text = token.slice(0, end);
  if (!isSame(token.slice(end + 1), signatureOf(text, kind.key))) return invalid;
  const claims = claimsIn(text.slice(kind.header.length + 1));
  if (claims === null) return invalid;
  const { sid, gen, iss, aud, iat, exp } = claims;
  if (iss !== issuer || aud !== kind.audience || !Number.isFinite(iat) || !Number.isFinite(exp))
    return invalid;
  if (typeof sid !== "string" || !Number.isSafeInteger(gen) || (gen as number) < 1) return invalid;
  if ((exp as number) <= Math.floor(now / 1000) - leewayS) return { ok: false, why: "expired" };
  return { ok: true, sessionId: sid, generation: gen as number };
}

/** In a time that says nothing about where they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** null: no object in JSON. */
function claimsIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return typeof claims === "object" ? (claims as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
