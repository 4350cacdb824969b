import { expect, test } from "vitest";
import { typedLetters } from "./headline.ts";

test("the headline's word is typed with the code: its first letter always, all of it at the end", () => {
  expect([0, 1, 10, 54, 80, 100].map(typedLetters)).toEqual([1, 1, 2, 5, 7, 8]);
});
