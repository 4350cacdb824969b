import { ApiError } from "@tabstop/contract/client";
import { problemText } from "../shell/data/problem-text.ts";

/** What the specification says where the server gave no sentence. */
export const fallbacks = {
  dashboard: "Failed to fetch dashboard data",
  users: "Failed to fetch user statistics",
  courses: "Failed to fetch course statistics",
  lessons: "Failed to fetch lesson statistics",
  examples: "Failed to fetch example statistics",
  board: "Failed to load leaderboard (Status: {code})",
} as const;

/**
 * The admin banner, 'Error: {message}': the server's sentence, else the fallback with the status for `{code}`, else
 * the status alone, else that nobody answered.
 */
export function bannerText(error: unknown, fallback = "{code}"): string {
  // Without an answer there is no status; what needs none can be said all the same.
  const isAnswered = error instanceof ApiError;
  return `Error: ${isAnswered || fallback.includes("{code}") ? problemText(error, fallback) : fallback}`;
}
