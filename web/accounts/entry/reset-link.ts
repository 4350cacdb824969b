// What a refused reset link means: the link is no good, or nobody could say.

import { ApiError } from "@tabstop/contract/client";

export const missingToken = "Missing reset token. Please use the link from your email.";
const badToken = "Invalid or expired token. Please request a new password reset link.";

/** The sentence about a link that is no good; null where the server was away or does too much. */
export function whyLinkIsBad(error: Error): string | null {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return null;
  if (error.code === "RESET_TOKEN_INVALID" || saysInvalid(error.body))
    return error.message || "Invalid or expired token";
  // A link so mangled that it is no token at all.
  return badToken;
}

function saysInvalid(body: unknown): boolean {
  return typeof body === "object" && body !== null && "valid" in body && body.valid === false;
}
