import { ApiError } from "@tabstop/contract/client";
import { problemText } from "../shell/data/problem-text.ts";

/** The specification's texts for errors without a sentence from the server. */
export const fallbacks = {
  dashboard: "Failed to fetch dashboard data",
  users: "Failed to fetch user statistics",
  courses: "Failed to fetch course statistics",
  lessons: "Failed to fetch lesson statistics",
  examples: "Failed to fetch example statistics",
  board: "Failed to load leaderboard (Status: {code})",
  run: "Failed to load run (Status: {code})",
} as const;

/**
 * The admin banner, 'Error: {message}': the server's sentence, else the fallback with the status for `{code}` (without
 * one only the status), else that the server did not respond.
 */
export function bannerText(error: unknown, fallback = "{code}"): string {
  // Without a response there is no status, so only a fallback without `{code}` can be shown.
  const hasStatus = error instanceof ApiError;
  return `Error: ${hasStatus || fallback.includes("{code}") ? problemText(error, fallback) : fallback}`;
}
