import { expect, test } from "vitest";
import { secondsLabel } from "./seconds-label.ts";

test("labels name seconds, minutes and hours", () => {
  expect([0, 0.5, 20, 60, 90, 3_600, 5_400].map(secondsLabel)).toEqual([
    "0s",
    "0.5s",
    "20s",
    "1m",
    "1m 30s",
    "1h",
    "90m",
  ]);
});
