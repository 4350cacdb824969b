import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { openers, type ServerOptions, serverForTest } from "../../test/harness.ts";
import { createPasswordRule } from "./common-passwords.ts";

const server = (options: ServerOptions) => serverForTest(openers[0] as (typeof openers)[0], options);

const sentence = "This password is one of the most common ones. Choose another one.";
const refusedAt = (path: string) => ({
  status: 400,
  code: "INVALID",
  message: sentence,
  details: [{ path, message: sentence }],
});

test("the ten thousand most common passwords are all refused, and further ones are not [SEC-45]", async () => {
  const rule = await createPasswordRule({ refuseCommon: true });
  const byFrequency = dictionary["passwords-common"];
  expect(byFrequency.slice(0, 6)).toEqual(["123456", "password", "12345678", "qwerty", "123456789", "12345"]);
  for (const word of byFrequency.slice(0, 10_000))
    expect(() => rule(word, "password"), word).toThrow(sentence);
  expect(() => rule(byFrequency[10_000] ?? "", "password")).not.toThrow();
  for (const word of ["PASSWORD", "ｐａｓｓｗｏｒｄ", "Qwerty"])
    expect(() => rule(word, "password"), word).toThrow(sentence);
  for (const word of ["correct horse battery", "password of mira", " password", "пароль123", "😀😀😀😀😀😀"])
    expect(() => rule(word, "password"), word).not.toThrow();
});

test("if common passwords are refused, every way to set a password refuses them [SEC-44]", async () => {
  const harness = await server({ env: { REFUSE_COMMON_PASSWORDS: "on" } });
  const account = { username: "noor", email: "noor@example.com" };
  await expect(
    harness.client("register", { body: { ...account, password: "password" } }),
  ).rejects.toMatchObject(refusedAt("password"));
  const mira = await harness.register("mira");
  await expect(
    mira.client("changePassword", {
      body: { currentPassword: mira.password, newPassword: "Football" },
    }),
  ).rejects.toMatchObject(refusedAt("newPassword"));
  await harness.client("forgotPassword", { body: { email: mira.email } });
  expect(await harness.deliverMail()).toBe(1);
  const [file = ""] = readdirSync(harness.mailFolder);
  const token = /token=([\w-]+)/.exec(readFileSync(join(harness.mailFolder, file), "utf8"))?.[1] ?? "";
  const reset = (password: string) => harness.client("resetPassword", { body: { token, password } });
  await expect(reset("qwerty")).rejects.toMatchObject(refusedAt("password"));
  // The link is still valid.
  await reset("a better horse");
  await expect(
    harness.client("login", { body: { email: mira.email, password: "a better horse" } }),
  ).resolves.toBeTruthy();
});

test("by default any password of 6 to 256 characters is accepted", async () => {
  const harness = await server({});
  const body = { username: "noor", email: "noor@example.com", password: "123456" };
  expect((await harness.client("register", { body })).user.username).toBe("noor");
});
