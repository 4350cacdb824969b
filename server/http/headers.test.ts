import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, openers, testScript, type TestServer } from "../test/harness.ts";
import type { Environment } from "../settings.ts";
import type { Handlers } from "./endpoints.ts";

const sqlite = openers.find(({ name }) => name === "sqlite") as (typeof openers)[number];
const html = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; " +
  "form-action 'self'; require-trusted-types-for 'script'; trusted-types tabstop";

async function withServer<T>(env: Environment, ask: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await openServer(sqlite, { env });
  try {
    return await ask(server);
  } finally {
    await server.close();
  }
}

const handlers: Handlers = {
  test: async () => ({ message: "", method: "GET", time: "" }),
  testPost: async ({ body }) => ({ message: "", method: "POST", time: "", received: body }),
  health: () => Promise.reject(new Error("secret cause")),
  listCourses: async () => ({ courses: [] }),
};

describe("headers", () => {
  let it: TestServer;
  beforeAll(async () => {
    it = await openServer(sqlite, { handlers });
  });
  afterAll(() => it.close());

  test.each([
    ["a page", 200, { url: "/", headers: html }],
    ["a page not changed", 304, { url: "/", headers: html }],
    ["a screen's page", 200, { url: "/admin/courses/1", headers: html }],
    ["a script", 200, { url: "/static/js/main-abc123.js" }],
    ["a missing script", 404, { url: "/static/js/nope.js" }],
    ["an icon", 200, { url: "/favicon.ico" }],
    ["a missing file", 404, { url: "/nope.png" }],
    ["a call", 200, { url: "/api/test" }],
    ["a call by HEAD", 200, { url: "/api/test", method: "HEAD" as const }],
    ["a call without the prefix", 200, { url: "/test" }],
    ["a call without a token", 401, { url: "/api/courses/courses" }],
    ["an unknown call", 404, { url: "/api/nope" }],
    ["an unknown method", 404, { url: "/api/test", method: "PUT" as const }],
    ["a broken address", 400, { url: "/api/%zz" }],
    ["invalid UTF-8 in an address", 400, { url: "/api/courses/courses/%ff" }],
    [
      "broken JSON",
      400,
      {
        url: "/api/test-post",
        method: "POST" as const,
        payload: "{",
        headers: { "content-type": "application/json" },
      },
    ],
    [
      "another type",
      415,
      {
        url: "/api/test-post",
        method: "POST" as const,
        payload: "x",
        headers: { "content-type": "text/plain" },
      },
    ],
    ["an error of ours", 500, { url: "/api/health" }],
    ["OPTIONS", 404, { url: "/api/test", method: "OPTIONS" as const }],
  ])("%s (%i) carries every security header [SEC-07]", async (_name, status, request) => {
    const first = await it.app.inject(request);
    const answer =
      status === 304
        ? await it.app.inject({
            ...request,
            headers: { "if-none-match": String(first.headers["etag"]), ...html },
          })
        : first;
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
    for (const name of [
      "server",
      "x-powered-by",
      "set-cookie",
      "strict-transport-security",
      "access-control-allow-origin",
    ])
      expect(answer.headers, name).not.toHaveProperty(name);
    if (status >= 400) {
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(Object.keys(answer.json())).toEqual(["error", "code"]);
    }
  });

  test("request ids differ, and one from outside is not taken", async () => {
    const ask = () =>
      it.app.inject({ url: "/api/test", headers: { "x-request-id": "mine", "request-id": "mine" } });
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one.headers["x-request-id"]).not.toBe(two.headers["x-request-id"]);
    expect(one.headers["x-request-id"]).not.toBe("mine");
  });

  test("an error of ours says nothing of its cause, and the log knows it by the request's id [SEC-91]", async () => {
    const answer = await it.app.inject({ url: "/api/health" });
    const id = String(answer.headers["x-request-id"]);
    expect(answer.json()).toEqual({
      error: `Something went wrong on the server. Its log knows this as ${id}.`,
      code: "INTERNAL",
    });
    const lines = it.log.map((line) => JSON.parse(line)).filter((line) => line.requestId === id);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ["error", "request failed"],
      ["warn", "request"],
    ]);
    expect(lines[0].err).toMatchObject({ type: "Error", message: "secret cause" });
    expect(lines[1]).toMatchObject({ method: "GET", route: "/api/health", status: 500 });
  });

  test.each([
    ["/api/test", {}, "no-store"],
    ["/test", {}, "no-store"],
    ["/auth/profile", {}, "no-store"],
    ["/api/auth/profile", {}, "no-store"],
    ["/", html, "no-cache"],
    ["/static/js/main-abc123.js", {}, "public, max-age=31536000, immutable"],
    ["/favicon.ico", {}, "no-cache"],
  ])("%s is cached as %s %s [SEC-94]", async (url, headers, expected) => {
    expect((await it.app.inject({ url, headers })).headers["cache-control"]).toBe(expected);
  });

  test.each([
    ["/courses", html, true],
    ["/admin/courses/1", {}, true],
    ["/test", { accept: "application/json" }, true],
    ["/api/test", {}, false],
    ["/login", html, false],
  ])("whether %s %j varies by Accept: %s", async (url, headers, varies) => {
    const { vary } = (await it.app.inject({ url, headers })).headers;
    expect(
      String(vary ?? "")
        .split(/, */)
        .includes("Accept"),
    ).toBe(varies);
  });

  test("long answers are compressed, those with tokens never", async () => {
    const long = { url: "/api/test-post", method: "POST" as const, payload: { text: "x".repeat(5_000) } };
    const answer = await it.app.inject({ ...long, headers: { "accept-encoding": "gzip, br" } });
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(answer.rawPayload.length).toBeLessThan(500);
    const short = await it.app.inject({
      ...long,
      payload: { text: "x".repeat(3_000) },
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(short.headers).not.toHaveProperty("content-encoding");
    for (const url of ["/", "/api/openapi.json", "/api/docs"]) {
      const page = await it.app.inject({ url, headers: { ...html, "accept-encoding": "gzip" } });
      const whole = await it.app.inject({ url, headers: html });
      expect([url, page.statusCode, page.headers["content-encoding"]]).toEqual([url, 200, "gzip"]);
      expect(page.headers["vary"]).toMatch(/accept-encoding/i);
      expect(gunzipSync(page.rawPayload).toString()).toBe(whole.body);
    }
    const openSession = await withServer({}, ({ app }) =>
      app.inject({
        method: "POST",
        url: "/api/auth/register",
        payload: { username: "x".repeat(32), email: `${"x".repeat(200)}@example.com`, password: "123456" },
        headers: { "accept-encoding": "gzip, br" },
      }),
    );
    expect(openSession.statusCode).toBe(201);
    expect(openSession.headers).not.toHaveProperty("content-encoding");
  });
});

describe("the web app", () => {
  let it: TestServer;
  beforeAll(async () => {
    it = await openServer(sqlite);
  });
  afterAll(() => it.close());
  const get = (url: string, headers: Record<string, string> = {}) => it.app.inject({ url, headers });

  test.each([
    ["/", {}],
    ["/", html],
    ["/login", {}],
    ["/reset-password?token=a.b", html],
    ["/courses", html],
    ["/courses?lessonId=3", html],
    ["/courses/courses", html],
    ["/admin", html],
    ["/admin/courses/1", html],
    ["/admin/courses/1/lessons/new", html],
    ["/test", html],
    ["/test-api", {}],
    ["/no/such/screen", {}],
    ["/v1.2/x", html],
    ["/index.html", {}],
    ["/apis", {}],
  ])("%s %j gets the page", async (url, headers) => {
    const answer = await get(url, headers);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(answer.body).toContain(`<div id="root">${url === "/" ? "<h1>drawn</h1>" : ""}</div>`);
  });

  test.each([
    ["/courses", {}],
    ["/courses", { accept: "*/*" }],
    ["/admin/nope/1", { accept: "application/json" }],
    ["/api", html],
    ["/api/nope", html],
    ["/api/auth/login", html],
    ["/%61pi/nope", html],
    ["/static/js/nope-abc123.js", html],
    ["/static", html],
    ["/static/", html],
    ["/static/js", html],
    ["/static/js/", html],
    ["/media/0123abc.webp", html],
    ["/media/", html],
    ["/robots-not-there.txt", html],
    ["/landing.html", html],
    ["/.pages.json", html],
    ["/admin/export.csv", html],
    ["/.env", html],
    ["/.vite/manifest.json", html],
    ["/static/..%2findex.html", html],
    ["/static/%2e%2e/%2e%2e/etc/passwd.txt", html],
    ["/..%2f..%2fetc%2fpasswd.txt", html],
    ["/..%5c..%5cetc%5cpasswd.txt", html],
    ["/static/js/main-abc123.js%2f..", html],
  ])("%s %j gets an answer in JSON, never the page [SEC-92]", async (url, headers) => {
    const answer = await get(url, headers);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe("NOT_FOUND");
  });

  test("an address with NUL is malformed", async () => {
    for (const url of ["/nope%00", "/static/a%00.js", "/courses%00"])
      expect((await get(url, html)).statusCode, url).toBe(400);
  });

  test("other methods than GET get no page [SEC-93]", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"] as const) {
      const answer = await it.app.inject({ method, url: "/login", headers: html });
      expect([answer.statusCode, answer.json().code]).toEqual([404, "NOT_FOUND"]);
    }
    const head = await it.app.inject({ method: "HEAD", url: "/login", headers: html });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  test("a script comes in the form that the browser takes", async () => {
    const url = "/static/js/main-abc123.js";
    const plain = await get(url);
    expect(plain.body).toBe(testScript);
    expect(plain.headers).toMatchObject({ "content-type": expect.stringMatching(/javascript/) });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    const brotli = await get(url, { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": expect.stringMatching(/javascript/),
      "cache-control": "public, max-age=31536000, immutable",
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(brotli.rawPayload.length).toBeLessThan(300);
    const { brotliDecompressSync } = await import("node:zlib");
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(testScript);
    const again = await get(url, { "if-none-match": String(plain.headers["etag"]) });
    expect(again.statusCode).toBe(304);
  });

  test("a script without a compressed form is sent all the same", async () => {
    const answer = await get("/static/js/plain-abc123.js", { "accept-encoding": "br" });
    expect([answer.statusCode, answer.body]).toEqual([200, "1"]);
  });

  test("the page is asked for again, and not sent twice", async () => {
    const first = await get("/login", html);
    const again = await get("/login", { ...html, "if-none-match": String(first.headers["etag"]) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const other = await get("/courses", { ...html, "if-none-match": String(first.headers["etag"]) });
    expect(other.statusCode).toBe(200);
  });

  test("a tag that a proxy made weak or strong, or put into a list, is still the page's", async () => {
    const etag = String((await get("/login", html)).headers["etag"]);
    const strong = etag.replace(/^W\//, "");
    for (const [tags, status] of [
      [strong, 304],
      [`W/${strong}`, 304],
      [`"other" , W/${strong}`, 304],
      ["*", 304],
      ['"other", W/"another"', 200],
      [strong.slice(1, -1), 200],
    ] as const)
      expect([tags, (await get("/login", { ...html, "if-none-match": tags })).statusCode]).toEqual([
        tags,
        status,
      ]);
  });

  test.each(["bytes=0-9", "bytes=999999999-", "bytes=5-1", "nonsense"])(
    "who asks for a part of a file (%s) gets all of it",
    async (range) => {
      const answer = await get("/static/js/main-abc123.js", { range });
      expect([answer.statusCode, answer.body]).toEqual([200, testScript]);
      expect(answer.headers).not.toHaveProperty("accept-ranges");
    },
  );

  test("the page is told what the settings say, and nothing that breaks out of its attribute [SEC-02]", async () => {
    const told = (env: Environment) =>
      withServer(env, async ({ app }) =>
        (await app.inject({ url: "/" })).body.match(/<meta name="tabstop-[^>]*>/g)?.join(""),
      );
    expect(await told({ PORT: "4321" })).toBe(
      '<meta name="tabstop-public-url" content="http://localhost:4321">',
    );
    expect(
      await told({
        API_BASE_URL: "https://api.example.org/a$&'b",
        PUBLIC_URL: "https://learn.example.org",
      }),
    ).toBe(
      '<meta name="tabstop-api-base" content="https://api.example.org/a$&#38;\'b">' +
        '<meta name="tabstop-public-url" content="https://learn.example.org">',
    );
    expect(
      await told({ PORT: "4321", REGISTRATION: "closed", CLOUDINARY_URL: "cloudinary://key:secret@cloud" }),
    ).toBe(
      '<meta name="tabstop-public-url" content="http://localhost:4321">' +
        '<meta name="tabstop-registration" content="closed">' +
        '<meta name="tabstop-upload-widget" content="cloudinary">',
    );
  });
});

test("settings add hosts to the content security policy, Cloudinary's only when it is configured [SEC-24]", async () => {
  const policyWith = (env: Environment) =>
    withServer(env, async ({ app }) => {
      const value = String((await app.inject({ url: "/" })).headers["content-security-policy"]);
      return Object.fromEntries(
        value.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1).join(" ")]),
      );
    });
  const plain = await policyWith({});
  expect(await policyWith({ API_BASE_URL: "/api" })).toEqual(plain);
  expect(
    await policyWith({
      API_BASE_URL: "https://api.example.org/api",
      PHOTO_HOSTS: "a.example b.example:8443",
    }),
  ).toEqual({
    ...plain,
    "connect-src": "'self' https://api.example.org",
    "img-src": "'self' data: blob: https://api.example.org https://a.example https://b.example:8443",
  });
  expect(await policyWith({ CLOUDINARY_URL: "cloudinary://1:2@demo" })).toEqual({
    ...plain,
    "script-src": "'self' https://upload-widget.cloudinary.com",
    "frame-src": "https://upload-widget.cloudinary.com",
    "img-src": "'self' data: blob: https://res.cloudinary.com",
    "connect-src": "'self' https://api.cloudinary.com",
  });
});

test("a site that is reached by https asks browsers to stay with it [SEC-21]", async () => {
  const header = (env: Environment) =>
    withServer(
      env,
      async ({ app }) => (await app.inject({ url: "/api/test" })).headers["strict-transport-security"],
    );
  expect(await header({ PUBLIC_URL: "https://learn.example.org" })).toBe("max-age=31536000");
  expect(await header({ PUBLIC_URL: "http://learn.example.org" })).toBe(undefined);
});

describe("calls from other origins", () => {
  let it: TestServer;
  beforeAll(async () => {
    it = await openServer(sqlite, { env: { ALLOWED_ORIGINS: "https://app.example.org" } });
  });
  afterAll(() => it.close());
  const preflight = (origin: string, url: string) =>
    it.app.inject({
      method: "OPTIONS",
      url,
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      },
    });
  const corsOf = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

  test("an allowed origin may call, without credentials [SEC-22]", async () => {
    for (const url of ["/api/auth/login", "/auth/login"]) {
      const asked = await preflight("https://app.example.org", url);
      expect([asked.statusCode, asked.body]).toEqual([204, ""]);
      expect(corsOf(asked.headers)).toEqual({
        "access-control-allow-origin": "https://app.example.org",
        "access-control-allow-methods": "GET, POST, PUT, DELETE",
        "access-control-allow-headers": "authorization, content-type",
        "access-control-max-age": "86400",
        "access-control-expose-headers": "x-request-id, retry-after, content-disposition",
      });
    }
    const answer = await it.app.inject({
      url: "/api/courses/courses",
      headers: { origin: "https://app.example.org" },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "https://app.example.org",
      vary: expect.stringContaining("Origin"),
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  test.each([
    "https://evil.example",
    "https://app.example.org.evil.example",
    "http://app.example.org",
    "null",
    "https://APP.example.org",
  ])("%s may not [SEC-23]", async (origin) => {
    expect(corsOf((await preflight(origin, "/api/auth/login")).headers)).toEqual({});
    const answer = await it.app.inject({ url: "/api/test", headers: { origin } });
    expect(corsOf(answer.headers)).toEqual({});
    expect(answer.headers["vary"]).toContain("Origin");
  });
});

async function seenAddress(env: Environment, forwarded: string): Promise<string> {
  return withServer(env, async ({ app, log }) => {
    await app.inject({
      url: "/api/test",
      remoteAddress: "10.0.0.9",
      headers: { "x-forwarded-for": forwarded },
    });
    return log.map((line) => JSON.parse(line)).find(({ msg }) => msg === "request").address;
  });
}

test("the address of a client is believed only from a trusted proxy [SEC-28]", async () => {
  const seen = (env: Environment) => seenAddress(env, "6.6.6.6, 203.0.113.7");
  expect(await seen({})).toBe("10.0.0.9");
  expect(await seen({ TRUST_PROXY: "10.0.0.0/8" })).toBe("203.0.113.7");
  expect(await seen({ TRUST_PROXY: "192.168.0.0/16" })).toBe("10.0.0.9");
});

test("a proxy that TRUST_PROXY does not name is told in the log, once", async () => {
  const told = (env: Environment) =>
    withServer(env, async ({ app, log }) => {
      const ask = (headers: Record<string, string>) =>
        app.inject({ url: "/api/test", remoteAddress: "10.0.0.9", headers });
      await ask({});
      await ask({ "x-forwarded-for": "203.0.113.7" });
      await ask({ "x-forwarded-for": "203.0.113.8" });
      return log
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg.includes("TRUST_PROXY"))
        .map(({ level, proxy }) => [level, proxy]);
    });
  expect(await told({})).toEqual([["warn", "10.0.0.9"]]);
  expect(await told({ TRUST_PROXY: "loopback" })).toEqual([["warn", "10.0.0.9"]]);
  expect(await told({ TRUST_PROXY: "10.0.0.9" })).toEqual([]);
});

test.each([
  ["203.0.113.7:50123", "203.0.113.7"],
  ["6.6.6.6:1, 203.0.113.7:50123", "203.0.113.7"],
  ["[2001:db8::7]:50123", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["unknown", "10.0.0.9"],
  ["203.0.113.7:50123:9", "10.0.0.9"],
  ["", "10.0.0.9"],
])("a proxy that forwards %j means %s [SEC-29]", async (forwarded, address) => {
  expect(await seenAddress({ TRUST_PROXY: "10.0.0.0/8" }, forwarded)).toBe(address);
});
