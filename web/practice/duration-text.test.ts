import { expect, test } from "vitest";
import { durationText } from "./duration-text.ts";

test("a time is in hours, minutes and seconds, cut off", () => {
  expect([0, 999, 38_900, 60_000, 278_000, 3_599_999, 3_600_000, 3_840_000].map(durationText)).toEqual([
    ...["0 s", "0 s", "38 s", "1 min 0 s", "4 min 38 s", "59 min 59 s", "1 h 0 min", "1 h 4 min"],
  ]);
});
