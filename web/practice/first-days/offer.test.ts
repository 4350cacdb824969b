import { expect, test } from "vitest";
import { isOffered } from "./offer.ts";

test("the offer comes with the first completion that makes it three in all, and with no other result", () => {
  const first = { isFirst: true };
  expect(isOffered(first, 3, false)).toBe(true);
  for (const finished of [null, 0, 1, 2, 4, 5, 60]) expect(isOffered(first, finished, false)).toBe(false);
  expect(isOffered({ isFirst: false }, 3, false)).toBe(false);
  expect(isOffered(first, 3, true)).toBe(false);
});
