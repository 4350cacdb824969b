// Which spellings are one identity; and that existing accounts survive a change of their keys, on both databases.

import { emailInOneForm, readableEmail } from "@tabstop/contract/email-address";
import { describe, expect, test } from "vitest";
import { openers, withStore } from "../test/stores.ts";
import { findUserByEmail, insertUser } from "./accounts/accounts.ts";
import { emailKey, imitatedUsernameKey, usernameKey } from "./identity-keys.ts";
import { renewIdentityKeys } from "./renew-identity-keys.ts";
import type { AnyTables } from "./dialect-forks.ts";
import type { Kysely } from "kysely";

test.each([
  ["ADA", "ada"],
  ["ａｄａ", "ada"],
  ["ﬁn", "fin"],
  ["K", "k"],
  ["é", "e\u0301"],
  ["İ", "i̇"],
  ["ſ", "s"],
  ["ΒΕΤΑ", "βετα"],
  ["Σίσυφος", "σίσυφοσ"],
  ["a\u00a0 b", "a b"],
])("%s and %s are one username", (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other));
});

test.each([
  "аdmin", // Cyrillic а
  "аdmіn", // and і
  "ɑdmin",
  "adrnin",
  "adm1n",
  "admln",
  "adm|n",
  "AdmlN",
  "adｍin",
  "𝐚𝐝𝐦𝐢𝐧",
  "admın",
  "аԁmіn",
])("%s looks like admin, so it is the same username", (name) => {
  expect(usernameKey(name)).toBe(usernameKey("admin"));
  expect(usernameKey(name)).toBe(usernameKey("Admin"));
});

test.each([
  ["ΑDΜΙΝ", "admin"], // Greek
  ["АDМІN", "Admin"], // Cyrillic
  ["МАХ", "max"],
  ["ΒΕΤΑ", "beta"],
  ["PAYPAI", "paypal"],
])("the capitals of %s look like %s", (name, imitated) => {
  expect(imitatedUsernameKey(name)).toBe(usernameKey(imitated));
});

test.each([
  ["straße", "strasse"],
  ["ada", "áda"],
  ["ada", "ada "],
  ["Анна", "Аня"],
  ["mira", "mika"],
  ["安娜", "安那"],
])("%s and %s are two usernames", (one, other) => {
  expect(usernameKey(one)).not.toBe(usernameKey(other));
});

const anna = "anna@xn--bcher-kva.example";
test.each([
  "anna@bücher.example",
  "anna@BÜCHER.example",
  "anna@bu\u0308cher.example",
  "Anna@Bücher.Example",
  "anna@XN--BCHER-KVA.example",
  "anna@bücher。example",
  "ａｎｎａ＠ｂüｃｈｅｒ．ｅｘａｍｐｌｅ",
  "  anna@bücher.example ",
])("%s is the address anna@xn--bcher-kva.example", (spelling) => {
  expect(emailInOneForm(spelling)?.toLowerCase()).toBe(anna);
  expect(emailKey(spelling)).toBe(emailKey(anna));
});

test.each([
  ["anna@bücher.example", "anna@bucher.example"],
  ["anna@straße.example", "anna@strasse.example"],
  ["anna@a.example", "anna@b.example"],
  ["anna@аpple.example", "anna@apple.example"], // Cyrillic а
])("%s and %s are two addresses", (one, other) => {
  expect(emailKey(one)).not.toBe(emailKey(other));
});

test.each([
  ...[
    "anna@bücher.example.",
    "anna@.example",
    "anna@a..example",
    "anna@-ü-.example-",
    "anna@bücher_.example",
  ],
  ...["anna@xn--a", "anna@xn--zzz--.example", "änna@bücher.example", "anna@a/b", "anna@a#b", "anna@a%2eb"],
  ...[
    "anna@a:80",
    "anna@[::1]",
    "anna@ü/b.example",
    "anna@b\u202eücher.example",
    "@bücher.example",
    "anna@",
    "anna",
  ],
  ...[
    "anna@bücher.example@x",
    "an na@bücher.example",
    "anna@büc her.example",
    `anna@${"ü".repeat(64)}.example`,
  ],
  "",
])("%s is no address", (text) => {
  expect(emailInOneForm(text)).toBeNull();
  // It still has a key, by which failed log-ins are counted.
  expect(emailKey(text)).toBe(emailKey(` ${text}`));
});

test("people read an address as it is written, and what cannot be read stays as it is", () => {
  expect(readableEmail(anna)).toBe("anna@bücher.example");
  expect(readableEmail("anna@bücher.example")).toBe("anna@bücher.example");
  expect(readableEmail("Anna@Example.com")).toBe("Anna@Example.com");
  expect(readableEmail("anna@xn--a")).toBe("anna@xn--a");
  expect(readableEmail("a•••@xn--bcher-kva.example")).toBe("a•••@bücher.example");
  expect(readableEmail("no address")).toBe("no address");
});

for (const opener of openers)
  describe(opener.name, () => {
    test("accounts whose keys become the same all keep working, and no further one is taken in [SEC-134]", () =>
      withStore(opener, async ({ store }) => {
        // As an earlier version stored them: the key was the folded text.
        const old = (username: string, email: string) => ({
          ...{ username, username_key: username.toLowerCase(), email, email_key: email.toLowerCase() },
          ...({ password_hash: "$hash", role: "learner", created_at: 1, updated_at: 1 } as const),
        });
        const accounts = [
          old("admin", "one@example.com"),
          old("аdmin", "two@example.com"),
          old("adm1n", "anna@bücher.example"),
          old("mira", anna),
          old("rnira", "Mira@Example.com"),
          old("anna", "no address"),
        ];
        await store.write((tx) => tx.insertInto("account").values(accounts).execute());
        const renew = () => store.write((tx) => renewIdentityKeys(tx as unknown as Kysely<AnyTables>));
        const keys = () =>
          store.read((db) =>
            db.selectFrom("account").select(["id", "username_key", "email_key"]).orderBy("id").execute(),
          );
        await renew();
        const renewed = await keys();
        expect(renewed.map(({ username_key }) => username_key)).toEqual([
          "adrnln",
          "adrnln\n2",
          "adrnln\n3",
          "rnlra",
          "rnlra\n5",
          "anna",
        ]);
        expect(renewed.map(({ email_key }) => email_key)).toEqual([
          "one@example.com",
          "two@example.com",
          anna,
          `${anna}\n4`,
          "mira@example.com",
          "no address",
        ]);
        await renew();
        expect(await keys()).toEqual(renewed);

        const found = (email: string) =>
          store.read(async (db) => (await findUserByEmail(db, email))?.username);
        expect(await found("TWO@example.com")).toBe("аdmin");
        expect(await found("anna@BÜCHER.example")).toBe("adm1n");
        const insert = (username: string, email: string) =>
          store.write((tx) => insertUser(tx, { username, email, passwordHash: "$", role: "learner", at: 1 }));
        for (const name of ["Admіn", "ADMlN", "ΑDΜΙΝ"])
          expect(await insert(name, "new@example.com")).toEqual({ ok: false, taken: "username" });
        expect(await insert("someone", "ANNA@bücher.example")).toEqual({ ok: false, taken: "email" });
      }));
  });
