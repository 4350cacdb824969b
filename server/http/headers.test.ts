import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, sqliteOpener, type TestServer, withServer } from "../test/harness.ts";
import type { Environment } from "../settings.ts";
import type { Handlers } from "./endpoints.ts";

const html = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; " +
  "form-action 'self'; require-trusted-types-for 'script'; trusted-types tabstop";

const handlers: Handlers = {
  test: async () => ({ message: "", method: "GET", time: "" }),
  testPost: async ({ body }) => ({ message: "", method: "POST", time: "", received: body }),
  health: () => Promise.reject(new Error("secret cause")),
  listCourses: async () => ({ courses: [] }),
};

describe("headers", () => {
  let harness: TestServer;
  beforeAll(async () => {
    harness = await openServer(sqliteOpener, { handlers });
  });
  afterAll(() => harness.close());

  test.each([
    ["a page", 200, { url: "/", headers: html }],
    ["an unchanged page", 304, { url: "/", headers: html }],
    ["a screen's page", 200, { url: "/admin/courses/1", headers: html }],
    ["a script", 200, { url: "/static/js/main-abc123.js" }],
    ["a missing script", 404, { url: "/static/js/nope.js" }],
    ["an icon", 200, { url: "/favicon.ico" }],
    ["a missing file", 404, { url: "/nope.png" }],
    ["an endpoint", 200, { url: "/api/test" }],
    ["an endpoint by HEAD", 200, { url: "/api/test", method: "HEAD" as const }],
    ["an endpoint without the prefix", 200, { url: "/test" }],
    ["an endpoint without a token", 401, { url: "/api/courses/courses" }],
    ["an unknown endpoint", 404, { url: "/api/nope" }],
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
    ["an internal error", 500, { url: "/api/health" }],
    ["OPTIONS", 404, { url: "/api/test", method: "OPTIONS" as const }],
  ])("%s (%i) carries every security header [SEC-07]", async (_name, status, request) => {
    const first = await harness.app.inject(request);
    const response =
      status === 304
        ? await harness.app.inject({
            ...request,
            headers: { "if-none-match": String(first.headers["etag"]), ...html },
          })
        : first;
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({
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
      expect(response.headers, name).not.toHaveProperty(name);
    if (status >= 400) {
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(Object.keys(response.json())).toEqual(["error", "code"]);
    }
  });

  test("request ids differ, and one from the client is ignored", async () => {
    const send = () =>
      harness.app.inject({ url: "/api/test", headers: { "x-request-id": "mine", "request-id": "mine" } });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one.headers["x-request-id"]).not.toBe(two.headers["x-request-id"]);
    expect(one.headers["x-request-id"]).not.toBe("mine");
  });

  test("an internal error does not reveal its cause, and the log has it under the request's id [SEC-91]", async () => {
    const response = await harness.app.inject({ url: "/api/health" });
    const id = String(response.headers["x-request-id"]);
    expect(response.json()).toEqual({
      error: `Something went wrong on the server. Its log knows this as ${id}.`,
      code: "INTERNAL",
    });
    const lines = harness.log.map((line) => JSON.parse(line)).filter((line) => line.requestId === id);
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
    expect((await harness.app.inject({ url, headers })).headers["cache-control"]).toBe(expected);
  });

  test.each([
    ["/courses", html, true],
    ["/admin/courses/1", {}, true],
    ["/test", { accept: "application/json" }, true],
    ["/api/test", {}, false],
    ["/login", html, false],
  ])("whether %s %j varies by Accept: %s", async (url, headers, varies) => {
    const { vary } = (await harness.app.inject({ url, headers })).headers;
    expect(
      String(vary ?? "")
        .split(/, */)
        .includes("Accept"),
    ).toBe(varies);
  });

  test("long responses are compressed, except those with tokens", async () => {
    const long = { url: "/api/test-post", method: "POST" as const, payload: { text: "x".repeat(5_000) } };
    const response = await harness.app.inject({ ...long, headers: { "accept-encoding": "gzip, br" } });
    expect(response.headers["content-encoding"]).toBe("br");
    expect(response.rawPayload.length).toBeLessThan(500);
    const short = await harness.app.inject({
      ...long,
      payload: { text: "x".repeat(3_000) },
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(short.headers).not.toHaveProperty("content-encoding");
    for (const url of ["/", "/api/openapi.json", "/api/docs"]) {
      const page = await harness.app.inject({ url, headers: { ...html, "accept-encoding": "gzip" } });
      const whole = await harness.app.inject({ url, headers: html });
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
    "img-src": "'self' data: blob: https://res.cloudinary.com/demo/image/upload/",
    "connect-src": "'self' https://api.cloudinary.com",
  });
});

test("a site with an https address tells browsers to use https only [SEC-21]", async () => {
  const header = (env: Environment) =>
    withServer(
      env,
      async ({ app }) => (await app.inject({ url: "/api/test" })).headers["strict-transport-security"],
    );
  expect(await header({ PUBLIC_URL: "https://learn.example.org" })).toBe("max-age=31536000");
  expect(await header({ PUBLIC_URL: "http://learn.example.org" })).toBe(undefined);
});
