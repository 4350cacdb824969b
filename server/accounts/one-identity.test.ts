// An account is one, however its address and its username are spelled.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openers, serverForTest } from "../test/harness.ts";

const password = "password of anna";
const spellings = [
  "anna@bücher.example",
  "anna@BÜCHER.example",
  "anna@xn--bcher-kva.example",
  "Anna@XN--BCHER-KVA.Example",
  "ａｎｎａ＠bücher。example",
];

describe.each(openers)("$name", (opener) => {
  test.each(spellings)(
    "an account registered as %s is logged in to by every spelling [SEC-133]",
    async (email) => {
      const { app, client, as } = await serverForTest(opener);
      const { user, token } = await client("register", { body: { username: "anna", email, password } });
      expect(user.email.toLowerCase()).toBe("anna@bücher.example");
      expect((await as(token)("getProfile")).email).toBe(user.email);
      const file = await app.inject({
        url: "/api/auth/export",
        headers: { authorization: `Bearer ${token}` },
      });
      expect(file.json().account.email).toBe(user.email);
      for (const other of spellings) {
        const body = { email: ` ${other}`, password };
        expect((await client("login", { body })).user.id).toBe(user.id);
        await expect(
          client("register", { body: { username: "another", email: other, password } }),
        ).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
      }
    },
  );

  test("a reset mail goes to the address that mail servers know, by any spelling, and is counted as one [SEC-139]", async () => {
    const harness = await serverForTest(opener);
    const { client, clock, mailFolder } = harness;
    await client("register", { body: { username: "anna", email: spellings[0] as string, password } });
    const limits: string[] = [];
    for (const email of spellings) {
      clock.now += 6 * 60_000;
      await client("forgotPassword", { body: { email } }).catch((error) => limits.push(error.code));
      await harness.deliverMail();
    }
    const mails = readdirSync(mailFolder).map((name) => readFileSync(join(mailFolder, name), "utf8"));
    expect(mails.map((text) => /^To: (.*)$/m.exec(text)?.[1])).toEqual(
      Array(3).fill("anna@xn--bcher-kva.example"),
    );
    expect(limits).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);
  });

  test("failed log-ins are counted for the account by any spelling", async () => {
    const { client } = await serverForTest(opener);
    const codes: string[] = [];
    for (const email of [...spellings, ...spellings])
      await client("login", { body: { email, password: "wrong" } }).catch((error) => codes.push(error.code));
    expect(codes.slice(0, 6)).not.toContain("RATE_LIMITED");
    expect(codes.slice(6)).toContain("RATE_LIMITED");
  });

  test("a rule about mail domains holds in every spelling", async () => {
    const { client } = await serverForTest(opener, { env: { REGISTRATION: "Bücher.example, a.example" } });
    const register = (username: string, email: string) =>
      client("register", { body: { username, email, password } });
    for (const [at, email] of spellings.entries())
      await register(`anna ${at}`, email.replace(/^./u, `x${at}`));
    await expect(register("mira", "mira@bucher.example")).rejects.toMatchObject({
      code: "REGISTRATION_CLOSED",
      message: "New accounts need an address at bücher.example or a.example.",
    });
  });

  test("a username that looks like a taken one is taken [SEC-132]", async () => {
    const { client, registerAdmin } = await serverForTest(opener);
    await registerAdmin("admin");
    let made = 0;
    const register = (username: string) =>
      client("register", { body: { username, email: `x${++made}@example.com`, password } });
    for (const name of ["аdmin", "АDМІN", "ADMlN", "adm1n", "adrnin", "ａｄｍｉｎ", "𝗮𝗱𝗺𝗶𝗻", "ad\ufe0fmin"])
      await expect(register(name), name).rejects.toMatchObject({ status: 409, code: "USERNAME_TAKEN" });
    // Other names of the same scripts are free.
    for (const name of ["Анна", "Ελένη", "안나", "アンナ", "อันนา", "မြွှော်", "Ngọc Ánh", "אַנָּה"])
      expect((await register(name)).user.username).toBe(name);
  });

  test("a username has at most 4 marks on a letter, and none before the first", async () => {
    const { client } = await serverForTest(opener);
    const register = (username: string) =>
      client("register", { body: { username, email: "z@example.com", password } });
    for (const marks of ["\u0301\u0323\u0310\u0334\u0489", "\u0301".repeat(20)])
      await expect(register(`z${marks}algo`)).rejects.toMatchObject({
        status: 400,
        message: "Username must not have more than 4 marks on a letter",
      });
    for (const mark of ["\u0301", "\u20dd", "\u093e"])
      await expect(register(`${mark}zalgo`)).rejects.toMatchObject({
        status: 400,
        message: "Username must not start with a mark that belongs on a letter",
      });
    expect((await register("z\u0301\u0323\u0310\u0334algo")).user.username).toContain("algo");
  });
});
