import { describe, expect, test } from "vitest";
import { openServer, openers } from "../test/harness.ts";
import { createRateLimits } from "./rate-limits.ts";

describe("600 requests a minute", () => {
  const counter = () => {
    const clock = { now: 1_000_000_000 };
    const limit = createRateLimits(() => clock.now);
    const request = (userId = 1) => {
      try {
        limit(userId, "others");
        return 0;
      } catch (error) {
        return (error as { more: { retryAfterS: number } }).more.retryAfterS;
      }
    };
    return { clock, request };
  };

  test("the 601st request must wait until the first is a minute old, and another user's does not wait", () => {
    const { clock, request } = counter();
    for (let n = 0; n < 600; n++) expect(request()).toBe(0);
    expect(request()).toBe(61);
    expect(request(2)).toBe(0);
    clock.now += 60_000;
    expect(request()).toBe(1);
    clock.now += 1_000;
    expect(request()).toBe(0);
  });

  test("no minute has more than 600 requests, whenever it starts, and ten a second are never refused [SEC-19]", () => {
    const { clock, request } = counter();
    const taken: number[] = [];
    for (let n = 0; n < 20_000; n++) {
      if (request() === 0) taken.push(clock.now);
      clock.now += n % 700 < 400 ? 10 : 130;
    }
    for (let first = 0; first + 600 < taken.length; first++)
      expect((taken[first + 600] as number) - (taken[first] as number)).toBeGreaterThanOrEqual(60_000);
    const steady = counter();
    for (let n = 0; n < 3_000; n++) {
      expect(steady.request()).toBe(0);
      steady.clock.now += 105;
    }
  });

  test("a clock that is set back neither frees nor locks any user", () => {
    const { clock, request } = counter();
    for (let n = 0; n < 600; n++) request();
    clock.now -= 3_600_000;
    expect(request()).toBe(61);
    clock.now += 3_600_000 + 61_000;
    expect(request()).toBe(0);
  });
});

test.each(openers)(
  "requests and imports of a user have separate limits, which Retry-After reports ($name)",
  async (opener) => {
    const harness = await openServer(opener);
    try {
      const ada = await harness.registerAdmin("ada");
      const authorization = `Bearer ${ada.token}`;
      const importOnce = () =>
        harness.app.inject({
          method: "POST",
          url: "/api/admin/courses/import/markdown",
          headers: { authorization },
          payload: { markdown: "no course", dryRun: true },
        });
      for (let n = 0; n < 30; n++) expect((await importOnce()).statusCode).toBe(422);
      const refused = await importOnce();
      expect([refused.statusCode, refused.headers["retry-after"], refused.json()]).toEqual([
        429,
        "61",
        { error: "Too many imports. Try again in 61 seconds.", code: "RATE_LIMITED" },
      ]);
      const profile = () => harness.app.inject({ url: "/api/auth/profile", headers: { authorization } });
      for (let n = 0; n < 600; n++) expect((await profile()).statusCode).toBe(200);
      expect((await profile()).json()).toEqual({
        error: "Too many requests. Try again in 61 seconds.",
        code: "RATE_LIMITED",
      });
      harness.clock.now += 61_000;
      expect([(await profile()).statusCode, (await importOnce()).statusCode]).toEqual([200, 422]);
    } finally {
      await harness.close();
    }
  },
);

test("a user uploads 10 photos in an hour, and Retry-After says when the next may come [SEC-152]", async () => {
  const harness = await openServer(openers[0] as (typeof openers)[number]);
  try {
    const [ada, ben] = [await harness.register("ada"), await harness.register("ben")];
    const upload = ({ token }: { token: string }) =>
      harness.app.inject({
        method: "POST",
        url: "/api/auth/profile-photo",
        headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
        payload: "no form",
      });
    // A refused file costs the server work too.
    for (let n = 0; n < 10; n++) expect((await upload(ada)).statusCode).toBe(400);
    const refused = await upload(ada);
    expect([refused.statusCode, refused.headers["retry-after"], refused.json()]).toEqual([
      429,
      "3660",
      { error: "Too many uploads. Try again in 61 minutes.", code: "RATE_LIMITED" },
    ]);
    expect((await upload(ben)).statusCode).toBe(400);
    harness.clock.now += 3_660_000;
    expect((await upload(await harness.openSession(ada))).statusCode).toBe(400);
  } finally {
    await harness.close();
  }
});
