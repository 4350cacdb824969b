import { expect, test } from "vitest";
import { fold, looksOf } from "./fold.ts";

const lookalikes = [
  "Caf\u00e9 au lait",
  "Cafe\u0301 au lait",
  "Caf\u00e9\u00a0au  lait",
  " Caf\u00e9\u3000au\u2009lait\u200b",
  "Ca\u00adf\u00e9 au\u2060 lait\ufe0f",
];

test("titles that look the same have one key, however they are spelled", () => {
  for (const title of lookalikes) {
    expect(looksOf(title)).toBe("Caf\u00e9 au lait");
    expect(fold(title.toUpperCase())).toBe("caf\u00e9 au lait");
  }
});

test("titles that look different have different keys", () => {
  expect(looksOf("SQL")).not.toBe(looksOf("sql"));
  expect(fold("Cafe")).not.toBe(fold("Caf\u00e9"));
  expect(fold("a b")).not.toBe(fold("ab"));
});

test("upper and lower case, full width and both small sigmas are one in a search", () => {
  expect(new Set(["SQL", "sql", "ＳＱＬ"].map(fold))).toEqual(new Set(["sql"]));
  expect(fold("ΟΔΟΣ")).toBe(fold("οδος"));
  expect(fold("İstanbul")).toBe(fold("i\u0307stanbul"));
});

test("a text of combining marks alone costs no time", () => {
  const before = process.cpuUsage();
  fold(`a${"\u0301".repeat(100_000)}${"\u0323".repeat(100_000)}`);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(200);
});
