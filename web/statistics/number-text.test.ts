import { expect, test } from "vitest";
import { activePercent, averageText, perCharacterText, rateText, shareText } from "./number-text.ts";

test("a rate keeps its one decimal, even if that is 0", () => {
  expect([0, 6.3, 44, 100].map(rateText)).toEqual(["0.0%", "6.3%", "44.0%", "100.0%"]);
});

test("active users are a whole percentage of all users, and 0 without users", () => {
  expect(activePercent(512, 12_480)).toBe(4);
  expect(activePercent(2_140, 12_480)).toBe(17);
  expect(activePercent(5_367, 12_480)).toBe(43);
  expect(activePercent(1, 200)).toBe(1);
  expect(activePercent(1, 201)).toBe(0);
  expect(activePercent(0, 0)).toBe(0);
  expect(activePercent(100_000, 100_000)).toBe(100);
});

test.each([
  [null, "N/A"],
  [0, "0.0s"],
  [99.9, "0.0s"],
  [9_899.9, "9.8s"],
  [14_300, "14.3s"],
  [59_999.9, "59.9s"],
  [60_000, "1m 0s"],
  [72_999.5, "1m 12s"],
  [3_599_999, "59m 59s"],
  [86_400_000, "1440m 0s"],
])("an average of %s ms is %s", (ms, text) => {
  expect(averageText(ms)).toBe(text);
});

test("time per character is in whole ms, rounded down", () => {
  expect([null, 6_000 / 13, 0.9, 12_345.6].map(perCharacterText)).toEqual([
    "N/A",
    "461 ms",
    "0 ms",
    "12,345 ms",
  ]);
});

test("a share of keys is in percent with one decimal", () => {
  expect([null, 0, 6 / 58, 1].map(shareText)).toEqual(["N/A", "0.0%", "10.3%", "100.0%"]);
});
