// Distinguishes a bad reset link from a server that could not check it.

import { ApiError } from "@tabstop/contract/client";

export const missingToken = "Missing reset token. Please use the link from your email.";
const badToken = "Invalid or expired token. Please request a new password reset link.";

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
