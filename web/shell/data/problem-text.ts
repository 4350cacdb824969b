import { ApiError } from "@tabstop/contract/client";

/**
 * The sentence to show for a failed request: the server's, else the fallback with the status in place of `{code}`, else
 * the error's own message.
 */
export function problemText(error: unknown, fallback = "HTTP error! status: {code}"): string {
  if (error instanceof ApiError) return error.message || fallback.replace("{code}", String(error.status));
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong.";
}
