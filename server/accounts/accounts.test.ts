import { describe, expect, test } from "vitest";
import { addSampleCourse } from "../test/sample-course.ts";
import { openers, type ServerOptions, type TestServer, serverForTest } from "../test/harness.ts";
import { listAudit } from "../store/accounts/audit.ts";
import { findUserByEmail, insertUser } from "../store/accounts/accounts.ts";
import { createPasswords } from "./passwords/passwords.ts";

const faultyRegistrations: [object, string][] = [
  [{ email: "x@example.com", password: "123456" }, "Username is required"],
  [{ username: "x", email: "x@example.com", password: "123456" }, "Username must be 2 to 32 characters long"],
  [{ username: "mira", email: "", password: "123456" }, "Email is required"],
  [
    { username: "mira", email: "no", password: "123456" },
    "Email must be an address such as name@example.com",
  ],
  [{ username: "mira", email: "a@b.c", password: "12345" }, "Password must be at least 6 characters long"],
  [
    { username: "mira", email: "a@b.c", password: "🦊🦊🦊🦊🦊" },
    "Password must be at least 6 characters long",
  ],
  [
    { username: "mira", email: "a@b.c", password: "x".repeat(257) },
    "Password must be at most 256 characters long",
  ],
  [{ username: "mira", email: "a@b.c", password: 123456 }, "Password is required"],
  ...[
    "ab\u202ecd",
    "\u3164\u3164",
    "a\u034fdmin",
    "\u2800\u2800",
    "\ufe0f\ufe0f",
    "ad\u200bmin",
    "ad\u115fmin",
  ].map((username): [object, string] => [
    { username, email: "x@example.com", password: "123456" },
    "Username must not contain invisible characters",
  ]),
];

describe.each(openers)("$name", (opener) => {
  const server = (options?: ServerOptions) => serverForTest(opener, options);
  const auditOf = ({ store }: TestServer, userId: number) =>
    store.read(async (db) => (await listAudit(db, userId, 100)).map(({ kind }) => kind));

  test("registration logs the user in as a learner, whatever role the body asks for [SEC-75]", async () => {
    const harness = await server();
    const body = { username: "  mira ", email: " Mira@Example.com", password: "sesame-1" };
    const sent = { ...body, role: "admin", id: 7, isAdmin: true, created_at: "2000-01-01T00:00:00.000Z" };
    const { token, refreshToken, user } = await harness.client("register", { body: sent });
    expect(user).toEqual({
      id: expect.any(Number),
      username: "mira",
      email: "Mira@example.com",
      profile_photo: null,
    });
    expect([typeof token, typeof refreshToken]).toEqual(["string", "string"]);
    expect(await harness.as(token)("getProfile")).toEqual({
      ...user,
      created_at: "2026-11-27T12:00:00.000Z",
      updated_at: "2026-11-27T12:00:00.000Z",
    });
    const stored = await harness.store.read((db) => findUserByEmail(db, "mira@example.com"));
    expect(stored).toMatchObject({ id: user.id, role: "learner" });
    expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await auditOf(harness, user.id)).toEqual(["register"]);
  });

  test("a taken address or name is reported in any spelling", async () => {
    const harness = await server();
    await harness.register("mira");
    const tryTo = (username: string, email: string) =>
      harness.client("register", { body: { username, email, password: "123456" } });
    await expect(tryTo("other", "MIRA@EXAMPLE.com")).rejects.toMatchObject({
      status: 409,
      code: "EMAIL_TAKEN",
      details: [{ path: "email" }],
    });
    await expect(tryTo("ＭＩＲＡ", "new@example.com")).rejects.toMatchObject({
      status: 409,
      code: "USERNAME_TAKEN",
      details: [{ path: "username" }],
    });
    await expect(tryTo("mira", "mira@example.com")).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
  });

  test.each([
    ["alike", ["mira", "mira", "mira", "mira"]],
    ["in forms of Unicode", ["Zoë σ", "Zoe\u0308 ς", "ＺＯË\u00a0Σ", "zoë  σ", "ZOE\u0308 Σ", "zoë\ufe0f σ"]],
  ])(
    "of many concurrent registrations of one name, written %s, exactly one succeeds [SEC-17]",
    async (_how, spellings) => {
      const harness = await server();
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, n) => {
          const username = spellings[n % spellings.length] as string;
          return harness.client("register", {
            body: { username, email: `m${n}@example.com`, password: "123456" },
          });
        }),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const codes = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
      expect(new Set(codes)).toEqual(new Set(["USERNAME_TAKEN"]));
    },
  );

  test("an invalid registration is refused with a sentence about the invalid field [SEC-13]", async () => {
    const harness = await server();
    for (const [body, words] of faultyRegistrations) {
      const failure = await harness
        .client("register", { body: body as never })
        .catch((error: unknown) => error);
      expect(failure, words).toMatchObject({
        status: 400,
        code: "INVALID",
        message: expect.stringContaining(words),
      });
    }
  });

  test("registration can be closed, or be open to some mail domains only", async () => {
    const attempt = (harness: TestServer, email: string) =>
      harness.client("register", { body: { username: "mira", email, password: "123456" } });
    const closed = await server({ env: { REGISTRATION: "closed" } });
    await expect(attempt(closed, "a@example.org")).rejects.toMatchObject({
      status: 403,
      code: "REGISTRATION_CLOSED",
    });
    const some = await server({ env: { REGISTRATION: "example.org, school.example" } });
    for (const email of ["a@example.com", "a@sub.example.org", "example.org@evil.test"])
      await expect(attempt(some, email)).rejects.toMatchObject({ status: 403, code: "REGISTRATION_CLOSED" });
    expect((await attempt(some, "a@EXAMPLE.ORG")).user.username).toBe("mira");
  });

  test("login works with the address in any spelling, and only with the right password [SEC-116]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const { user } = await harness.client("login", {
      body: { email: " MIRA@example.COM ", password: mira.password },
    });
    expect(user).toEqual({ id: mira.id, username: "mira", email: mira.email, profile_photo: null });
    for (const [email, password] of [
      [mira.email, "password of mirA"],
      [mira.email, ""],
      [mira.email, `${mira.password} `],
      ["nobody@example.com", mira.password],
      ["no address", mira.password],
      ["", ""],
    ] as const)
      await expect(harness.client("login", { body: { email, password } })).rejects.toMatchObject({
        status: 401,
        code: "INVALID_CREDENTIALS",
        message: "Email or password is not correct. Check both and try again.",
      });
    expect(await auditOf(harness, mira.id)).toEqual([
      ...Array(3).fill("sign_in_failed"),
      "sign_in",
      "register",
    ]);
  });

  test("known and unknown addresses get the same response, headers included [SEC-60]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const ask = (email: string) =>
      harness.app.inject({
        method: "POST",
        url: "/api/auth/login",
        payload: { email, password: "wrong-one" },
      });
    const [known, unknown] = await Promise.all([ask(mira.email), ask("nobody@example.com")]);
    const facts = ({ statusCode, headers, body }: typeof known) => ({
      statusCode,
      body,
      headers: { ...headers, "x-request-id": "", date: "" },
    });
    expect(facts(known)).toEqual(facts(unknown));
  });

  test("a hash with weaker parameters is replaced at login [SEC-86]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const { hash } = await import("@node-rs/argon2");
    const weak = await hash(mira.password, { algorithm: 2, memoryCost: 8192, timeCost: 2, parallelism: 1 });
    const { updatePasswordHash } = await import("../store/accounts/accounts.ts");
    await harness.store.write((tx) =>
      updatePasswordHash(tx, { userId: mira.id, passwordHash: weak, at: harness.clock.now }),
    );
    await harness.client("login", { body: { email: mira.email, password: mira.password } });
    const stored = await harness.store.read((db) => findUserByEmail(db, mira.email));
    expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await harness.client("login", { body: { email: mira.email, password: mira.password } });
  });

  test("a log-out takes effect with the next request, also for copied tokens [SEC-69]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const elsewhere = await harness.client("login", { body: { email: mira.email, password: mira.password } });
    await mira.client("logout");
    await expect(mira.client("getProfile")).rejects.toMatchObject({ status: 401, message: "Invalid token" });
    await expect(
      harness.client("refresh", { body: { refreshToken: mira.refreshToken } }),
    ).rejects.toMatchObject({
      status: 401,
      code: "REFRESH_INVALID",
    });
    expect(await harness.as(elsewhere.token)("getProfile")).toMatchObject({ username: "mira" });
    expect(await auditOf(harness, mira.id)).toEqual(["sign_out", "sign_in", "register"]);
  });

  test("the first admin is created once, on an empty database, and registration never creates one [SEC-52]", async () => {
    const { makeFirstAdmin } = await import("./make-first-admin.ts");
    const { createPasswords } = await import("./passwords/passwords.ts");
    const harness = await server();
    const deps = { store: harness.store, passwords: createPasswords(), now: () => harness.clock.now };
    const nothing = { email: null, password: null };
    const made = await Promise.all(Array.from({ length: 5 }, () => makeFirstAdmin(deps, nothing)));
    const admins = made.filter((admin) => admin !== null);
    expect(admins).toEqual([{ email: "admin@localhost", password: expect.stringMatching(/^[\w-]{20}$/) }]);
    const { user } = await harness.client("login", {
      body: { email: "admin@localhost", password: admins[0]?.password ?? "" },
    });
    expect(user.username).toBe("admin");
    expect(await makeFirstAdmin(deps, nothing)).toBe(null);
    await harness.register("mira");
    const mira = await harness.store.read((db) => findUserByEmail(db, "mira@example.com"));
    expect(mira?.role).toBe("learner");
  });

  test("the first admin takes address and password from the settings, and then no password is printed", async () => {
    const { makeFirstAdmin } = await import("./make-first-admin.ts");
    const { createPasswords } = await import("./passwords/passwords.ts");
    const harness = await server();
    const deps = { store: harness.store, passwords: createPasswords(), now: () => harness.clock.now };
    const wanted = { email: "ada@example.org", password: "from the settings" };
    expect(await makeFirstAdmin(deps, wanted)).toEqual({ email: "ada@example.org", password: null });
    expect((await harness.client("login", { body: wanted })).user).toMatchObject({ username: "admin" });
  });

  test("if an account exists, no first admin is created", async () => {
    const { makeFirstAdmin } = await import("./make-first-admin.ts");
    const { createPasswords } = await import("./passwords/passwords.ts");
    const harness = await server();
    await harness.register("mira");
    const deps = { store: harness.store, passwords: createPasswords(), now: () => harness.clock.now };
    expect(await makeFirstAdmin(deps, { email: null, password: null })).toBe(null);
    await expect(
      harness.client("login", { body: { email: "admin@localhost", password: "" } }),
    ).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  });
});

test("too many concurrent logins get Retry-After, and the others succeed [SEC-104]", {
  timeout: 120_000,
}, async () => {
  const harness = await serverForTest(openers[0] as (typeof openers)[0], { passwords: createPasswords() });
  const password = "sesame-1";
  const passwordHash = await createPasswords().hash(password);
  // One account each, since an account takes 20 log-ins a minute.
  const emails = Array.from({ length: 60 }, (_, n) => `learner-${n}@example.com`);
  await harness.store.write(async (tx) => {
    for (const [n, email] of emails.entries())
      await insertUser(tx, {
        ...{ username: `learner-${n}`, email, passwordHash, role: "learner", at: harness.clock.now },
      });
  });
  const ask = (email: string) =>
    harness.app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password } });
  const answers = await Promise.all(emails.map(ask));
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  // On a slow machine some requests finish before the last ones arrive.
  expect(count(200)).toBeGreaterThanOrEqual(34);
  expect(count(503)).toBeGreaterThan(0);
  expect(count(200) + count(503)).toBe(60);
  const refused = answers.find(({ statusCode }) => statusCode === 503);
  expect(refused?.headers["retry-after"]).toBe("2");
  expect(refused?.json()).toMatchObject({ code: "UNAVAILABLE" });
});

test("a login or registration beyond the capacity is refused before any database query [SEC-105]", {
  timeout: 120_000,
}, async () => {
  const passwords = createPasswords();
  const harness = await serverForTest(openers[0] as (typeof openers)[0], { passwords });
  const mira = await harness.register("mira");
  const before = harness.store.counters.transactions;
  let isFull = true;
  // Each takes its place again immediately, so that none is free however slow the machine is.
  const crowd = Array.from({ length: 34 }, async () => {
    while (isFull) await passwords.hash("123456");
  });
  const account = { username: "noor", email: "noor@example.com", password: "123456" };
  for (const [url, payload] of [
    ["/api/auth/login", { email: mira.email, password: mira.password }],
    ["/api/auth/register", account],
  ] as const) {
    const answer = await harness.app.inject({ method: "POST", url, payload });
    expect([url, answer.statusCode, answer.headers["retry-after"]]).toEqual([url, 503, "2"]);
  }
  expect(harness.store.counters.transactions).toBe(before);
  isFull = false;
  await Promise.all(crowd);
  expect((await harness.client("register", { body: account })).user.username).toBe("noor");
});

test("while the login is flooded, learners read and save as usual, and each login gets a clear response [SEC-106]", {
  timeout: 120_000,
}, async () => {
  const harness = await serverForTest(openers[0] as (typeof openers)[0], {
    env: { RATE_LIMITS: "off" },
    passwords: createPasswords(),
  });
  const at = await addSampleCourse(harness.store, harness.clock.now);
  const mira = await harness.register("mira");
  const url = await harness.app.listen({ host: "127.0.0.1", port: 0 });
  const ask = (path: string, body?: object) =>
    fetch(url + path, {
      headers: { authorization: `Bearer ${mira.token}`, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  let flooding = true;
  const logins: Promise<Response>[] = [];
  const flood = async () => {
    for (let n = 0; n < 150; n++) {
      const email = n % 2 === 0 ? mira.email : `nobody-${n}@example.com`;
      logins.push(ask("/api/auth/login", { email, password: "a wrong password" }));
      if (n % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await Promise.all(logins);
    flooding = false;
  };
  const learners: number[] = [];
  const learn = async () => {
    for (let n = 0; flooding; n++) {
      const saved = { progress: n % 100, accuracy: 90, errors: 0, isComplete: false, timeMs: 900 };
      learners.push((await ask("/api/courses/progress", { exampleId: at.exampleId, ...saved })).status);
      learners.push((await ask(`/api/courses/lessons/${at.lessonId}`)).status);
    }
  };
  await Promise.all([flood(), learn()]);
  const statuses = (await Promise.all(logins)).map(({ status }) => status);
  const refused = (await Promise.all(logins)).filter(({ status }) => status === 503);
  // The server hashes or queues 34 logins; with fewer requests this test would prove nothing.
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  expect(new Set(refused.map(({ headers }) => headers.get("retry-after")))).toEqual(new Set(["2"]));
  expect(learners.length).toBeGreaterThan(10);
  expect(new Set(learners)).toEqual(new Set([200]));
});

test("a session id has 128 random bits [SEC-67]", async () => {
  const harness = await serverForTest(openers[0] as (typeof openers)[0]);
  const mira = await harness.register("mira");
  const ids: Buffer[] = [];
  for (let n = 0; n < 64; n++)
    ids.push(Buffer.from((await harness.openSession(mira)).sessionId, "base64url"));
  expect(new Set(ids.map(({ length }) => length))).toEqual(new Set([16]));
  expect(new Set(ids.map((id) => id.toString("hex"))).size).toBe(64);
  // No bit is the same in all of them (by chance: once in 10^17).
  for (let bit = 0; bit < 128; bit++) {
    const ones = ids.filter((id) => ((id[bit >> 3] as number) >> (bit & 7)) & 1).length;
    expect(ones, `bit ${bit}`).toBeGreaterThan(0);
    expect(ones, `bit ${bit}`).toBeLessThan(64);
  }
});

test("a refused request is logged with its status and user [SEC-117]", async () => {
  const harness = await serverForTest(openers[0] as (typeof openers)[0]);
  const mira = await harness.register("mira");
  await expect(mira.client("getDashboard")).rejects.toMatchObject({ status: 403 });
  await expect(harness.client("getProfile")).rejects.toMatchObject({ status: 401 });
  const lines = harness.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(
    expect.objectContaining({ route: "/api/admin/dashboard", status: 403, userId: mira.id }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ route: "/api/auth/profile", status: 401 }));
});
