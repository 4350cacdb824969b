import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAudit } from "../../store/accounts/audit.ts";
import { findSession } from "../../store/accounts/sessions.ts";
import { openServer, openers, type Person, testSecretKey, type TestServer } from "../../test/harness.ts";
import { createSession } from "./create-session.ts";
import { createTokens, type TokenPair } from "./tokens.ts";

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 27, 12);

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  const tokens = createTokens(testSecretKey);
  beforeAll(async () => {
    harness = await openServer(opener);
    mira = await harness.register("mira");
  });
  afterAll(() => harness.close());

  /** A log-in at `start`, without the cost of a password. */
  async function openSession({ remember = false } = {}): Promise<TokenPair & { id: string }> {
    harness.clock.now = start;
    const session = await harness.store.write((tx) =>
      createSession(tx, mira.id, { remember, userAgent: "test" }, start),
    );
    return { id: session.id, ...(await (await tokens).issue(session, start)) };
  }
  const ask = (app: FastifyInstance, refreshToken: string) =>
    app.inject({ method: "POST", url: "/api/auth/refresh", payload: { refreshToken } });
  /** The pair, or the status and code of the refusal. */
  async function refresh(refreshToken: string, app = harness.app): Promise<TokenPair> {
    const answer = await ask(app, refreshToken);
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.json().code}`);
    return answer.json();
  }
  const isGood = async (token: string) => {
    const { statusCode } = await harness.app.inject({
      url: "/api/auth/profile",
      headers: { authorization: `Bearer ${token}` },
    });
    return statusCode === 200;
  };
  const sessionOf = async (id: string) => {
    const found = await harness.store.read((db) => findSession(db, id));
    if (!found) throw new Error(`no session ${id}`);
    return found;
  };
  const claims = (token: string) =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const reuses = () =>
    harness.store.read(async (db) =>
      (await listAudit(db, mira.id, 10_000)).filter((entry) => entry.kind === "refresh_reused"),
    );
  const refused = /^401 REFRESH_INVALID$/;

  test("every refresh issues a pair of the next generation, and the session continues", async () => {
    const one = await openSession();
    const two = await refresh(one.refreshToken);
    const three = await refresh(two.refreshToken);
    expect([one, two, three].map((pair) => claims(pair.refreshToken).gen)).toEqual([1, 2, 3]);
    expect([one, two, three].map((pair) => claims(pair.token).gen)).toEqual([1, 2, 3]);
    for (const pair of [one, two, three]) expect(await isGood(pair.token)).toBe(true);
    expect((await sessionOf(one.id)).generation).toBe(3);
  });

  test("the previous token returns the same generation while the current pair is unused, however late", async () => {
    const one = await openSession();
    await refresh(one.refreshToken);
    harness.clock.now += dayMs - 60_000;
    const again = await refresh(one.refreshToken);
    expect(claims(again.refreshToken).gen).toBe(2);
    expect((await sessionOf(one.id)).generation).toBe(2);
    expect(claims((await refresh(again.refreshToken)).refreshToken).gen).toBe(3);
  });

  test("once the current pair was used, the previous token is valid for 30 s more", async () => {
    const one = await openSession();
    const two = await refresh(one.refreshToken);
    harness.clock.now += 600_000;
    expect(await isGood(two.token)).toBe(true);
    harness.clock.now += 30_000;
    expect(claims((await refresh(one.refreshToken)).refreshToken).gen).toBe(2);
    expect(await isGood(two.token)).toBe(true);
  });

  test("after these 30 s the previous token ends the session, with an audit entry", async () => {
    const before = (await reuses()).length;
    const one = await openSession();
    const two = await refresh(one.refreshToken);
    expect(await isGood(two.token)).toBe(true);
    harness.clock.now += 30_001;
    await expect(refresh(one.refreshToken)).rejects.toThrow(refused);
    expect(await isGood(two.token)).toBe(false);
    await expect(refresh(two.refreshToken)).rejects.toThrow(refused);
    const entries = await reuses();
    expect(entries.length).toBe(before + 1);
    expect(entries[0]?.detail).toEqual({ presented: 1, current: 2 });
  });

  test("using the old access token does not count as using the current pair", async () => {
    const one = await openSession();
    await refresh(one.refreshToken);
    expect(await isGood(one.token)).toBe(true);
    harness.clock.now += 40_000;
    expect(claims((await refresh(one.refreshToken)).refreshToken).gen).toBe(2);
  });

  test("a token two generations old ends the session immediately: R1, R2, R3, and R1 again [SEC-68]", async () => {
    const one = await openSession();
    const two = await refresh(one.refreshToken);
    const three = await refresh(two.refreshToken);
    expect(await isGood(three.token)).toBe(true);
    harness.clock.now += 1_000;
    await expect(refresh(one.refreshToken)).rejects.toThrow(refused);
    for (const pair of [one, two, three]) {
      expect(await isGood(pair.token)).toBe(false);
      await expect(refresh(pair.refreshToken)).rejects.toThrow(refused);
    }
    expect((await sessionOf(one.id)).revoked_at).toBe(harness.clock.now);
  });

  test("50 concurrent refreshes with one token all succeed with the same generation", async () => {
    for (let round = 0; round < 4; round++) {
      const one = await openSession();
      const pairs = await Promise.all(Array.from({ length: 50 }, () => refresh(one.refreshToken)));
      expect(new Set(pairs.map((pair) => claims(pair.refreshToken).gen))).toEqual(new Set([2]));
      expect(await sessionOf(one.id)).toMatchObject({ generation: 2, revoked_at: null });
      expect(await isGood(pairs[0]?.token ?? "")).toBe(true);
    }
  });

  test("a lost response can be requested again, 20 times in a row", async () => {
    let { refreshToken } = await openSession();
    for (let round = 0; round < 20; round++) {
      const lost = await refresh(refreshToken);
      harness.clock.now += 9_000;
      const kept = await refresh(refreshToken);
      expect(claims(kept.refreshToken).gen).toBe(claims(lost.refreshToken).gen);
      refreshToken = kept.refreshToken;
    }
  });

  test("whichever comes first, a refresh or the replay of an old token, the session ends", async () => {
    for (let race = 0; race < races; race++) {
      const one = await openSession();
      const two = await refresh(one.refreshToken);
      const three = await refresh(two.refreshToken);
      const [descendant, replay] = await Promise.all([
        ask(harness.app, three.refreshToken),
        ask(harness.app, one.refreshToken),
      ]);
      expect(replay.statusCode).toBe(401);
      expect(descendant.statusCode).toSatisfy((status: number) => status === 200 || status === 401);
      const pairs = [two, three, ...(descendant.statusCode === 200 ? [descendant.json() as TokenPair] : [])];
      for (const pair of pairs) {
        expect(await isGood(pair.token)).toBe(false);
        expect((await ask(harness.app, pair.refreshToken)).statusCode).toBe(401);
      }
    }
  });

  test.each([
    [false, dayMs],
    [true, 30 * dayMs],
  ])(
    "a session (remembered: %s) ends %d ms after the login, however often it is refreshed [SEC-64]",
    async (remember, life) => {
      const one = await openSession({ remember });
      let pair: TokenPair = one;
      for (let step = 1; step <= 6; step++) {
        harness.clock.now = start + (life / 6) * step - 1_000;
        pair = await refresh(pair.refreshToken);
        expect(claims(pair.refreshToken).exp * 1000).toBe(start + life);
        expect(await isGood(pair.token)).toBe(true);
      }
      harness.clock.now = start + life;
      await expect(refresh(pair.refreshToken)).rejects.toThrow(refused);
      const { json } = await harness.app.inject({
        url: "/api/auth/profile",
        headers: { authorization: `Bearer ${pair.token}` },
      });
      expect(json()).toEqual({ error: "Token expired", code: "TOKEN_EXPIRED" });
    },
  );

  test("'remember me' at login decides the lifetime of the refresh token", async () => {
    harness.clock.now = start;
    for (const [rememberMe, life] of [
      [undefined, dayMs],
      [false, dayMs],
      [true, 30 * dayMs],
    ] as const) {
      const { refreshToken } = await harness.client("login", {
        body: {
          email: mira.email,
          password: mira.password,
          ...(rememberMe === undefined ? {} : { rememberMe }),
        },
      });
      expect(claims(refreshToken).exp * 1000).toBe(start + life);
    }
  });

  test("an expired token gets 'Token expired', any other 'Invalid token'", async () => {
    const one = await openSession();
    const said = async (authorization?: string) =>
      (
        await harness.app.inject({
          url: "/api/auth/profile",
          headers: authorization === undefined ? {} : { authorization },
        })
      ).json().error;
    harness.clock.now += 3_600_000 + 6_000;
    expect(await said(`Bearer ${one.token}`)).toBe("Token expired");
    harness.clock.now = start;
    expect(await said(`bearer  ${one.token}`)).toBe(undefined);
    for (const authorization of [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      `Basic ${one.token}`,
      one.token,
      `Bearer ${one.token} x`,
      `Bearer ${one.token}x`,
      `Bearer ${one.refreshToken}`,
      `Bearer ${one.token.slice(0, -3)}`,
    ])
      expect(await said(authorization), authorization).toBe("Invalid token");
  });

  test("a token of a missing session is invalid [SEC-65]", async () => {
    harness.clock.now = start;
    const made = await (await tokens).issue(
      { id: "nowhere", generation: 1, expires_at: start + dayMs },
      start,
    );
    expect(await isGood(made.token)).toBe(false);
    await expect(refresh(made.refreshToken)).rejects.toThrow(refused);
  });

  test("a token newer than the row, as after a restored backup, is refused and the session stays", async () => {
    const one = await openSession();
    const { refreshToken } = await (await tokens).issue(
      { id: one.id, generation: 5, expires_at: start + dayMs },
      start,
    );
    await expect(refresh(refreshToken)).rejects.toThrow(refused);
    expect(await isGood(one.token)).toBe(true);
  });

  test("the time of last use is updated at most every five minutes", async () => {
    const one = await openSession();
    await isGood(one.token);
    harness.clock.now += 299_999;
    await isGood(one.token);
    expect((await sessionOf(one.id)).last_used_at).toBe(start);
    harness.clock.now += 1;
    await isGood(one.token);
    expect((await sessionOf(one.id)).last_used_at).toBe(start + 300_000);
  });

  if (opener.name === "postgres")
    test("three servers on one database refresh one token like one server", async () => {
      const apps = [harness.app, await harness.another(), await harness.another()];
      for (let round = 0; round < 5; round++) {
        const one = await openSession();
        const pairs = await Promise.all(
          Array.from({ length: 24 }, (_, n) => refresh(one.refreshToken, apps[n % 3] ?? harness.app)),
        );
        expect(new Set(pairs.map((pair) => claims(pair.refreshToken).gen))).toEqual(new Set([2]));
        expect(await sessionOf(one.id)).toMatchObject({ generation: 2, revoked_at: null });
      }
    });
});

/** For more races: `RACES=1000 npx vitest run --project server sessions`. */
const races = Number(process.env["RACES"] ?? 30);
