import { expect, test } from "vitest";
import {
  decideAtCheck,
  decideAtStart,
  parseClockOffset,
  parseStoredUser,
  retryDelayMs,
  type StoredUser,
  isAboutExpiry,
  storedUserOf,
} from "./session-record.ts";

const person = { id: 7, username: "mira", email: "mira@example.com", profile_photo: null };
const token = (claims: object) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.x`;
const user = (tokenExpiry: number, refreshTokenExpiry: number): StoredUser => ({
  ...person,
  token: "a",
  refreshToken: "r",
  tokenExpiry,
  refreshTokenExpiry,
});

test("the stored user has exactly the fields of the specification", () => {
  const pair = { token: token({ iat: 1000, exp: 4600 }), refreshToken: token({ iat: 1000, exp: 87400 }) };
  const stored = storedUserOf(person, pair, 1_000_400);
  expect(stored).toEqual({
    user: { ...pair, tokenExpiry: 4_600_000, refreshTokenExpiry: 87_400_000, ...person },
    clockOffset: 0,
  });
  expect(parseStoredUser(JSON.stringify(stored.user))).toEqual(stored.user);
});

test("the offset of a wrong clock is measured without the duration of the response", () => {
  const pair = { token: token({ iat: 10_000, exp: 13_600 }), refreshToken: token({ exp: 96_400 }) };
  expect(storedUserOf(person, pair, 10_003_000).clockOffset).toBe(0);
  expect(storedUserOf(person, pair, 10_000_000 - 3_600_000).clockOffset).toBe(3_600_000);
  expect(storedUserOf(person, pair, 10_000_000 + 7_200_000).clockOffset).toBe(-7_200_000);
});

test("a token may contain a name outside ASCII", () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ name: "Zoë ツ", iat: 1, exp: 2 }));
  const access = `e30.${btoa(String.fromCharCode(...bytes))}.x`;
  expect(storedUserOf(person, { token: access, refreshToken: access }, 1000).user.tokenExpiry).toBe(2000);
});

test("a malformed stored user is null", () => {
  const whole = user(1, 2);
  for (const bad of [
    "",
    "{",
    "null",
    "7",
    "[]",
    "{}",
    JSON.stringify({ ...whole, token: 5 }),
    JSON.stringify({ ...whole, tokenExpiry: "soon" }),
    JSON.stringify({ ...whole, refreshTokenExpiry: null }),
    JSON.stringify({ ...whole, id: "7" }),
  ])
    expect(parseStoredUser(bad), bad).toBeNull();
});

test("at the start a valid access token is restored, an expired one refreshed, and a session with two expired tokens cleared", () => {
  expect(decideAtStart(user(200, 300), 199)).toBe("restore");
  expect(decideAtStart(user(200, 300), 200)).toBe("refresh");
  expect(decideAtStart(user(200, 300), 300)).toBe("clear");
});

test("the check that runs every minute warns, refreshes or ends the session", () => {
  const minute = { sinceLastCheckMs: 60_000, online: true };
  const at = (now: number, more = {}) =>
    decideAtCheck(user(3_600_000, 86_400_000), { ...minute, now, ...more });
  expect(at(3_299_999)).toBe("fine");
  expect(at(3_300_000)).toBe("warn");
  expect(at(3_300_000, { online: false })).toBe("fine");
  expect(at(3_600_000)).toBe("refresh");
  // A device that slept refreshes before it warns.
  expect(at(3_400_000, { sinceLastCheckMs: 120_001 })).toBe("refresh");
  expect(at(86_400_000)).toBe("end");
});

test("a failed refresh is tried again after 1, 2, 4 … 60 s", () => {
  expect([0, 1, 2, 5, 6, 7, 1000].map(retryDelayMs)).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test("a 401 counts as expiry if its message says so", () => {
  expect(isAboutExpiry("Token expired")).toBe(true);
  expect(isAboutExpiry("jwt EXPIRED")).toBe(true);
  expect(isAboutExpiry("Invalid token")).toBe(false);
});

test("a malformed offset counts as 0", () => {
  expect(parseClockOffset(null)).toBe(0);
  expect(parseClockOffset("soon")).toBe(0);
  expect(parseClockOffset("-3600000")).toBe(-3_600_000);
});
