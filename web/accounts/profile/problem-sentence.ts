import { ApiError } from "@tabstop/contract/client";

/** The sentence of the server, else the fallback. */
export function problemSentence(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback;
}
