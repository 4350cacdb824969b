// The duration of a response must not reveal whether an address is known. The tests measure the CPU time of this
// process (all threads, so hashing too), which other programs on the machine hardly affect. They send pairs of requests
// in random order and compute the area under the ROC curve: 0.5 means that the two kinds of requests are
// indistinguishable, 1 that every pair can be distinguished.
//
// TIMING_PAIRS sets the number of pairs; `npm run test:all` runs 200 with bounds of 0.40 and 0.60.

import { describe, expect, test } from "vitest";
import { insertUser } from "../../store/accounts/accounts.ts";
import { openers, type ServerOptions, type TestServer, serverForTest } from "../../test/harness.ts";
import { createPasswords, dummyHash } from "./passwords.ts";

const pairs = Number(process.env["TIMING_PAIRS"] ?? 60);
/** About three and a half standard deviations of the area under the curve when only chance decides. */
const bound = pairs >= 200 ? 0.1 : 0.2;

const sqlite = openers[0] as (typeof openers)[number];
const warmUp = 10;

async function serverWithPeople(options: ServerOptions = {}): Promise<TestServer> {
  const harness = await serverForTest(sqlite, { passwords: createPasswords(), ...options });
  await harness.store.write(async (tx) => {
    for (let n = 0; n < pairs + warmUp; n++)
      await insertUser(tx, {
        username: `known ${n}`,
        email: `known-${n}@example.com`,
        passwordHash: dummyHash,
        role: "learner",
        at: harness.clock.now,
      });
  });
  return harness;
}

/** Alternates requests for known and unknown addresses, and returns the area under the ROC curve of their costs. */
async function areaOf(harness: TestServer, url: string, body: object, n = pairs): Promise<number> {
  const known: number[] = [];
  const unknown: number[] = [];
  const ask = async (kind: "known" | "other", at: number, costs: number[]) => {
    const before = process.cpuUsage();
    await harness.app.inject({
      method: "POST",
      url,
      payload: { ...body, email: `${kind}-${at}@example.com` },
    });
    const { user, system } = process.cpuUsage(before);
    if (at >= warmUp) costs.push(user + system);
  };
  for (let at = 0; at < n + warmUp; at++) {
    // A quarter of an hour later the throttle's counts no longer slow down the next request.
    harness.clock.now += 16 * 60_000;
    const knownFirst = Math.random() < 0.5;
    if (knownFirst) await ask("known", at, known);
    await ask("other", at, unknown);
    if (!knownFirst) await ask("known", at, known);
  }
  const wins = known.flatMap((one) => unknown.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

describe(`over ${pairs} pairs`, () => {
  test("a login's duration reveals nothing [SEC-57]", { timeout: 300_000 }, async () => {
    const harness = await serverWithPeople();
    const area = await areaOf(harness, "/api/auth/login", { password: "wrong password" });
    expect(area).toBeGreaterThan(0.5 - bound);
    expect(area).toBeLessThan(0.5 + bound);
  });

  test("a password reset request's duration reveals nothing [SEC-58]", { timeout: 300_000 }, async () => {
    const harness = await serverWithPeople({ env: { RATE_LIMITS: "off" } });
    const area = await areaOf(harness, "/api/auth/forgot-password", {});
    expect(area).toBeGreaterThan(0.5 - bound);
    expect(area).toBeLessThan(0.5 + bound);
  });

  test("without the dummy hash the duration would reveal accounts, and this test would fail", async () => {
    const real = createPasswords();
    const harness = await serverWithPeople({
      passwords: {
        ...real,
        matches: async (password, hash) => hash !== null && real.matches(password, hash),
      },
    });
    expect(await areaOf(harness, "/api/auth/login", { password: "wrong password" }, 20)).toBeGreaterThan(
      0.95,
    );
  });
});
