import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import fc from "fast-check";
import { resetTokenLength } from "@tabstop/contract/vocabulary";
import { tokenIn, whyLinkIsBad } from "./reset-link.ts";

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

/** The token that the app reads from this address. */
const tokenOf = (address: string) =>
  tokenIn(new URL(address, "https://tabstop.example").searchParams.get("token"));

const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
const tokens = fc
  .array(fc.constantFrom(...alphabet), { minLength: resetTokenLength, maxLength: resetTokenLength })
  .map((letters) => letters.join(""));

test("what mail programs and people add to a reset link is no part of its token", () => {
  const before = ["", "<", "%22", "“", "%20", "\u200b", "("];
  const after = [
    "",
    " ",
    "%20",
    ".",
    ".%20Thanks",
    ">",
    ")",
    ",",
    ";",
    "!",
    '"',
    "”",
    "’",
    "»",
    "%0D%0A",
    "%20please",
    "\u00ad",
  ];
  fc.assert(
    fc.property(
      tokens,
      fc.constantFrom(...before),
      fc.array(fc.constantFrom(...after), { maxLength: 3 }),
      (token, head, tail) => {
        expect(tokenOf(`/reset-password?token=${head}${token}${tail.join("")}`)).toBe(token);
      },
    ),
  );
});

test("a reset link that a mail program broke in two is whole again", () => {
  fc.assert(
    fc.property(
      tokens,
      fc.integer({ min: 0, max: resetTokenLength }),
      fc.constantFrom("\r\n", "%0D%0A", "=%0D%0A", "%20", "+", "%09", "=%20%0A", "%E2%80%8B"),
      (token, at, lineBreak) => {
        const broken = `${token.slice(0, at)}${lineBreak}${token.slice(at)}`;
        expect(tokenOf(`/reset-password?token=${broken}`)).toBe(token);
        expect(tokenOf(`/reset-password?token=3D${broken}`)).toBe(token);
      },
    ),
  );
});

test("a link without a token has none, whatever is added to it", () => {
  for (const query of ["", "?token", "?token=", "?token=.", "?token=%20", "?token=>"])
    expect(tokenOf(`/reset-password${query}`)).toBe("");
  expect(tokenOf("/reset-password?token=abc.")).toBe("abc");
});
