// Issues and reads the two signed tokens (JWT, HS256) of a session: the access token, sent with every request for at
// most an hour, and the refresh token, which is exchanged for the next pair.
//
// Both contain the session's id and its generation, which each refresh increments. Neither contains any rights: those
// come from the rows that every request loads. The two kinds differ in key, `typ` and `aud`, so that one is never
// accepted as the other. Keys are derived from the server's secret and imported once (0.09 ms per check instead of
// 0.22).
//
// A device sends the same access token for an hour. Its signature is checked once and cached, because Web Crypto runs
// each check on a thread, which took a fifth of a request's time. Its expiry is checked every time.

import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";

const accessLifeS = 60 * 60;

/** What a token is made from. `expires_at` is in ms, rounded to whole seconds. */
export type SignedSession = { readonly id: string; readonly generation: number; readonly expires_at: number };

export type TokenPair = { readonly token: string; readonly refreshToken: string };

type ReadToken =
  | { readonly ok: true; readonly sessionId: string; readonly generation: number }
  /** `expired` is a valid token whose time is over. `invalid` is anything else. */
  | { readonly ok: false; readonly why: "expired" | "invalid" };

export type Tokens = {
  issue(session: SignedSession, now: number): Promise<TokenPair>;
  readAccess(token: string, now: number): Promise<ReadToken>;
  readRefresh(token: string, now: number): Promise<ReadToken>;
};

type Kind = { readonly typ: string; readonly audience: string };

const issuer = "tabstop";
const access: Kind = { typ: "at+jwt", audience: "tabstop-api" };
const refresh: Kind = { typ: "rt+jwt", audience: "tabstop-refresh" };
/** How far the clocks of servers that share a database may differ. The session's row decides when the session ends. */
const leewayS = 5;
/** In characters. Tokens have about 300. */
const longestToken = 2_000;
/** Each entry takes a few hundred bytes. */
const maxCached = 2_000;

export async function createTokens(secretKey: string): Promise<Tokens> {
  const accessKey = await keyFor(secretKey, access);
  const refreshKey = await keyFor(secretKey, refresh);
  const cachedClaims = new LRUCache<string, Claims>({ max: maxCached });
  return {
    async issue(session, now) {
      const issuedAtS = Math.floor(now / 1000);
      const sessionEndS = Math.floor(session.expires_at / 1000);
      const [token, refreshToken] = await Promise.all([
        sign(access, accessKey, session, issuedAtS, Math.min(issuedAtS + accessLifeS, sessionEndS)),
        sign(refresh, refreshKey, session, issuedAtS, sessionEndS),
      ]);
      return { token, refreshToken };
    },
    async readAccess(token, now) {
      const cached = cachedClaims.get(token);
      if (cached !== undefined) return readClaims(cached, now);
      const claims = await verify(access, accessKey, token);
      if (claims !== null) cachedClaims.set(token, claims);
      return readClaims(claims, now);
    },
    readRefresh: async (token, now) => readClaims(await verify(refresh, refreshKey, token), now),
  };
}

function keyFor(secretKey: string, { audience }: Kind) {
  const bytes = hkdfSync("sha256", secretKey, "", audience, 32);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

type Key = Awaited<ReturnType<typeof keyFor>>;

function sign(
  { typ, audience }: Kind,
  key: Key,
  session: SignedSession,
  issuedAtS: number,
  expiresAtS: number,
) {
  return new SignJWT({ sid: session.id, gen: session.generation })
    .setProtectedHeader({ alg: "HS256", typ })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAtS)
    .setExpirationTime(expiresAtS)
    .sign(key);
}

type Claims = { readonly sessionId: string; readonly generation: number; readonly expiresAtS: number };

/** Returns null for a token that this server did not sign. Does not check the expiry. */
async function verify({ typ, audience }: Kind, key: Key, token: string): Promise<Claims | null> {
  if (token.length > longestToken) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      typ,
      issuer,
      audience,
      requiredClaims: ["iat", "exp", "sid", "gen"],
      currentDate: new Date(0),
    });
    const { sid, gen, exp } = payload;
    if (typeof sid !== "string" || typeof gen !== "number" || !Number.isSafeInteger(gen) || gen < 1)
      return null;
    return { sessionId: sid, generation: gen, expiresAtS: exp as number };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function readClaims(claims: Claims | null, now: number): ReadToken {
  if (claims === null) return { ok: false, why: "invalid" };
  const { sessionId, generation, expiresAtS } = claims;
  if (expiresAtS <= Math.floor(now / 1000) - leewayS) return { ok: false, why: "expired" };
  return { ok: true, sessionId, generation };
}
