// A forgotten password, from the request for a link to the new password, with real mail, on both databases.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listAudit } from "../../store/accounts/audit.ts";
import { openers, type ServerOptions, type TestServer, serverForTest } from "../../test/harness.ts";
import { openSmtp } from "../../test/smtp.ts";

const minute = 60_000;
const badToken = {
  status: 400,
  code: "RESET_TOKEN_INVALID",
  message: "Invalid or expired token. Please request a new password reset link.",
};

describe.each(openers)("$name", (opener) => {
  const server = (options?: ServerOptions) => serverForTest(opener, options);
  const smtpServer = async () => {
    const smtp = await openSmtp();
    onTestFinished(() => smtp.close());
    return smtp;
  };
  const forgot = (harness: TestServer, email: string) =>
    harness.client("forgotPassword", { body: { email } });
  const filesOf = ({ mailFolder }: TestServer) => readdirSync(mailFolder).sort();
  const tokensOf = (harness: TestServer) =>
    filesOf(harness).map((file) => tokenIn(readFileSync(join(harness.mailFolder, file), "utf8")));
  const waiting = ({ store }: TestServer) =>
    store.read(async (db) => (await db.selectFrom("outbox").selectAll().execute()).length);
  const check = (harness: TestServer, token: string) =>
    harness.client("checkResetToken", { params: { token } });
  const reset = (harness: TestServer, token: string, password: string) =>
    harness.client("resetPassword", { body: { token, password } });
  /** Requests a link and returns its token. */
  const linkFor = async (harness: TestServer, email: string) => {
    const before = new Set(tokensOf(harness));
    await forgot(harness, email);
    expect(await harness.deliverMail()).toBe(1);
    const [token, ...others] = tokensOf(harness).filter((one) => !before.has(one));
    expect(others).toEqual([]);
    return token as string;
  };

  test("a link sets a new password once, ends every session and logs no one in [SEC-61]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const token = await linkFor(harness, " MIRA@example.com ");
    expect(token).toMatch(/^[\w-]{43}$/);
    // A mail scanner opens links too.
    for (let n = 0; n < 3; n++) expect(await check(harness, token)).toEqual({ valid: true });
    await expect(reset(harness, token, "12345")).rejects.toMatchObject({
      message: "Password must be at least 6 characters long",
    });
    expect(await reset(harness, token, "a new one")).toEqual({
      message: "Password has been reset successfully!",
    });
    await expect(mira.client("getProfile")).rejects.toMatchObject({ code: "TOKEN_INVALID" });
    await expect(
      harness.client("refresh", { body: { refreshToken: mira.refreshToken } }),
    ).rejects.toMatchObject({
      code: "REFRESH_INVALID",
    });
    await expect(reset(harness, token, "another new one")).rejects.toMatchObject(badToken);
    await expect(check(harness, token)).rejects.toMatchObject(badToken);
    await expect(harness.client("login", { body: mira })).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    const again = await harness.client("login", { body: { email: mira.email, password: "a new one" } });
    expect(again.user.id).toBe(mira.id);
    const audit = await harness.store.read((db) => listAudit(db, mira.id, 10));
    expect(audit.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["password_reset", "reset_requested"]),
    );
  });

  test("of twenty concurrent resets with one link, one succeeds [SEC-16]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const token = await linkFor(harness, mira.email);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => reset(harness, token, `password ${n}`)),
    );
    const winners = results.flatMap(({ status }, n) => (status === "fulfilled" ? [n] : []));
    expect(winners).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject(badToken);
    const logIn = (n: number) =>
      harness.client("login", { body: { email: mira.email, password: `password ${n}` } });
    expect((await logIn(winners[0] as number)).user.id).toBe(mira.id);
  });

  test("a link is valid for one hour after the mail was sent [SEC-63]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    await forgot(harness, mira.email);
    harness.clock.now += 30 * minute;
    await harness.deliverMail();
    const [token = ""] = tokensOf(harness);
    harness.clock.now += 60 * minute - 1;
    expect(await check(harness, token)).toEqual({ valid: true });
    harness.clock.now += 1;
    await expect(check(harness, token)).rejects.toMatchObject(badToken);
    await expect(reset(harness, token, "123456")).rejects.toMatchObject(badToken);
  });

  test("a newer link cancels the older, and within five minutes nothing new is sent", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const first = await linkFor(harness, mira.email);
    harness.clock.now += 5 * minute - 1;
    await forgot(harness, mira.email);
    expect([await harness.deliverMail(), await waiting(harness)]).toEqual([0, 0]);
    expect(await check(harness, first)).toEqual({ valid: true });
    harness.clock.now += 1;
    const second = await linkFor(harness, mira.email);
    await expect(check(harness, first)).rejects.toMatchObject(badToken);
    expect(await check(harness, second)).toEqual({ valid: true });
  });

  test("changing the password cancels the link and queued mail", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const token = await linkFor(harness, mira.email);
    harness.clock.now += 5 * minute;
    await forgot(harness, mira.email);
    expect(await waiting(harness)).toBe(1);
    await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "another one" },
    });
    // The notice that the password was changed stays queued; without a mail server it is not sent.
    expect(await waiting(harness)).toBe(1);
    expect(await harness.deliverMail()).toBe(0);
    expect(await waiting(harness)).toBe(0);
    await expect(check(harness, token)).rejects.toMatchObject(badToken);
  });

  test("for known and unknown addresses the response has the same bytes, and a row is written [SEC-59]", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    const answers = [];
    for (const email of [mira.email, "nobody@example.com", "no address at all"]) {
      const { statusCode, body, headers } = await harness.app.inject({
        method: "POST",
        url: "/api/auth/forgot-password",
        payload: { email },
      });
      answers.push([statusCode, body, Object.keys(headers).sort()]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]?.slice(0, 2)).toEqual([
      200,
      '{"message":"If an account exists with this email, you will receive instructions."}',
    ]);
    expect(await waiting(harness)).toBe(3);
    expect([await harness.deliverMail(), await waiting(harness), filesOf(harness).length]).toEqual([1, 0, 1]);
    await expect(forgot(harness, " ")).rejects.toMatchObject({ status: 400, message: "Email is required" });
  });

  test("three mails per hour and account, thirty per hour and address, whether the address is known or not", async () => {
    const harness = await server();
    const mira = await harness.register("mira");
    for (const email of [mira.email, "nobody@example.com"]) {
      const begun = harness.clock.now;
      for (let n = 0; n < 3; n++) {
        await forgot(harness, email);
        harness.clock.now += 5 * minute;
      }
      await expect(forgot(harness, email)).rejects.toMatchObject({
        status: 429,
        code: "RATE_LIMITED",
        retryAfterS: 45 * 60,
      });
      harness.clock.now = begun + 60 * minute;
      await forgot(harness, email);
      harness.clock.now += 120 * minute;
    }
    for (let n = 0; n < 30; n++) await forgot(harness, `somebody-${n}@example.com`);
    await expect(forgot(harness, "one-more@example.com")).rejects.toMatchObject({
      status: 429,
      retryAfterS: 3600,
    });
    const elsewhere = await harness.app.inject({
      method: "POST",
      url: "/api/auth/forgot-password",
      payload: { email: "one-more@example.com" },
      remoteAddress: "198.51.100.1",
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  test.each(["", "x", "x".repeat(43), "x".repeat(1_900), "../..", "a b", "%00", "é", "' or 1=1"])(
    "%j is not a valid link: 400, in the format of both endpoints",
    async (token) => {
      const harness = await server();
      if (token !== "") {
        const answer = await harness.app.inject({
          url: `/api/auth/reset-password/${encodeURIComponent(token)}`,
        });
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          { valid: false, error: badToken.message, code: badToken.code },
        ]);
      }
      await expect(reset(harness, token, "123456")).rejects.toMatchObject(
        token === ""
          ? { status: 400, message: "Missing reset token. Please use the link from your email." }
          : badToken,
      );
    },
  );

  test("a link of any length is judged as a link", async () => {
    const harness = await server();
    for (const token of ["x".repeat(2_100), "x".repeat(15_000)])
      await expect(harness.client("checkResetToken", { params: { token } })).rejects.toMatchObject(badToken);
  });

  test("without SMTP the mail is a file for the server's account only, and the log contains only its name [SEC-115]", async () => {
    const harness = await server({ env: { PUBLIC_URL: "https://learn.example.org" } });
    const mira = await harness.register("mira");
    const { statusCode } = await harness.app.inject({
      method: "POST",
      url: "/api/auth/forgot-password",
      payload: { email: mira.email },
      headers: { host: "evil.test", "x-forwarded-host": "evil.test", origin: "https://evil.test" },
    });
    expect([statusCode, await harness.deliverMail()]).toEqual([200, 1]);
    const [name = ""] = filesOf(harness);
    const file = join(harness.mailFolder, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("To: mira@example.com\nSubject: Set a new Tabstop password\n\nHello,");
    expect(text).toMatch(/^https:\/\/learn\.example\.org\/reset-password\?token=[\w-]{43}$/m);
    expect(text).not.toContain("evil");
    const log = harness.log.join("");
    expect(log).toContain(JSON.stringify(file));
    for (const secret of [tokenIn(text), "mira@example.com"]) expect(log).not.toContain(secret);
  });

  test("a token is stored nowhere in the database and in no line of the log [SEC-62]", async () => {
    const smtp = await smtpServer();
    const harness = await server({ env: { SMTP_URL: smtp.url } });
    const mira = await harness.register("mira");
    smtp.fault = "never";
    await forgot(harness, mira.email);
    await harness.deliverMail();
    smtp.fault = "none";
    harness.clock.now += 5 * minute;
    await harness.deliverMail();
    const token = tokenIn(decoded(smtp.mails[0] as string));
    await check(harness, token);
    await harness.app.inject({ url: `/reset-password?token=${token}` });
    const tables = await harness.store.read(async (db) => [
      await db.selectFrom("outbox").selectAll().execute(),
      await db.selectFrom("password_reset").selectAll().execute(),
      await db.selectFrom("audit_entry").selectAll().execute(),
    ]);
    expect(tables[1]).toHaveLength(1);
    await reset(harness, token, "canary password");
    await expect(reset(harness, token, "canary password")).rejects.toMatchObject(badToken);
    for (const text of [JSON.stringify(tables), harness.log.join("")]) {
      expect(text.length).toBeGreaterThan(100);
      for (const secret of [token, "mira@example.com", "canary"]) expect(text).not.toContain(secret);
    }
  });

  test("mail goes out over SMTP with a text and an HTML part, to that address only [SEC-03]", async () => {
    const smtp = await smtpServer();
    const harness = await server({
      env: {
        SMTP_URL: smtp.url,
        MAIL_FROM: "Tabstop <noreply@learn.example.org>",
        PUBLIC_URL: "https://learn.example.org",
      },
    });
    const body = { username: "<b>M&M</b>", email: "m,x@example.com".replace(",", "."), password: "123456" };
    await harness.client("register", { body });
    await forgot(harness, body.email);
    expect(await harness.deliverMail()).toBe(1);
    expect(smtp.mails).toHaveLength(1);
    const mail = smtp.mails[0] as string;
    expect(mail).toMatch(/^From: Tabstop <noreply@learn\.example\.org>\r$/m);
    expect(mail).toMatch(/^To: m\.x@example\.com\r$/m);
    expect(mail).toMatch(/^Subject: Set a new Tabstop password\r$/m);
    expect(mail).toContain("Content-Type: text/plain; charset=utf-8");
    expect(mail).toContain("Content-Type: text/html; charset=utf-8");
    const text = decoded(mail);
    expect(text).toContain("Hello,");
    expect(text).not.toContain("M&");
    const links = [...text.matchAll(/https:\/\/learn\.example\.org\/reset-password\?token=[\w-]{43}/g)];
    expect(links).toHaveLength(3);
    expect(new Set(links.map(String)).size).toBe(1);
    expect(await waiting(harness)).toBe(0);
  });

  test.each(["refuse", "hang", "later", "never", "drop after data"] as const)(
    "with a failing mail server (%s) a mail is retried, the response never waits, and the last link works [SEC-124]",
    async (fault) => {
      const smtp = await smtpServer();
      const harness = await server({ env: { SMTP_URL: smtp.url } });
      const mira = await harness.register("mira");
      if (fault === "refuse") await smtp.refuse();
      else smtp.fault = fault;
      await forgot(harness, mira.email);
      expect([await harness.deliverMail(), await waiting(harness)]).toEqual([0, 1]);
      // It is not sent again early.
      harness.clock.now += 2 * minute - 1;
      await harness.deliverMail();
      harness.clock.now += 1;
      expect(await harness.deliverMail()).toBe(0);
      for (let hours = 0; hours < 24; hours++) {
        harness.clock.now += 60 * minute;
        if (hours % 12 === 0) expect(await harness.deliverMail()).toBe(0);
      }
      const lost = fault === "drop after data" ? smtp.mails.length : 0;
      expect(smtp.mails.length).toBe(lost);
      if (fault === "refuse") await smtp.accept();
      else smtp.fault = "none";
      harness.clock.now += 15 * minute;
      expect([await harness.deliverMail(), await waiting(harness)]).toEqual([1, 0]);
      expect(smtp.mails.length).toBe(lost + 1);
      const tokens = smtp.mails.map((mail) => tokenIn(decoded(mail)));
      expect(await check(harness, tokens.at(-1) as string)).toEqual({ valid: true });
      for (const older of tokens.slice(0, -1))
        await expect(check(harness, older)).rejects.toMatchObject(badToken);
      const log = harness.log.join("");
      expect(log).toContain("could not send a mail, retrying");
      if (fault === "refuse")
        expect(log).toContain(`connect ECONNREFUSED 127.0.0.1:${new URL(smtp.url).port}`);
      expect(log).not.toContain("mira@example.com");
    },
  );

  test("after three days the worker gives up on a mail and logs it", async () => {
    const smtp = await smtpServer();
    const harness = await server({ env: { SMTP_URL: smtp.url } });
    const mira = await harness.register("mira");
    await forgot(harness, mira.email);
    harness.clock.now += 3 * 24 * 60 * minute + 1;
    expect([await harness.deliverMail(), await waiting(harness), smtp.mails.length]).toEqual([0, 0, 0]);
    expect(harness.log.join("")).toContain("gave up sending a mail");
  });

  test("queued mail survives a restart, and two servers send it once", async () => {
    const smtp = await smtpServer();
    const harness = await server({ env: { SMTP_URL: smtp.url } });
    const mira = await harness.register("mira");
    await forgot(harness, mira.email);
    const mailWorkers = [harness.anotherMailWorker(), harness.anotherMailWorker()];
    const taken = await Promise.all(mailWorkers.map((mailWorker) => mailWorker.deliver()));
    expect(taken.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect([smtp.mails.length, await waiting(harness)]).toEqual([1, 0]);
  });
});

/** The token of the first link. */
function tokenIn(text: string): string {
  const token = /\/reset-password\?token=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new RangeError(`No link in ${text}`);
  return token;
}

/** A mail with its quoted-printable parts as text. */
function decoded(mail: string): string {
  return mail
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
