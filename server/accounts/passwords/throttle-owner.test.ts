// What the throttle must never do: keep the owner out, shut out a classroom, or show which accounts exist. The attackers
// here know the address of the account and never stop.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openers, type Person, type ServerOptions, serverForTest } from "../../test/harness.ts";
import { createPasswords } from "./passwords.ts";

const second = 1_000;
const minute = 60 * second;
/** The address from which the harness registers its people. */
const home = "127.0.0.1";

describe.each(openers)("$name", (opener) => {
  async function server(options?: ServerOptions) {
    const harness = await serverForTest(opener, options);
    const post = async (path: string, payload: object, remoteAddress: string, token?: string) => {
      const { statusCode, headers, body } = await harness.app.inject({
        method: "POST",
        url: `/api/auth/${path}`,
        payload,
        remoteAddress,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      return { status: statusCode, retryAfter: headers["retry-after"], body };
    };
    const logIn = (email: string, password: string, address: string) =>
      post("login", { email, password }, address);
    const logInAs = async (person: Person, address: string) =>
      (await logIn(person.email, person.password, address)).status;
    /** Guesses once a second, each time from another of 500 networks. */
    let guesses = 0;
    const attack = async (email: string, times: number) => {
      for (let n = 0; n < times; n++) {
        guesses += 1;
        const { status } = await logIn(email, `guess ${guesses}`, `198.18.${guesses % 2}.${guesses % 250}`);
        expect([401, 429]).toContain(status);
        harness.clock.now += second;
      }
    };
    const resetLink = async (email: string, address: string) => {
      expect((await post("forgot-password", { email }, address)).status).toBe(200);
      expect(await harness.deliverMail()).toBe(1);
      const newest = readdirSync(harness.mailFolder).sort().at(-1) ?? "";
      const text = readFileSync(join(harness.mailFolder, newest), "utf8");
      return /reset-password\?token=(\S+)/.exec(text)?.[1] ?? "";
    };
    return { harness, post, logIn, logInAs, attack, resetLink };
  }

  test("while strangers guess without a pause, the owner gets in from a known network, from a logged-in device and by mail [SEC-140]", {
    timeout: 120_000,
  }, async () => {
    const { harness, post, logIn, logInAs, attack, resetLink } = await server();
    const mira = await harness.register("mira");
    const hotel = "203.0.113.9";
    await attack(mira.email, 30);
    // A network that the account does not know is closed, as it is for the strangers.
    expect(await logInAs(mira, hotel)).toBe(429);
    expect(await logInAs(mira, home)).toBe(200);
    await attack(mira.email, 5);

    // The device is logged in and has moved to the new network.
    const device = await harness.openSession(mira);
    expect((await post("refresh", { refreshToken: device.refreshToken }, hotel)).status).toBe(200);
    const changed = await post(
      "change-password",
      { currentPassword: mira.password, newPassword: "a better horse" },
      hotel,
      device.token,
    );
    expect(changed.status).toBe(200);
    await attack(mira.email, 5);
    expect((await logIn(mira.email, "a better horse", hotel)).status).toBe(429);

    const token = await resetLink(mira.email, hotel);
    await attack(mira.email, 5);
    expect((await post("reset-password", { token, password: "the best horse" }, hotel)).status).toBe(200);
    for (let n = 0; n < 5; n++) {
      await attack(mira.email, 3);
      expect([n, (await logIn(mira.email, "the best horse", hotel)).status]).toEqual([n, 200]);
    }
    // The reset made no other network known.
    expect((await logIn(mira.email, "the best horse", "203.0.113.10")).status).toBe(429);
    const { token: held } = await harness.openSession(mira);
    const deleted = await harness.app.inject({
      method: "DELETE",
      url: "/api/auth/account",
      payload: { currentPassword: "the best horse" },
      remoteAddress: "203.0.113.10",
      headers: { authorization: `Bearer ${held}` },
    });
    expect(deleted.statusCode).toBe(200);
  });

  test("a reset forgets the failures of the account", async () => {
    const { harness, post, logIn, resetLink } = await server();
    const mira = await harness.register("mira");
    for (let n = 0; n < 6; n++) await logIn(mira.email, "wrong", "203.0.113.9");
    expect((await logIn(mira.email, mira.password, "203.0.113.50")).status).toBe(429);
    const token = await resetLink(mira.email, "203.0.113.9");
    expect((await post("reset-password", { token, password: "another" }, "203.0.113.9")).status).toBe(200);
    expect((await logIn(mira.email, "another", "203.0.113.50")).status).toBe(200);
  });

  test("in 20 minutes of guessing, strangers get 12 guesses and then one a minute, from however many networks [SEC-141]", async () => {
    const { harness, logIn } = await server();
    const mira = await harness.register("mira");
    const checkedAtS: number[] = [];
    for (let atS = 0; atS <= 20 * 60; atS += atS < 70 ? 1 : 15) {
      const { status } = await logIn(mira.email, "wrong", `198.18.0.${atS % 250}`);
      if (status === 401) checkedAtS.push(atS);
      harness.clock.now += (atS < 70 ? 1 : 15) * second;
    }
    expect(checkedAtS.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(checkedAtS.filter((atS) => atS < 120).length).toBe(12);
    expect(checkedAtS.length).toBeLessThanOrEqual(12 + 19);
  }, 120_000);

  test("a hundred and ten wrong passwords of a classroom shut out no learner who is known there [SEC-142]", {
    timeout: 120_000,
  }, async () => {
    const { harness, logIn, logInAs } = await server();
    const learners: Person[] = [];
    for (let n = 0; n < 30; n++) learners.push(await harness.register(`learner-${n}`));
    const guest = await harness.registerAdmin("guest");
    await harness.store.write((tx) =>
      tx.deleteFrom("known_address").where("user_id", "=", guest.id).execute(),
    );
    for (let n = 0; n < 110; n++) await logIn(`nobody-${n}@example.com`, "wrong", home);
    for (const learner of learners) expect(await logInAs(learner, home)).toBe(200);
    expect(await logInAs(guest, home)).toBe(429);

    // A classmate's guesses at an account that is known there get the stranger's response, and they are limited.
    const [victim, other] = learners as [Person, Person];
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await logIn(victim.email, "wrong", home));
    const unknown = [];
    for (let n = 0; n < 6; n++) unknown.push(await logIn("no-one@example.com", "wrong", home));
    expect(answers).toEqual(unknown);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    expect(await logInAs(victim, home)).toBe(429);
    expect(await logInAs(other, home)).toBe(200);
    harness.clock.now += second;
    expect(await logInAs(victim, home)).toBe(200);
  });

  test("a classmate at a known address gets no more guesses than a stranger", async () => {
    const { harness, logIn, logInAs } = await server();
    const mira = await harness.register("mira");
    expect(await logInAs(mira, "203.0.113.9")).toBe(200);
    let checked = 0;
    for (let atS = 0; atS < 15 * 60; atS += 10) {
      for (let n = 0; n < (atS < 60 ? 3 : 1); n++)
        checked += (await logIn(mira.email, "wrong", home)).status === 401 ? 1 : 0;
      harness.clock.now += 10 * second;
    }
    expect(checked).toBeLessThanOrEqual(26);
    expect(await logInAs(mira, "203.0.113.9")).toBe(200);
  }, 120_000);

  test("an account takes 20 log-ins a minute [SEC-143]", async () => {
    const { harness, logIn } = await server();
    const mira = await harness.register("mira");
    for (let n = 0; n < 20; n++) {
      expect([n, (await logIn(mira.email, mira.password, home)).status]).toEqual([n, 200]);
      harness.clock.now += second;
    }
    const refused = await logIn(mira.email, mira.password, "203.0.113.9");
    expect([refused.status, refused.retryAfter, JSON.parse(refused.body)]).toEqual([
      429,
      "40",
      { error: "Too many log-ins to this account. Try again in 40 seconds.", code: "RATE_LIMITED" },
    ]);
    harness.clock.now += 40 * second;
    expect((await logIn(mira.email, mira.password, home)).status).toBe(200);
  });

  test("whatever is tried from wherever, an account and an address without one get the same responses [SEC-144]", {
    timeout: 240_000,
  }, async () => {
    const { harness, logIn } = await server();
    const step = fc.record({
      network: fc.integer({ min: 1, max: 4 }),
      waitS: fc.constantFrom(0, 0, 0, 0, 1, 2, 30, 60, 900),
      spell: fc.constantFrom<((email: string) => string)[]>(
        (email) => email,
        (email) => email.toUpperCase(),
        (email) => ` ${email} `,
      ),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        round += 1;
        harness.clock.now += 61 * minute;
        // Known in the first of four networks. The same tries on the other address come from four networks like them.
        const { email } = await harness.register(`known-${round}`);
        for (const { network, waitS, spell } of steps) {
          harness.clock.now += waitS * second;
          const known = await logIn(spell(email), "wrong", `127.0.0.${network}`);
          const other = await logIn(spell(`other-${round}@example.com`), "wrong", `127.0.1.${network}`);
          expect(known).toEqual(other);
        }
      }),
      { numRuns: 6 },
    );
  });

  test("a refusal without a check takes as long as one with a check [SEC-145]", async () => {
    const real = createPasswords();
    const checkMs = 60;
    const { harness, logIn } = await server({
      passwords: {
        ...real,
        matches: async (password) => {
          await new Promise((resolve) => setTimeout(resolve, checkMs));
          return password.startsWith("password of");
        },
      },
    });
    const mira = await harness.register("mira");
    for (let n = 0; n < 40; n++) await logIn(`nobody-${n % 8}@example.com`, "wrong", `203.0.113.${n}`);
    for (let n = 0; n < 6; n++) await logIn(mira.email, "wrong", "203.0.113.9");
    const durationOf = async (address: string) => {
      const before = performance.now();
      expect((await logIn(mira.email, "wrong", address)).status).toBe(429);
      return performance.now() - before;
    };
    expect(await durationOf(home)).toBeGreaterThan(checkMs - 5);
    for (let n = 0; n < 5; n++) expect(await durationOf("203.0.113.9")).toBeGreaterThan(checkMs - 5);
  });
});
