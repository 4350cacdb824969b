// The notices that an account's owner gets, through a real mail server, on both databases.

import { readdirSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { openers, type Person, type TestServer, serverForTest } from "../../test/harness.ts";
import { openSmtp } from "../../test/smtp.ts";
import { setPasswordOf } from "../operator.ts";
import { createPasswords } from "../passwords/passwords.ts";

const minute = 60_000;

describe.each(openers)("$name", (opener) => {
  async function serverWithMail() {
    const smtp = await openSmtp();
    onTestFinished(() => smtp.close());
    const it = await serverForTest(opener, {
      env: { SMTP_URL: smtp.url, PUBLIC_URL: "https://learn.example" },
    });
    const subjects = async () => {
      await it.deliverMail();
      return smtp.mails.splice(0).map((mail) => {
        expect(mail).toMatch(/^To: mira@example\.com\r$/m);
        expect(mail).toContain("https://learn.example/");
        expect(mail).toContain("multipart/alternative");
        return /^Subject: (.*)\r$/m.exec(mail)?.[1];
      });
    };
    return { it, subjects };
  }
  const waiting = ({ store }: TestServer) =>
    store.read(async (db) => (await db.selectFrom("outbox").selectAll().execute()).length);
  const logIn = (it: TestServer, { email, password }: Person, remoteAddress: string) =>
    it.app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password }, remoteAddress });

  test("the owner gets a notice of every changed password, however it was changed [SEC-56]", async () => {
    const { it, subjects } = await serverWithMail();
    const mira = await it.register("mira");
    const changed = "Your Tabstop password was changed";
    await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "a better horse" },
    });
    expect(await subjects()).toEqual([changed]);
    const passwords = createPasswords();
    await setPasswordOf({ store: it.store, now: () => it.clock.now, passwords }, mira.email, "set for me");
    expect(await subjects()).toEqual([changed]);
    await mira
      .client("changePassword", { body: { currentPassword: "no", newPassword: "123456" } })
      .catch(() => {});
    expect(await subjects()).toEqual([]);
    expect(await waiting(it)).toBe(0);
  });

  test("a login from a new network sends a notice; the first login and those from known networks do not [SEC-54]", async () => {
    const { it, subjects } = await serverWithMail();
    const mira = await it.register("mira");
    const news = ["A new sign-in to your Tabstop account"];
    expect((await logIn(it, mira, "127.0.0.1")).statusCode).toBe(200);
    expect(await subjects()).toEqual([]);
    expect((await logIn(it, mira, "203.0.113.7")).statusCode).toBe(200);
    expect(await subjects()).toEqual(news);
    expect((await logIn(it, mira, "203.0.113.7")).statusCode).toBe(200);
    expect((await logIn(it, { ...mira, password: "wrong" }, "203.0.113.8")).statusCode).toBe(401);
    expect(await subjects()).toEqual([]);
    expect((await logIn(it, mira, "2001:db8::1")).statusCode).toBe(200);
    expect(await subjects()).toEqual(news);
  });

  test("a reused refresh token sends exactly one notice [SEC-55]", async () => {
    const { it, subjects } = await serverWithMail();
    const mira = await it.register("mira");
    const refresh = (refreshToken: string) => it.client("refresh", { body: { refreshToken } });
    const second = await refresh(mira.refreshToken);
    const third = await refresh(second.refreshToken);
    expect(await subjects()).toEqual([]);
    for (let n = 0; n < 3; n++)
      await expect(refresh(mira.refreshToken)).rejects.toMatchObject({ status: 401 });
    await expect(refresh(third.refreshToken)).rejects.toMatchObject({ status: 401 });
    expect(await subjects()).toEqual(["A sign-in to your Tabstop account was ended"]);
  });

  test("a notice survives an unavailable mail server, contains no secret, and is deleted with its account", async () => {
    const { it, subjects } = await serverWithMail();
    const mira = await it.register("mira");
    await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "canary horse" },
    });
    const row = await it.store.read((db) => db.selectFrom("outbox").selectAll().execute());
    expect(JSON.stringify(row)).not.toContain("canary");
    expect(JSON.stringify(row)).not.toContain("example.com");
    it.clock.now += 10 * minute;
    expect(await subjects()).toHaveLength(1);
    await mira.client("changePassword", {
      body: { currentPassword: "canary horse", newPassword: "123456" },
    });
    await mira.client("deleteAccount", { body: { currentPassword: "123456" } });
    expect(await waiting(it)).toBe(0);
    expect(await subjects()).toEqual([]);
  });

  test("without a mail server no notice is written, because it would reach no one", async () => {
    const it = await serverForTest(opener);
    const mira = await it.register("mira");
    await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "a better horse" },
    });
    expect(await it.deliverMail()).toBe(0);
    expect(readdirSync(it.mailFolder)).toEqual([]);
    expect(await waiting(it)).toBe(0);
    expect(it.log.join("")).not.toContain("given up");
  });
});
