import type { RateClass } from "@tabstop/contract/endpoint";
import { endpoints } from "@tabstop/contract/endpoints";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openServer, openers, serverForTest } from "../test/harness.ts";
import { withStore } from "../test/stores.ts";
import { createRateLimits, rateLimits } from "./rate-limits.ts";

describe("600 requests a minute", () => {
  const counter = () => {
    const clock = { now: 1_000_000_000 };
    const limit = createRateLimits({ now: () => clock.now, store: null, log: { warn() {} } });
    const request = (userId = 1) => {
      try {
        void limit(userId, "others");
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

describe("several servers of one database", () => {
  const [, postgres] = openers as [(typeof openers)[number], (typeof openers)[number]];
  const classes = Object.keys(rateLimits) as RateClass[];

  test("every class of the contract has a limit, and no step hides more than a tenth of it", () => {
    const used = new Set(Object.values(endpoints).flatMap(({ rateClass }) => rateClass ?? []));
    expect([...used].toSorted()).toEqual(classes.toSorted());
    for (const { requests, shareEvery } of Object.values(rateLimits))
      if (shareEvery > 1) expect(shareEvery).toBeLessThanOrEqual(requests / 10);
  });

  test("the 11th upload of an hour over both together is refused, with the usual wait [SEC-185]", async () => {
    const harness = await serverForTest(postgres);
    const servers = [harness.app, await harness.another()];
    const [ada, ben] = [await harness.register("ada"), await harness.register("ben")];
    const upload = async (server: number, { token }: { token: string }) => {
      const { statusCode, headers } = await (servers[server] as (typeof servers)[number]).inject({
        method: "POST",
        url: "/api/auth/profile-photo",
        headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
        payload: "no form",
      });
      return [statusCode, headers["retry-after"]];
    };
    for (let n = 0; n < 10; n++) expect(await upload(n % 2, ada)).toEqual([400, undefined]);
    expect(await upload(0, ada)).toEqual([429, "3660"]);
    expect(await upload(1, ada)).toEqual([429, "3660"]);
    expect(await upload(1, ben)).toEqual([400, undefined]);
    harness.clock.now += 3_660_000;
    expect(await upload(1, await harness.openSession(ada))).toEqual([400, undefined]);
  });

  // The limit itself, on two servers in this process that share nothing but the database.
  test.each(classes)(
    "%s: both together take what one would, in turns and all at once [SEC-186]",
    async (rateClass) => {
      await withStore(postgres, async ({ store, reopen }) => {
        const second = await reopen();
        const clock = { now: 1_700_000_000_000 };
        const options = {
          now: () => clock.now,
          log: { warn: (fields: object) => expect(fields).toEqual({}) },
        };
        const limits = [store, second].map((one) => createRateLimits({ ...options, store: one }));
        const { requests, shareEvery, perS } = rateLimits[rateClass];
        const request = async (server: number, userId: number) => {
          try {
            await limits[server]?.(userId, rateClass);
            return true;
          } catch {
            return false;
          }
        };
        const taken = async (userId: number, send: (n: number) => Promise<boolean>) => {
          let count = 0;
          for (let n = 0; n < 2 * requests + 2; n++) if (await send(n)) count++;
          return { userId, count };
        };
        const stores = [store, second];
        const before = stores.map(({ counters }) => counters.transactions);
        const own = [0, 0];
        const inTurns = await taken(1, async (n) => {
          const server = n % 2;
          const went = await request(server, 1);
          if (went) own[server] = (own[server] ?? 0) + 1;
          const shared = (before[server] ?? 0) + Math.floor((own[server] ?? 0) / shareEvery);
          if (shareEvery > 1)
            await expect.poll(() => stores[server]?.counters.transactions).toBeGreaterThanOrEqual(shared);
          return went;
        });
        const atOnce = (
          await Promise.all(
            Array.from({ length: shareEvery === 1 ? 2 * requests : 0 }, (_, n) => request(n % 2, 2)),
          )
        ).filter(Boolean).length;
        expect(inTurns.count).toBeGreaterThanOrEqual(requests);
        expect(inTurns.count).toBeLessThanOrEqual(shareEvery === 1 ? requests : requests + 2 * shareEvery);
        if (shareEvery === 1) expect(atOnce).toBe(requests);
        clock.now += (perS + perS / 60) * 1_000;
        expect([await request(0, 1), await request(1, 1)]).toEqual([true, true]);
        await second.close();
      });
    },
  );

  test("a learner's requests write nothing, a hurrying client's one row after each 30", async () => {
    const harness = await serverForTest(postgres);
    const { token } = await harness.register("ada");
    const send = () =>
      harness.app.inject({ url: "/api/auth/profile", headers: { authorization: `Bearer ${token}` } });
    const before = harness.store.counters.transactions;
    for (let n = 0; n < 29; n++) await send();
    // The first use of the session is saved, once.
    expect(harness.store.counters.transactions - before).toBeLessThanOrEqual(1);
    for (let n = 29; n < 91; n++) await send();
    await expect.poll(() => harness.store.counters.transactions - before).toBe(4);
  });

  test("while the shared count fails, requests go on and are counted by each server alone [SEC-187]", async () => {
    const harness = await serverForTest(postgres);
    const { token } = await harness.register("ada");
    const move = (from: string, to: string) =>
      harness.store.write((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx));
    const upload = async () =>
      (
        await harness.app.inject({
          method: "POST",
          url: "/api/auth/profile-photo",
          headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
          payload: "no form",
        })
      ).statusCode;
    for (let n = 0; n < 3; n++) expect(await upload()).toBe(400);
    await move("throttle", "throttle_away");
    for (let n = 3; n < 9; n++) expect(await upload()).toBe(400);
    expect(harness.log.some((line) => line.includes("could not be counted for all servers"))).toBe(true);
    await move("throttle_away", "throttle");
    expect([await upload(), await upload()]).toEqual([400, 429]);
    const other = await harness.another();
    const { statusCode } = await other.inject({
      method: "POST",
      url: "/api/auth/profile-photo",
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
      payload: "no form",
    });
    expect(statusCode).toBe(429);
  });
});
