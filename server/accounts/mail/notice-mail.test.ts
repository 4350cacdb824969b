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
    const harness = await serverForTest(opener, {
      env: { SMTP_URL: smtp.url, PUBLIC_URL: "https://learn.example" },
    });
    const subjects = async () => {
      await harness.deliverMail();
      return smtp.mails.splice(0).map((mail) => {
        expect(mail).toMatch(/^To: mira@example\.com\r$/m);
        expect(mail).toContain("https://learn.example/");
        expect(mail).toContain("multipart/alternative");
        return /^Subject: (.*)\r$/m.exec(mail)?.[1];
      });
    };
    return { harness, subjects };
  }
  const waiting = ({ store }: TestServer) =>
    store.read(async (db) => (await db.selectFrom("outbox").selectAll().execute()).length);
  const logIn = (harness: TestServer, { email, password }: Person, remoteAddress: string) =>
    harness.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email, password },
      remoteAddress,
    });

  test("the owner gets a notice of every changed password, however it was changed [SEC-56]", async () => {
    const { harness, subjects } = await serverWithMail();
    const mira = await harness.register("mira");
    const changed = "Your Tabstop password was changed";
    await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "a better horse" },
    });
    expect(await subjects()).toEqual([changed]);
    const passwords = createPasswords();
    await setPasswordOf(
      { store: harness.store, now: () => harness.clock.now, passwords },
      mira.email,
      "set for me",
    );
    expect(await subjects()).toEqual([changed]);
    await mira
      .client("changePassword", { body: { currentPassword: "no", newPassword: "123456" } })
      .catch(() => {});
    expect(await subjects()).toEqual([]);
    expect(await waiting(harness)).toBe(0);
  });

  test("a login from a new network sends a notice; the first login and those from known networks do not [SEC-54]", async () => {
    const { harness, subjects } = await serverWithMail();
    const mira = await harness.register("mira");
    const news = ["A new sign-in to your Tabstop account"];
    expect((await logIn(harness, mira, "127.0.0.1")).statusCode).toBe(200);
    expect(await subjects()).toEqual([]);
    expect((await logIn(harness, mira, "203.0.113.7")).statusCode).toBe(200);
    expect(await subjects()).toEqual(news);
    expect((await logIn(harness, mira, "203.0.113.7")).statusCode).toBe(200);
    expect((await logIn(harness, { ...mira, password: "wrong" }, "203.0.113.8")).statusCode).toBe(401);
    expect(await subjects()).toEqual([]);
    expect((await logIn(harness, mira, "2001:db8::1")).statusCode).toBe(200);
    expect(await subjects()).toEqual(news);
  });

  test("a reused refresh token sends exactly one notice [SEC-55]", async () => {
    const { harness, subjects } = await serverWithMail();
    const mira = await harness.register("mira");
    const refresh = (refreshToken: string) => harness.client("refresh", { body: { refreshToken } });
    const second = await refresh(mira.refreshToken);
    const third = await refresh(second.refreshToken);
    expect(await subjects()).toEqual([]);
    for (let n = 0; n < 3; n++)
      await expect(refresh(mira.refreshToken)).rejects.toMatchObject({ status: 401 });
    await expect(refresh(third.refreshToken)).rejects.toMatchObject({ status: 401 });
    expect(await subjects()).toEqual(["A sign-in to your Tabstop account was ended"]);
  });

  test("a notice survives an unavailable mail server, contains no secret, and is deleted with its account", async () => {
    const { harness, subjects } = await serverWithMail();
    const mira = await harness.register("mira");
    await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "canary horse" },
    });
    const row = await harness.store.read((db) => db.selectFrom("outbox").selectAll().execute());
    expect(JSON.stringify(row)).not.toContain("canary");
    expect(JSON.stringify(row)).not.toContain("example.com");
    harness.clock.now += 10 * minute;
    expect(await subjects()).toHaveLength(1);
    await mira.client("changePassword", {
      body: { currentPassword: "canary horse", newPassword: "123456" },
    });
    await mira.client("deleteAccount", { body: { currentPassword: "123456" } });
    expect(await waiting(harness)).toBe(0);
    expect(await subjects()).toEqual([]);
  });

  test("without a mail server no notice is written, because it would reach no one", async () => {
    const harness = await serverForTest(opener);
    const mira = await harness.register("mira");
    await mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "a better horse" },
    });
    expect(await harness.deliverMail()).toBe(0);
    expect(readdirSync(harness.mailFolder)).toEqual([]);
    expect(await waiting(harness)).toBe(0);
    expect(harness.log.join("")).not.toContain("given up");
  });
});
