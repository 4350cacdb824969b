// Reads the token of a reset link, and distinguishes a bad link from a server that could not check it.

import { ApiError } from "@tabstop/contract/client";
import { resetTokenLength } from "@tabstop/contract/vocabulary";

export const missingToken = "Missing reset token. Please use the link from your email.";
const badToken = "Invalid or expired token. Please request a new password reset link.";

/**
 * The token in the value of `?token=`. Mail programs and people add to a link what stands around it (a full stop, a
 * bracket, a quote, the words behind it), and break a long line inside of it; no such character is part of a token.
 */
export function tokenIn(value: string | null): string {
  // Quoted-printable ends a broken line with `=`, and writes the sign itself as `=3D`.
  const joined = (value ?? "").replace(/=?[\s\p{Cf}]+/gu, "").replace(/^=?3D(?=[\w-]{43}(?![\w-]))/i, "");
  const [token = ""] = /[\w-]+/.exec(joined) ?? [];
  return token.slice(0, resetTokenLength);
}

/** Why the link is bad; null when the server was unavailable or limits the rate, so that the link may be good. */
export function whyLinkIsBad(error: Error): string | null {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return null;
  if (error.code === "RESET_TOKEN_INVALID" || saysInvalid(error.body))
    return error.message || "Invalid or expired token";
  // The link is so damaged that it contains no token at all.
  return badToken;
}

function saysInvalid(body: unknown): boolean {
  return typeof body === "object" && body !== null && "valid" in body && body.valid === false;
}
