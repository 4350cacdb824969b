import { ApiError } from "@tabstop/contract/client";

/** What the server said, else the fallback. */
export function problemSentence(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback;
}
