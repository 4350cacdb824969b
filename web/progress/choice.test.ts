import { expect, test } from "vitest";
import { choiceOf, periods, spanOf, writeChoice } from "./choice.ts";

const read = (search: string) => {
  const { period, language } = choiceOf(new URLSearchParams(search));
  return [period.id, language];
};

test("the address says the period and the language, and what it cannot mean counts as not said", () => {
  expect(read("")).toEqual(["30", null]);
  expect(read("period=7&language=python")).toEqual(["7", "python"]);
  expect(read("period=all&language=c%2B%2B")).toEqual(["all", "c++"]);
  for (const period of ["", "8", "-7", "ALL", "30 "]) expect(read(`period=${period}`)[0]).toBe("30");
  for (const language of ["", "a b", "a%00", "x".repeat(51), "%E2%80%8B"])
    expect(read(`language=${language}`)[1]).toBeNull();
});

test("each choice is read from the address that it writes, and the usual one leaves the address as it is", () => {
  for (const period of periods)
    for (const language of [null, "sql", "c++"]) {
      const search = new URLSearchParams("period=x&language=y");
      writeChoice(search, { period, language });
      expect(choiceOf(search)).toEqual({ period, language });
    }
  const usual = new URLSearchParams("period=7&language=sql");
  writeChoice(usual, choiceOf(new URLSearchParams()));
  expect(usual.toString()).toBe("");
});

test("a period of so many days ends today, and all time has no ends", () => {
  expect(periods.map((period) => spanOf(period, "2026-11-28"))).toEqual([
    { from: "2026-11-22", to: "2026-11-28" },
    { from: "2026-10-30", to: "2026-11-28" },
    { from: "2026-08-31", to: "2026-11-28" },
    { from: "2025-11-29", to: "2026-11-28" },
    {},
  ]);
});
