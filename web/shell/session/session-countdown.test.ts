import { expect, test } from "vitest";
import { atTick, countdownText } from "./session-countdown.ts";

const seen = { leftMs: 0, sinceLastTickMs: 1_000, hidden: false, extensionWaits: false };

test("the countdown shows minutes and seconds, and each second once", () => {
  expect([300_000, 299_999, 272_000, 60_001, 60_000, 1, 0, -5_000].map(countdownText)).toEqual([
    "05:00",
    "05:00",
    "04:32",
    "01:01",
    "01:00",
    "00:01",
    "00:00",
    "00:00",
  ]);
});

test("a countdown continues until zero", () => {
  expect(atTick({ ...seen, leftMs: 1 })).toBe("go-on");
  expect(atTick({ ...seen, leftMs: 1, hidden: true, sinceLastTickMs: 60_000 })).toBe("go-on");
});

test("a visible countdown that reaches zero ends the session", () => {
  expect(atTick(seen)).toBe("end");
});

test("a page that slept, was hidden or waits for the server refreshes instead", () => {
  expect(atTick({ ...seen, sinceLastTickMs: 3_600_000 })).toBe("check");
  expect(atTick({ ...seen, hidden: true })).toBe("check");
  expect(atTick({ ...seen, extensionWaits: true })).toBe("check");
});
