import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Environment } from "../../settings.ts";
import { openServer, sqliteOpener, testScript, type TestServer, withServer } from "../../test/harness.ts";

const html = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

describe("the web app", () => {
  let harness: TestServer;
  beforeAll(async () => {
    harness = await openServer(sqliteOpener);
  });
  afterAll(() => harness.close());
  const get = (url: string, headers: Record<string, string> = {}) => harness.app.inject({ url, headers });

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
    const response = await get(url, headers);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(response.body).toContain(`<div id="root">${url === "/" ? "<h1>drawn</h1>" : ""}</div>`);
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
  ])("%s %j gets JSON, never the page [SEC-92]", async (url, headers) => {
    const response = await get(url, headers);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe("NOT_FOUND");
  });

  test("/review and /progress are pages for browsers and calls for programs, and no cache mixes them", async () => {
    for (const url of [
      ...["/review", "/review?zone=UTC", "/review/due", "/reviews/1", "/knowledge/go"],
      ...["/progress", "/progress?zone=UTC&from=2026-11-01"],
    ]) {
      const [page, call] = [await get(url, html), await get(url, { accept: "application/json" })];
      expect([page.statusCode, page.headers["content-type"]], url).toEqual([200, "text/html; charset=utf-8"]);
      expect([call.statusCode, call.headers["content-type"]], url).toEqual([
        401,
        "application/json; charset=utf-8",
      ]);
      for (const { headers } of [page, call]) expect(headers["vary"], url).toMatch(/\bAccept\b(?!-)/);
      expect(call.headers["cache-control"]).toBe("no-store");
      // A tag of the page is no tag of the call.
      const again = { accept: "application/json", "if-none-match": String(page.headers["etag"]) };
      expect((await get(url, again)).statusCode, url).toBe(401);
    }
  });

  test("an address with NUL is malformed", async () => {
    for (const url of ["/nope%00", "/static/a%00.js", "/courses%00"])
      expect((await get(url, html)).statusCode, url).toBe(400);
  });

  test("methods other than GET get no page [SEC-93]", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"] as const) {
      const response = await harness.app.inject({ method, url: "/login", headers: html });
      expect([response.statusCode, response.json().code]).toEqual([404, "NOT_FOUND"]);
    }
    const head = await harness.app.inject({ method: "HEAD", url: "/login", headers: html });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  test("a script is compressed as the browser accepts it", async () => {
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
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(testScript);
    const again = await get(url, { "if-none-match": String(plain.headers["etag"]) });
    expect(again.statusCode).toBe(304);
  });

  test("a script without a compressed form is sent as it is", async () => {
    const response = await get("/static/js/plain-abc123.js", { "accept-encoding": "br" });
    expect([response.statusCode, response.body]).toEqual([200, "1"]);
  });

  test("the page is revalidated, and sent only when it changed", async () => {
    const first = await get("/login", html);
    const again = await get("/login", { ...html, "if-none-match": String(first.headers["etag"]) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const other = await get("/courses", { ...html, "if-none-match": String(first.headers["etag"]) });
    expect(other.statusCode).toBe(200);
  });

  test("an ETag that a proxy made weak or strong, or put into a list, still matches", async () => {
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
    "a range request (%s) gets the whole file",
    async (range) => {
      const response = await get("/static/js/main-abc123.js", { range });
      expect([response.statusCode, response.body]).toEqual([200, testScript]);
      expect(response.headers).not.toHaveProperty("accept-ranges");
    },
  );

  test("the page contains values from the settings, and none breaks out of its attribute [SEC-02]", async () => {
    const valuesOf = (env: Environment) =>
      withServer(env, async ({ app }) =>
        (await app.inject({ url: "/" })).body.match(/<meta name="tabstop-[^>]*>/g)?.join(""),
      );
    expect(await valuesOf({ PORT: "4321" })).toBe(
      '<meta name="tabstop-public-url" content="http://localhost:4321">',
    );
    expect(
      await valuesOf({
        API_BASE_URL: "https://api.example.org/a$&'b",
        PUBLIC_URL: "https://learn.example.org",
      }),
    ).toBe(
      '<meta name="tabstop-api-base" content="https://api.example.org/a$&#38;\'b">' +
        '<meta name="tabstop-public-url" content="https://learn.example.org">',
    );
    expect(
      await valuesOf({
        PORT: "4321",
        REGISTRATION: "closed",
        CLOUDINARY_URL: "cloudinary://key:secret@cloud",
      }),
    ).toBe(
      '<meta name="tabstop-public-url" content="http://localhost:4321">' +
        '<meta name="tabstop-registration" content="closed">' +
        '<meta name="tabstop-upload-widget" content="cloudinary">',
    );
  });
});
