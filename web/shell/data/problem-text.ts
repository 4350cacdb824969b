import { ApiError } from "@tabstop/contract/client";

/**
 * A whole sentence about a failed request that another sentence may follow: `missing` if the server has nothing at that
 * address, else as `problemText`.
 */
export function sentenceOf(error: unknown, missing: string): string {
  if (error instanceof ApiError && error.status === 404) return missing;
  const text = problemText(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * The sentence to show for a failed request: the server's, else the fallback with the status in place of `{code}`, else
 * the error's own message.
 */
export function problemText(error: unknown, fallback = "HTTP error! status: {code}"): string {
  if (error instanceof ApiError) return error.message || fallback.replace("{code}", String(error.status));
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong.";
}
