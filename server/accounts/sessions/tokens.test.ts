import { Buffer } from "node:buffer";
import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { base64url, SignJWT } from "jose";
import { expect, test } from "vitest";
import { leastCpuMs } from "../../test/thread-cpu.ts";
import { createTokens } from "./tokens.ts";

const secret = "s".repeat(32);
const now = Date.UTC(2026, 10, 27, 12);
const dayMs = 86_400_000;
const session = { id: "sid-1", generation: 3, expires_at: now + dayMs };
const tokens = await createTokens(secret);
const { token, refreshToken } = await tokens.issue(session, now);

const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
const headerOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString());
const inS = (ms: number) => Math.floor(ms / 1000);

test("each token contains session and generation, and nothing about rights", () => {
  expect(headerOf(token)).toEqual({ alg: "HS256", typ: "at+jwt" });
  expect(claimsOf(token)).toEqual({
    sid: "sid-1",
    gen: 3,
    iss: "tabstop",
    aud: "tabstop-api",
    iat: inS(now),
    exp: inS(now) + 3600,
  });
  expect(headerOf(refreshToken)).toEqual({ alg: "HS256", typ: "rt+jwt" });
  expect(claimsOf(refreshToken)).toMatchObject({ aud: "tabstop-refresh", exp: inS(now + dayMs) });
});

test("an access token never outlives its session", async () => {
  const late = await tokens.issue(session, now + dayMs - 60_000);
  expect(claimsOf(late.token).exp).toBe(inS(now + dayMs));
});

test.each([
  [0, { ok: true, sessionId: "sid-1", generation: 3 }],
  [3600_000, { ok: true, sessionId: "sid-1", generation: 3 }],
  [3604_999, { ok: true, sessionId: "sid-1", generation: 3 }],
  [3605_000, { ok: false, why: "expired" }],
  [dayMs, { ok: false, why: "expired" }],
])("an access token after %d ms [SEC-81]", async (ms, expected) => {
  expect(await tokens.readAccess(token, now + ms)).toEqual(expected);
});

test("a server whose clock is a minute behind accepts the token", async () => {
  expect(await tokens.readAccess(token, now - 60_000)).toMatchObject({ ok: true });
});

test("a token with a cached signature expires on time, and no other token is accepted for it", async () => {
  expect(await tokens.readAccess(token, now)).toMatchObject({ ok: true, sessionId: "sid-1" });
  expect(await tokens.readAccess(token, now + 3606_000)).toEqual({ ok: false, why: "expired" });
  expect(await tokens.readAccess(`${token.slice(0, -2)}AA`, now)).toEqual({ ok: false, why: "invalid" });
  const other = await tokens.issue({ ...session, id: "sid-2" }, now);
  expect(await tokens.readAccess(other.token, now)).toMatchObject({ ok: true, sessionId: "sid-2" });
  expect(await tokens.readAccess(token, now)).toMatchObject({ ok: true, sessionId: "sid-1" });
});

test("one kind of token is never accepted as the other [SEC-82]", async () => {
  expect(await tokens.readAccess(refreshToken, now)).toEqual({ ok: false, why: "invalid" });
  expect(await tokens.readRefresh(token, now)).toEqual({ ok: false, why: "invalid" });
});

const payload = { sid: "sid-1", gen: 3 };
const sign = (
  key: Uint8Array,
  {
    alg = "HS256",
    typ = "at+jwt",
    iss = "tabstop",
    aud = "tabstop-api",
    claims = payload as object,
    exp = inS(now) + 60,
  } = {},
) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg, typ })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt(inS(now))
    .setExpirationTime(exp)
    .sign(key);
const part = (value: unknown) => base64url.encode(JSON.stringify(value));
const [head = "", body = "", signature = ""] = token.split(".");

/** The derived key itself, as if it was stolen from the server's memory: all other checks still apply. */
async function accessKey(): Promise<Uint8Array> {
  const { hkdfSync } = await import("node:crypto");
  return new Uint8Array(hkdfSync("sha256", secret, "", "tabstop-api", 32));
}
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

const forged: [string, () => string | Promise<string>][] = [
  ["alg none without signature", () => `${part({ alg: "none", typ: "at+jwt" })}.${body}.`],
  ["alg None", () => `${part({ alg: "None", typ: "at+jwt" })}.${body}.`],
  ["alg none with the old signature", () => `${part({ alg: "none", typ: "at+jwt" })}.${body}.${signature}`],
  ["no signature", () => `${head}.${body}.`],
  ["two parts", () => `${head}.${body}`],
  ["four parts", () => `${token}.${signature}`],
  ["five parts", () => `${token}.a.b`],
  ["nothing", () => ""],
  ["a word", () => "null"],
  ["dots", () => ".."],
  ["another payload", () => `${head}.${part({ ...claimsOf(token), gen: 9 })}.${signature}`],
  ["another header", () => `${part({ alg: "HS256", typ: "at+jwt", x: 1 })}.${body}.${signature}`],
  ["the raw secret as key", () => sign(new TextEncoder().encode(secret))],
  ["another key", () => sign(new Uint8Array(32).fill(7))],
  [
    "HS384",
    async () =>
      sign(await accessKey(), { alg: "HS384" }).catch(
        () => `${part({ alg: "HS384", typ: "at+jwt" })}.${body}.${signature}`,
      ),
  ],
  ["HS512", () => `${part({ alg: "HS512", typ: "at+jwt" })}.${body}.${signature}`],
  [
    "RS256",
    () => new SignJWT(payload).setProtectedHeader({ alg: "RS256", typ: "at+jwt" }).sign(rsa.privateKey),
  ],
  ["RS256 named over an HMAC", () => `${part({ alg: "RS256", typ: "at+jwt" })}.${body}.${signature}`],
  [
    "kid of a path",
    () => `${part({ alg: "HS256", typ: "at+jwt", kid: "../../dev/null" })}.${body}.${signature}`,
  ],
  [
    "a jwk of its own",
    () => `${part({ alg: "HS256", typ: "at+jwt", jwk: { kty: "oct", k: "AAAA" } })}.${body}.${signature}`,
  ],
  ["a jku", () => `${part({ alg: "HS256", typ: "at+jwt", jku: "http://127.0.0.1/k" })}.${body}.${signature}`],
  ["crit", () => `${part({ alg: "HS256", typ: "at+jwt", crit: ["exp"] })}.${body}.${signature}`],
  [
    "b64 false",
    () => `${part({ alg: "HS256", typ: "at+jwt", b64: false, crit: ["b64"] })}.${body}.${signature}`,
  ],
  ["wrong typ", async () => sign(await accessKey(), { typ: "JWT" })],
  ["the other kind's typ", async () => sign(await accessKey(), { typ: "rt+jwt" })],
  ["wrong audience", async () => sign(await accessKey(), { aud: "tabstop-refresh" })],
  ["wrong issuer", async () => sign(await accessKey(), { iss: "elsewhere" })],
  ["wrong audience and expired", async () => sign(await accessKey(), { aud: "x", exp: inS(now) - 60 })],
  ["no sid", async () => sign(await accessKey(), { claims: { gen: 3 } })],
  ["sid that is a number", async () => sign(await accessKey(), { claims: { sid: 1, gen: 3 } })],
  ["no generation", async () => sign(await accessKey(), { claims: { sid: "sid-1" } })],
  ["generation 0", async () => sign(await accessKey(), { claims: { sid: "sid-1", gen: 0 } })],
  ["generation 1.5", async () => sign(await accessKey(), { claims: { sid: "sid-1", gen: 1.5 } })],
  ["generation as text", async () => sign(await accessKey(), { claims: { sid: "sid-1", gen: "3" } })],
  [
    "no exp",
    async () =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
        .setIssuer("tabstop")
        .setAudience("tabstop-api")
        .setIssuedAt(inS(now))
        .sign(await accessKey()),
  ],
  [
    "no iat",
    async () =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
        .setIssuer("tabstop")
        .setAudience("tabstop-api")
        .setExpirationTime(inS(now) + 60)
        .sign(await accessKey()),
  ],
  ["100 kB", () => `${head}.${"A".repeat(100_000)}.${signature}`],
  ["a space inside", () => `${head}. ${body}.${signature}`],
  ["padding", () => `${head}=.${body}.${signature}`],
  ["not base64", () => `${head}.${body}.%%%%`],
  ["signature cut by one", () => token.slice(0, -1)],
];

test("the forger uses the right key, or the table below proves nothing", async () => {
  expect(await tokens.readAccess(await sign(await accessKey()), now)).toMatchObject({ ok: true });
});

test.each(forged)("forged: %s [SEC-79]", async (_name, make) => {
  const made = await make();
  const refuse = async () =>
    expect(await tokens.readAccess(made, now)).toEqual({ ok: false, why: "invalid" });
  expect(await leastCpuMs(refuse, { enoughMs: 50, runs: 5 })).toBeLessThan(50);
});

test("any text is 'invalid' and never an error", async () => {
  const anyPart = fc.oneof(
    fc.base64String().map((text) => text.replace(/=+$/, "")),
    fc.json().map((text) => base64url.encode(text)),
    fc.constantFrom(head, body, signature, ""),
    fc.string({ unit: "binary" }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyPart, { minLength: 1, maxLength: 5 }), async (parts) => {
      const text = parts.join(".");
      if (text === token) return;
      expect(await tokens.readAccess(text, now)).toEqual({ ok: false, why: "invalid" });
    }),
    { numRuns: 500 },
  );
});

test("another server with the same secret accepts the tokens, one with another secret does not [SEC-80]", async () => {
  expect(await (await createTokens(secret)).readRefresh(refreshToken, now)).toMatchObject({ ok: true });
  expect(await (await createTokens("t".repeat(32))).readRefresh(refreshToken, now)).toMatchObject({
    ok: false,
  });
});
