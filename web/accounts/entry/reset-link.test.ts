import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import { whyLinkIsBad } from "./reset-link.ts";

const bad = "Invalid or expired token. Please request a new password reset link.";
const no = (status: number, body: unknown) => new ApiError(status, body, null);

test("a bad link is explained in the server's words, or else in the fallback's [TEXT-38]", () => {
  expect(whyLinkIsBad(no(400, { valid: false, error: bad }))).toBe(bad);
  expect(whyLinkIsBad(no(400, { error: bad, code: "RESET_TOKEN_INVALID" }))).toBe(bad);
  expect(whyLinkIsBad(no(400, { valid: false }))).toBe("Invalid or expired token");
});

test("a link without a token is a bad link", () => {
  expect(whyLinkIsBad(no(404, { error: "There is nothing here.", code: "NOT_FOUND" }))).toBe(bad);
});

test("an unavailable server does not make a link bad", () => {
  expect(whyLinkIsBad(new NetworkError("away"))).toBeNull();
  expect(whyLinkIsBad(no(503, { error: "Away.", code: "UNAVAILABLE" }))).toBeNull();
  expect(whyLinkIsBad(no(429, { error: "Too many.", code: "RATE_LIMITED" }))).toBeNull();
});
