// Sends everything that must stay secret, in every part of a request, and searches the log at its most detailed level
// for it.

import { expect, test } from "vitest";
import { openServer, openers, testSecretKey } from "../test/harness.ts";

test.each(openers)("no secret, address or token reaches the log ($name) [SEC-113]", async (opener) => {
  const harness = await openServer(opener, { env: { LOG_LEVEL: "trace" } });
  const canary = (what: string) => `canary-${what}-7f3a`;
  try {
    const password = canary("password");
    const email = `${canary("mail")}@leak.test`;
    const { token, refreshToken } = await harness.client("register", {
      body: { username: canary("name"), email, password },
    });
    const pair = await harness.client("refresh", { body: { refreshToken } });
    await harness.as(token)("getProfile");
    await harness.client("login", { body: { email, password: canary("wrong-password") } }).catch(() => {});
    await harness.client("register", { body: { username: canary("name"), email, password } }).catch(() => {});
    const requests = [
      { url: `/api/auth/reset-password/${canary("reset-path")}` },
      { url: `/api/auth/reset-password/${canary("reset-path")}/more` },
      { url: `/auth/reset-password/${canary("reset-path")}` },
      { url: `/reset-password?token=${canary("reset-query")}` },
      { url: `/nope/${canary("page")}?x=${canary("query")}` },
      { url: `/${canary("file")}.png` },
      { url: `/static/${canary("file")}.js` },
      {
        url: "/api/auth/profile",
        headers: { authorization: `Bearer ${canary("bearer")}`, cookie: canary("cookie") },
      },
      { url: `/api/courses/courses/${canary("id")}`, headers: { authorization: `Bearer ${token}` } },
      { url: `/%zz/${canary("broken-address")}` },
      {
        method: "POST" as const,
        url: "/api/auth/login",
        headers: { "content-type": "application/json" },
        payload: `{"password":"${canary("broken-json")}`,
      },
      {
        method: "POST" as const,
        url: "/api/auth/login",
        headers: { "content-type": canary("type") },
        payload: canary("body"),
      },
      { method: "POST" as const, url: "/api/auth/login", payload: { email: 1, password: canary("invalid") } },
      { method: "POST" as const, url: "/api/test-post", payload: { received: canary("test-post") } },
      {
        url: "/api/test",
        headers: { "user-agent": canary("agent"), referer: `http://x/?token=${canary("referer")}` },
      },
    ];
    for (const request of requests) await harness.app.inject(request);
    await harness.as(pair.token)("logout");

    const text = harness.log.join("");
    expect(harness.log.length).toBeGreaterThan(requests.length);
    expect(text).not.toContain("canary-");
    for (const secret of [token, refreshToken, pair.token, pair.refreshToken, testSecretKey, "$argon2"])
      expect(text).not.toContain(secret);
    // The log was read: it has the requests, by the templates of their routes.
    expect(text).toContain('"/api/auth/login"');
    expect(text).toContain('"/api/courses/courses/:courseId"');
    for (const line of harness.log)
      expect(Object.keys(JSON.parse(line))).toEqual(expect.arrayContaining(["level", "time", "msg"]));
    const lines = harness.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
    for (const line of lines) expect(line.requestId).toMatch(/^[\da-f-]{36}$/);
  } finally {
    await harness.close();
  }
});
