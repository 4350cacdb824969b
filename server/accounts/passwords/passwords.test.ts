import { expect, test } from "vitest";
import { DomainError } from "../../domain-error.ts";
import { createPasswords, dummyHash, isOutdated } from "./passwords.ts";

const { hash, matches } = createPasswords();

test("a hash is argon2id with 19 MiB, two passes and its own salt [SEC-85]", async () => {
  const [one, two] = await Promise.all([hash("correct horse"), hash("correct horse")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await matches("correct horse", one)).toBe(true);
  expect(await matches("correct horsf", one)).toBe(false);
});

test("passwords of any length and script are compared to their last character [SEC-46]", async () => {
  for (const password of ["123456", " a b  c ", "пароль🦊🦊", "x".repeat(72), "x".repeat(256)]) {
    const kept = await hash(`${password}a`);
    expect(await matches(`${password}a`, kept), password).toBe(true);
    expect(await matches(`${password}b`, kept), password).toBe(false);
    expect(await matches(password, kept), password).toBe(false);
  }
});

test("the same password typed on another system's keyboard matches", async () => {
  expect(await matches("cafe\u0301s", await hash("caf\u00e9s"))).toBe(true);
});

test("without an account no password matches, and the check costs the same", async () => {
  expect(isOutdated(dummyHash)).toBe(false);
  expect(await matches("anything", null)).toBe(false);
});

test("a hash with other parameters is outdated", async () => {
  expect(isOutdated(await hash("123456"))).toBe(false);
  expect(isOutdated("$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG")).toBe(true);
});

test("two hashes run at a time, a limited number waits, and further requests get a time to retry [SEC-102]", async () => {
  const few = createPasswords({ running: 2, waiting: 3 });
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => few.hash("123456")));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array(5).fill("fulfilled"),
    ...Array(3).fill("rejected"),
  ]);
  const refusal = results.at(-1) as PromiseRejectedResult;
  expect(refusal.reason).toBeInstanceOf(DomainError);
  expect(refusal.reason).toMatchObject({ code: "UNAVAILABLE", more: { retryAfterS: 2 } });
  // The semaphore is free again.
  expect(await few.hash("123456")).toMatch(/^\$argon2id/);
});

test("a failed hash releases the semaphore", async () => {
  const few = createPasswords({ running: 1, waiting: 0 });
  await expect(few.matches("123456", "no hash at all")).rejects.toThrow();
  expect(await few.hash("123456")).toMatch(/^\$argon2id/);
});
