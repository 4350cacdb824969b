import { expect, test } from "vitest";
import { leastTimeMs } from "./least-time.ts";

test("an example of 20 or more code points takes at least 2 ms for each, a shorter one any time", () => {
  expect([0, 1, 19, 20, 21, 10_000].map(leastTimeMs)).toEqual([0, 0, 0, 40, 42, 20_000]);
});
