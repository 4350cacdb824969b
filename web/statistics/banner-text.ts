import { ApiError } from "@tabstop/contract/client";

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
export function bannerText(error: unknown, fallback?: string): string {
  if (error instanceof ApiError)
    return `Error: ${error.message || (fallback?.replace("{code}", String(error.status)) ?? error.status)}`;
  const needsStatus = fallback?.includes("{code}") ?? true;
  if (fallback !== undefined && !needsStatus) return `Error: ${fallback}`;
  return `Error: ${error instanceof Error && error.message !== "" ? error.message : "Something went wrong."}`;
}
