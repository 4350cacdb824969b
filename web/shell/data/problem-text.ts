import { ApiError } from "@tabstop/contract/client";

/**
 * What to say about a call that failed: the server's sentence, else the fallback with the status for `{code}`, else that
 * the server is away.
 */
export function problemText(error: unknown, fallback = "HTTP error! status: {code}"): string {
  if (error instanceof ApiError) return error.message || fallback.replace("{code}", String(error.status));
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong.";
}
