// How password guessing is slowed down, with the exact figures.

import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";
import { openers, type ServerOptions, type TestServer, serverForTest } from "../../test/harness.ts";
import { networkOf, waitAfterFailures } from "./throttle.ts";

test.each([
  [5, 0],
  [6, 1],
  [7, 2],
  [8, 4],
  [9, 8],
  [10, 16],
  [11, 32],
  [12, 60],
  [13, 60],
  [90, 60],
])("after %i failures an unknown address waits %i s [SEC-41]", (failures, seconds) => {
  const moments = Array.from({ length: failures }, (_, n) => n);
  const last = failures - 1;
  expect(waitAfterFailures(moments, last)).toBe(seconds * 1_000);
  expect(waitAfterFailures(moments, last + seconds * 1_000)).toBe(0);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe.each(openers)("$name", (opener) => {
  const server = (options?: ServerOptions) => serverForTest(opener, options);
  const minute = 60_000;
  type Answer = { status: number; retryAfter: string | undefined; body: Record<string, unknown> };
  const post = async (
    app: FastifyInstance,
    path: string,
    payload: object,
    remoteAddress: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await app.inject({ method: "POST", url: path, payload, remoteAddress, headers });
    return {
      status: answer.statusCode,
      retryAfter: answer.headers["retry-after"] as string | undefined,
      body: answer.json(),
    };
  };
  const logIn = (harness: TestServer, email: string, password: string, address: string, app = harness.app) =>
    post(app, "/api/auth/login", { email, password }, address);
  const owner = "127.0.0.1";
  const stranger = "198.51.100.9";

  test("an unknown address waits 1, 2, 4 … s from the sixth failure on; the owner's address never waits [SEC-48]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    for (let n = 1; n <= 6; n++)
      expect([n, (await logIn(harness, mira.email, "wrong", stranger)).status]).toEqual([n, 401]);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const refused = await logIn(harness, mira.email, "wrong", stranger);
      expect(refused).toEqual({
        status: 429,
        retryAfter: String(seconds),
        body: {
          error: `Too many failed attempts. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
          code: "RATE_LIMITED",
        },
      });
      harness.clock.now += seconds * 1_000 - 1;
      expect((await logIn(harness, mira.email, mira.password, stranger)).status).toBe(429);
      harness.clock.now += 1;
      expect((await logIn(harness, mira.email, "wrong", stranger)).status).toBe(401);
    }
    // Another unknown address waits too, another account does not, and the owner logs in immediately.
    expect((await logIn(harness, mira.email, "wrong", "203.0.113.5")).status).toBe(429);
    expect((await logIn(harness, "somebody@example.com", "wrong", stranger)).status).toBe(401);
    expect((await logIn(harness, mira.email, mira.password, owner)).status).toBe(200);
    // 15 minutes after the last failure nothing is counted any more.
    harness.clock.now += 15 * minute;
    expect((await logIn(harness, mira.email, mira.password, stranger)).status).toBe(200);
    expect((await logIn(harness, mira.email, "wrong", stranger)).status).toBe(401);
  });

  test("an address without an account is slowed down in the same way", async () => {
    const harness = await server();
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++)
      statuses.push(
        (await logIn(harness, n % 2 ? "No@example.com" : " no@example.com", "wrong", stranger)).status,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  });

  test("a correct password counts nothing; a known address waits for its own failures alone", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    for (let n = 0; n < 12; n++)
      expect((await logIn(harness, mira.email, mira.password, stranger)).status).toBe(200);
    const guesses: number[] = [];
    for (let n = 0; n < 8; n++) guesses.push((await logIn(harness, mira.email, "wrong", stranger)).status);
    expect(guesses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    const refused = await logIn(harness, mira.email, mira.password, stranger);
    expect([refused.status, refused.retryAfter]).toEqual([429, "1"]);
    expect((await logIn(harness, mira.email, mira.password, owner)).status).toBe(200);
    harness.clock.now += 1_000;
    expect((await logIn(harness, mira.email, mira.password, stranger)).status).toBe(200);
  });

  test("an address may fail a hundred times in 15 minutes over all accounts, and a forged header does not help [SEC-50]", {
    timeout: 120_000,
  }, async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const elsewhere = "203.0.113.77";
    expect((await logIn(harness, mira.email, mira.password, elsewhere)).status).toBe(200);
    for (let n = 0; n < 100; n++) {
      const answer = await post(
        harness.app,
        "/api/auth/login",
        { email: `nobody-${n}@example.com`, password: "wrong" },
        stranger,
        { "x-forwarded-for": `203.0.113.${n}` },
      );
      expect([n, answer.status]).toEqual([n, 401]);
      harness.clock.now += 1_000;
    }
    const refused = await logIn(harness, mira.email, mira.password, stranger);
    expect([refused.status, refused.retryAfter]).toEqual([429, String(15 * 60 - 100)]);
    expect((await logIn(harness, mira.email, mira.password, elsewhere)).status).toBe(200);
    harness.clock.now += (15 * 60 - 100) * 1_000;
    expect((await logIn(harness, mira.email, mira.password, stranger)).status).toBe(200);
  });

  test("of fifty concurrent guesses at one account, six are checked [SEC-49]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => logIn(harness, mira.email, `wrong ${n}`, stranger)),
    );
    // The others are refused because there is no capacity (503), or because six count as failed (429).
    const others = answers.filter(({ status }) => status !== 401);
    for (const { status, retryAfter } of others)
      expect(`${status}, again in ${retryAfter} s`).toMatch(/^(429, again in 1 s|503, again in 2 s)$/);
    let looked = answers.length - others.length;
    expect(looked).toBeGreaterThan(0);
    let next = await logIn(harness, mira.email, "wrong", stranger);
    for (; next.status === 401; looked++) next = await logIn(harness, mira.email, "wrong", stranger);
    expect([looked, next.status]).toEqual([6, 429]);
  });

  test("holding a token does not speed up guessing the current password [SEC-53]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const { token } = await harness.openSession(mira);
    const guess = (address: string) =>
      post(
        harness.app,
        "/api/auth/change-password",
        { currentPassword: "wrong", newPassword: "123456" },
        address,
        { authorization: `Bearer ${token}` },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await guess(stranger)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429]);
    expect((await guess(owner)).status).toBe(400);
  });

  test("sixty registrations per hour and address; forty learners behind one address never get 429 [SEC-18]", async () => {
    const harness = await server();
    const register = (n: number, address: string) =>
      post(
        harness.app,
        "/api/auth/register",
        { username: `learner ${n}`, email: `learner-${n}@example.com`, password: "123456" },
        address,
      );
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => register(n, owner)));
    for (let n = 30; n < 60; n++) answers.push(await register(n, owner));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    harness.clock.now += 10 * minute;
    const refused = await register(60, owner);
    expect([refused.status, refused.retryAfter, refused.body["code"]]).toEqual([429, "3000", "RATE_LIMITED"]);
    expect(refused.body["error"]).toBe("Too many registrations from your network. Try again in 50 minutes.");
    expect((await register(60, stranger)).status).toBe(201);
    harness.clock.now += 50 * minute;
    expect((await register(61, owner)).status).toBe(201);
  });

  test("after the clock was set back, no client waits longer than before [SEC-51]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const day = 24 * 60 * minute;
    const register = (n: number) =>
      post(
        harness.app,
        "/api/auth/register",
        { username: `learner ${n}`, email: `learner-${n}@example.com`, password: "123456" },
        stranger,
      );
    for (let n = 0; n < 60; n++) expect([n, (await register(n)).status]).toEqual([n, 201]);
    for (let n = 0; n < 6; n++) await logIn(harness, mira.email, "wrong", stranger);
    const forgot = () => post(harness.app, "/api/auth/forgot-password", { email: mira.email }, owner);
    await forgot();
    expect(await harness.deliverMail()).toBe(1);

    harness.clock.now -= day;
    expect((await register(60)).retryAfter).toBe("3600");
    expect((await logIn(harness, mira.email, mira.password, stranger)).retryAfter).toBe("1");
    await forgot();
    expect(await harness.deliverMail()).toBe(0);
    harness.clock.now += 6 * minute;
    expect((await logIn(harness, mira.email, mira.password, stranger)).status).toBe(200);
    await forgot();
    expect(await harness.deliverMail()).toBe(1);
    harness.clock.now += 55 * minute;
    expect((await register(60)).status).toBe(201);
  });

  test("a registration that was refused for lack of capacity does not count", async () => {
    const harness = await server({ passwords: createPasswords() });
    const register = (n: number) =>
      post(
        harness.app,
        "/api/auth/register",
        { username: `learner ${n}`, email: `learner-${n}@example.com`, password: "123456" },
        owner,
      );
    const crowd = await Promise.all(Array.from({ length: 60 }, (_, n) => register(n)));
    const late = crowd.flatMap(({ status }, n) => (status === 503 ? [n] : []));
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([201, 503]));
    const again: number[] = [];
    for (const n of late) again.push((await register(n)).status);
    expect(new Set(again)).toEqual(new Set([201]));
    expect((await register(60)).status).toBe(429);
  });

  test("RATE_LIMITS=off turns the throttle off", async () => {
    const harness = await server({ env: { RATE_LIMITS: "off" } });
    const mira = await harness.register("mira");
    for (let n = 0; n < 12; n++)
      expect((await logIn(harness, mira.email, "wrong", stranger)).status).toBe(401);
  });

  test("counts survive a restart and apply to every server that uses the database", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const other = opener.name === "postgres" ? await harness.another() : harness.app;
    for (let n = 0; n < 6; n++)
      expect((await logIn(harness, mira.email, "wrong", stranger, n % 2 ? other : harness.app)).status).toBe(
        401,
      );
    for (const app of [other, harness.app])
      expect((await logIn(harness, mira.email, mira.password, stranger, app)).status).toBe(429);
  });

  test("the throttle's tables contain no mail address and no network address", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    await logIn(harness, "canary@leak.test", "wrong", stranger);
    await logIn(harness, mira.email, mira.password, stranger);
    const text = JSON.stringify(
      await harness.store.read(async (db) => [
        await db.selectFrom("throttle").selectAll().execute(),
        await db.selectFrom("known_address").selectAll().execute(),
        await db.selectFrom("audit_entry").selectAll().execute(),
      ]),
    );
    expect(text).toContain("password-account");
    for (const word of ["canary", "leak", "198.51", "127.0", "example.com"]) expect(text).not.toContain(word);
  });
});
