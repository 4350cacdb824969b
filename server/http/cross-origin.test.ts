import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, sqliteOpener, type TestServer } from "../test/harness.ts";

describe("requests from other origins", () => {
  let harness: TestServer;
  beforeAll(async () => {
    harness = await openServer(sqliteOpener, { env: { ALLOWED_ORIGINS: "https://app.example.org" } });
  });
  afterAll(() => harness.close());
  const preflight = (origin: string, url: string) =>
    harness.app.inject({
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

  test("an allowed origin may send requests, without credentials [SEC-22]", async () => {
    for (const url of ["/api/auth/login", "/auth/login"]) {
      const allowed = await preflight("https://app.example.org", url);
      expect([allowed.statusCode, allowed.body]).toEqual([204, ""]);
      expect(corsOf(allowed.headers)).toEqual({
        "access-control-allow-origin": "https://app.example.org",
        "access-control-allow-methods": "GET, POST, PUT, DELETE",
        "access-control-allow-headers": "authorization, content-type",
        "access-control-max-age": "86400",
        "access-control-expose-headers": "x-request-id, retry-after, content-disposition",
      });
    }
    const response = await harness.app.inject({
      url: "/api/courses/courses",
      headers: { origin: "https://app.example.org" },
    });
    expect(response.statusCode).toBe(401);
    expect(response.headers).toMatchObject({
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
  ])("%s may not send requests [SEC-23]", async (origin) => {
    expect(corsOf((await preflight(origin, "/api/auth/login")).headers)).toEqual({});
    const response = await harness.app.inject({ url: "/api/test", headers: { origin } });
    expect(corsOf(response.headers)).toEqual({});
    expect(response.headers["vary"]).toContain("Origin");
  });
});
