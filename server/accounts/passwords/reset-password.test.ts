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
  const forgot = (it: TestServer, email: string) => it.client("forgotPassword", { body: { email } });
  const filesOf = ({ mailFolder }: TestServer) => readdirSync(mailFolder).sort();
  const tokensOf = (it: TestServer) =>
    filesOf(it).map((file) => tokenIn(readFileSync(join(it.mailFolder, file), "utf8")));
  const waiting = ({ store }: TestServer) =>
    store.read(async (db) => (await db.selectFrom("outbox").selectAll().execute()).length);
  const check = (it: TestServer, token: string) => it.client("checkResetToken", { params: { token } });
  const reset = (it: TestServer, token: string, password: string) =>
    it.client("resetPassword", { body: { token, password } });
  /** Requests a link and returns its token. */
  const linkFor = async (it: TestServer, email: string) => {
    const before = new Set(tokensOf(it));
    await forgot(it, email);
    expect(await it.deliverMail()).toBe(1);
    const [token, ...others] = tokensOf(it).filter((one) => !before.has(one));
    expect(others).toEqual([]);
    return token as string;
  };

  test("a link sets a new password once, ends every session and logs no one in [SEC-61]", async () => {
    const it = await server();
    const mira = await it.register("mira");
    const token = await linkFor(it, " MIRA@example.com ");
    expect(token).toMatch(/^[\w-]{43}$/);
    // A mail scanner opens links too.
    for (let n = 0; n < 3; n++) expect(await check(it, token)).toEqual({ valid: true });
    await expect(reset(it, token, "12345")).rejects.toMatchObject({
      message: "Password must be at least 6 characters long",
    });
    expect(await reset(it, token, "a new one")).toEqual({ message: "Password has been reset successfully!" });
    await expect(mira.client("getProfile")).rejects.toMatchObject({ code: "TOKEN_INVALID" });
    await expect(it.client("refresh", { body: { refreshToken: mira.refreshToken } })).rejects.toMatchObject({
      code: "REFRESH_INVALID",
    });
    await expect(reset(it, token, "another new one")).rejects.toMatchObject(badToken);
    await expect(check(it, token)).rejects.toMatchObject(badToken);
    await expect(it.client("login", { body: mira })).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    const again = await it.client("login", { body: { email: mira.email, password: "a new one" } });
    expect(again.user.id).toBe(mira.id);
    const audit = await it.store.read((db) => listAudit(db, mira.id, 10));
    expect(audit.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["password_reset", "reset_requested"]),
    );
  });

  test("of twenty concurrent resets with one link, one succeeds [SEC-16]", async () => {
    const it = await server();
    const mira = await it.register("mira");
    const token = await linkFor(it, mira.email);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => reset(it, token, `password ${n}`)),
    );
    const winners = results.flatMap(({ status }, n) => (status === "fulfilled" ? [n] : []));
    expect(winners).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject(badToken);
    const logIn = (n: number) =>
      it.client("login", { body: { email: mira.email, password: `password ${n}` } });
    expect((await logIn(winners[0] as number)).user.id).toBe(mira.id);
  });

  test("a link is valid for one hour after the mail was sent [SEC-63]", async () => {
    const it = await server();
    const mira = await it.register("mira");
    await forgot(it, mira.email);
    it.clock.now += 30 * minute;
    await it.deliverMail();
    const [token = ""] = tokensOf(it);
    it.clock.now += 60 * minute - 1;
    expect(await check(it, token)).toEqual({ valid: true });
    it.clock.now += 1;
    await expect(check(it, token)).rejects.toMatchObject(badToken);
    await expect(reset(it, token, "123456")).rejects.toMatchObject(badToken);
  });

  test("a newer link cancels the older, and within five minutes nothing new is sent", async () => {
    const it = await server();
    const mira = await it.register("mira");
    const first = await linkFor(it, mira.email);
    it.clock.now += 5 * minute - 1;
    await forgot(it, mira.email);
    expect([await it.deliverMail(), await waiting(it)]).toEqual([0, 0]);
    expect(await check(it, first)).toEqual({ valid: true });
    it.clock.now += 1;
    const second = await linkFor(it, mira.email);
    await expect(check(it, first)).rejects.toMatchObject(badToken);
    expect(await check(it, second)).toEqual({ valid: true });
  });

  test("changing the password cancels the link and queued mail", async () => {
    const it = await server();
    const mira = await it.register("mira");
    const token = await linkFor(it, mira.email);
    it.clock.now += 5 * minute;
    await forgot(it, mira.email);
    expect(await waiting(it)).toBe(1);
    await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "another one" },
    });
    // The notice that the password was changed stays queued; without a mail server it is not sent.
    expect(await waiting(it)).toBe(1);
    expect(await it.deliverMail()).toBe(0);
    expect(await waiting(it)).toBe(0);
    await expect(check(it, token)).rejects.toMatchObject(badToken);
  });

  test("for known and unknown addresses the response has the same bytes, and a row is written [SEC-59]", async () => {
    const it = await server();
    const mira = await it.register("mira");
    const answers = [];
    for (const email of [mira.email, "nobody@example.com", "no address at all"]) {
      const { statusCode, body, headers } = await it.app.inject({
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
    expect(await waiting(it)).toBe(3);
    expect([await it.deliverMail(), await waiting(it), filesOf(it).length]).toEqual([1, 0, 1]);
    await expect(forgot(it, " ")).rejects.toMatchObject({ status: 400, message: "Email is required" });
  });

  test("three mails per hour and account, thirty per hour and address, whether the address is known or not", async () => {
    const it = await server();
    const mira = await it.register("mira");
    for (const email of [mira.email, "nobody@example.com"]) {
      const begun = it.clock.now;
      for (let n = 0; n < 3; n++) {
        await forgot(it, email);
        it.clock.now += 5 * minute;
      }
      await expect(forgot(it, email)).rejects.toMatchObject({
        status: 429,
        code: "RATE_LIMITED",
        retryAfterS: 45 * 60,
      });
      it.clock.now = begun + 60 * minute;
      await forgot(it, email);
      it.clock.now += 120 * minute;
    }
    for (let n = 0; n < 30; n++) await forgot(it, `somebody-${n}@example.com`);
    await expect(forgot(it, "one-more@example.com")).rejects.toMatchObject({
      status: 429,
      retryAfterS: 3600,
    });
    const elsewhere = await it.app.inject({
      method: "POST",
      url: "/api/auth/forgot-password",
      payload: { email: "one-more@example.com" },
      remoteAddress: "198.51.100.1",
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  test.each(["", "x", "x".repeat(43), "x".repeat(900), "../..", "a b", "%00", "é", "' or 1=1"])(
    "%j is not a valid link: 400, in the format of both endpoints",
    async (token) => {
      const it = await server();
      if (token !== "") {
        const answer = await it.app.inject({ url: `/api/auth/reset-password/${encodeURIComponent(token)}` });
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          { valid: false, error: badToken.message, code: badToken.code },
        ]);
      }
      await expect(reset(it, token, "123456")).rejects.toMatchObject(
        token === ""
          ? { status: 400, message: "Missing reset token. Please use the link from your email." }
          : badToken,
      );
    },
  );

  test("without SMTP the mail is a file for the server's account only, and the log contains only its name [SEC-115]", async () => {
    const it = await server({ env: { PUBLIC_URL: "https://learn.example.org" } });
    const mira = await it.register("mira");
    const { statusCode } = await it.app.inject({
      method: "POST",
      url: "/api/auth/forgot-password",
      payload: { email: mira.email },
      headers: { host: "evil.test", "x-forwarded-host": "evil.test", origin: "https://evil.test" },
    });
    expect([statusCode, await it.deliverMail()]).toEqual([200, 1]);
    const [name = ""] = filesOf(it);
    const file = join(it.mailFolder, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("To: mira@example.com\nSubject: Set a new Tabstop password\n\nHello mira,");
    expect(text).toMatch(/^https:\/\/learn\.example\.org\/reset-password\?token=[\w-]{43}$/m);
    expect(text).not.toContain("evil");
    const log = it.log.join("");
    expect(log).toContain(JSON.stringify(file));
    for (const secret of [tokenIn(text), "mira@example.com"]) expect(log).not.toContain(secret);
  });

  test("a token is stored nowhere in the database and in no line of the log [SEC-62]", async () => {
    const smtp = await smtpServer();
    const it = await server({ env: { SMTP_URL: smtp.url } });
    const mira = await it.register("mira");
    smtp.fault = "never";
    await forgot(it, mira.email);
    await it.deliverMail();
    smtp.fault = "none";
    it.clock.now += 5 * minute;
    await it.deliverMail();
    const token = tokenIn(decoded(smtp.mails[0] as string));
    await check(it, token);
    await it.app.inject({ url: `/reset-password?token=${token}` });
    const tables = await it.store.read(async (db) => [
      await db.selectFrom("outbox").selectAll().execute(),
      await db.selectFrom("password_reset").selectAll().execute(),
      await db.selectFrom("audit_entry").selectAll().execute(),
    ]);
    expect(tables[1]).toHaveLength(1);
    await reset(it, token, "canary password");
    await expect(reset(it, token, "canary password")).rejects.toMatchObject(badToken);
    for (const text of [JSON.stringify(tables), it.log.join("")]) {
      expect(text.length).toBeGreaterThan(100);
      for (const secret of [token, "mira@example.com", "canary"]) expect(text).not.toContain(secret);
    }
  });

  test("mail goes out over SMTP with a text and an HTML part, to that address only [SEC-03]", async () => {
    const smtp = await smtpServer();
    const it = await server({
      env: {
        SMTP_URL: smtp.url,
        MAIL_FROM: "Tabstop <noreply@learn.example.org>",
        PUBLIC_URL: "https://learn.example.org",
      },
    });
    const body = { username: "<b>M&M</b>", email: "m,x@example.com".replace(",", "."), password: "123456" };
    await it.client("register", { body });
    await forgot(it, body.email);
    expect(await it.deliverMail()).toBe(1);
    expect(smtp.mails).toHaveLength(1);
    const mail = smtp.mails[0] as string;
    expect(mail).toMatch(/^From: Tabstop <noreply@learn\.example\.org>\r$/m);
    expect(mail).toMatch(/^To: m\.x@example\.com\r$/m);
    expect(mail).toMatch(/^Subject: Set a new Tabstop password\r$/m);
    expect(mail).toContain("Content-Type: text/plain; charset=utf-8");
    expect(mail).toContain("Content-Type: text/html; charset=utf-8");
    const text = decoded(mail);
    expect(text).toContain("Hello <b>M&M</b>,");
    expect(text).toContain("Hello &#60;b&#62;M&#38;M&#60;/b&#62;,");
    const links = [...text.matchAll(/https:\/\/learn\.example\.org\/reset-password\?token=[\w-]{43}/g)];
    expect(links).toHaveLength(3);
    expect(new Set(links.map(String)).size).toBe(1);
    expect(await waiting(it)).toBe(0);
  });

  test.each(["refuse", "hang", "later", "never", "drop after data"] as const)(
    "with a failing mail server (%s) a mail is retried, the response never waits, and the last link works [SEC-124]",
    async (fault) => {
      const smtp = await smtpServer();
      const it = await server({ env: { SMTP_URL: smtp.url } });
      const mira = await it.register("mira");
      if (fault === "refuse") await smtp.refuse();
      else smtp.fault = fault;
      await forgot(it, mira.email);
      expect([await it.deliverMail(), await waiting(it)]).toEqual([0, 1]);
      // It is not sent again early.
      it.clock.now += 2 * minute - 1;
      await it.deliverMail();
      it.clock.now += 1;
      expect(await it.deliverMail()).toBe(0);
      for (let hours = 0; hours < 24; hours++) {
        it.clock.now += 60 * minute;
        if (hours % 12 === 0) expect(await it.deliverMail()).toBe(0);
      }
      const lost = fault === "drop after data" ? smtp.mails.length : 0;
      expect(smtp.mails.length).toBe(lost);
      if (fault === "refuse") await smtp.accept();
      else smtp.fault = "none";
      it.clock.now += 15 * minute;
      expect([await it.deliverMail(), await waiting(it)]).toEqual([1, 0]);
      expect(smtp.mails.length).toBe(lost + 1);
      const tokens = smtp.mails.map((mail) => tokenIn(decoded(mail)));
      expect(await check(it, tokens.at(-1) as string)).toEqual({ valid: true });
      for (const older of tokens.slice(0, -1)) await expect(check(it, older)).rejects.toMatchObject(badToken);
      const log = it.log.join("");
      expect(log).toContain("could not send a mail, retrying");
      if (fault === "refuse")
        expect(log).toContain(`connect ECONNREFUSED 127.0.0.1:${new URL(smtp.url).port}`);
      expect(log).not.toContain("mira@example.com");
    },
  );

  test("after three days the worker gives up on a mail and logs it", async () => {
    const smtp = await smtpServer();
    const it = await server({ env: { SMTP_URL: smtp.url } });
    const mira = await it.register("mira");
    await forgot(it, mira.email);
    it.clock.now += 3 * 24 * 60 * minute + 1;
    expect([await it.deliverMail(), await waiting(it), smtp.mails.length]).toEqual([0, 0, 0]);
    expect(it.log.join("")).toContain("gave up sending a mail");
  });

  test("queued mail survives a restart, and two servers send it once", async () => {
    const smtp = await smtpServer();
    const it = await server({ env: { SMTP_URL: smtp.url } });
    const mira = await it.register("mira");
    await forgot(it, mira.email);
    const mailWorkers = [it.anotherMailWorker(), it.anotherMailWorker()];
    const taken = await Promise.all(mailWorkers.map((mailWorker) => mailWorker.deliver()));
    expect(taken.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect([smtp.mails.length, await waiting(it)]).toEqual([1, 0]);
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
