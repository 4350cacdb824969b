// Learners' homes in every state, made with the app's own requests.

import type { Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { openAsNewUser } from "./accounts.ts";
import { type ApiClient, apiClientOf } from "./courses.ts";
import { builtInExamples, completeDaysAgo, type MemoryExample } from "./memory.ts";
import { copy } from "./progress.ts";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";

export type Home = ResponseOf<"getHome">;

export const homeSentence = "Please select a lesson from the sidebar to begin learning.";

/** What the server says of a learner's home. */
export function homeOf(api: ApiClient): Promise<Home> {
  return api.request("GET", "/courses/home?zone=UTC");
}

/** For `waitForResponse` and `waitForRequest`. */
export function isHome(message: { url(): string }): boolean {
  return new URL(message.url()).pathname === "/api/courses/home";
}

/** Opens the home, and waits until it shows what the server has responded with. */
export async function openHome(page: Page): Promise<void> {
  await page.goto("/courses", { waitUntil: "commit" });
  await expect(page.getByText(homeSentence, { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).not.toHaveText("Courses");
}

/**
 * A learner who typed on the last days and today, and to whom something is due: six minutes today, and one example of
 * the course finished today, so that the next one is open.
 */
export async function learnerWithHome(
  page: Page,
  server: RunningServer,
): Promise<{ readonly api: ApiClient; readonly examples: readonly MemoryExample[] }> {
  await openAsNewUser(page, "/profile");
  const api = await apiClientOf(page, server);
  const examples = await builtInExamples(api, { inLesson: 4 });
  const [first, second] = examples as readonly [MemoryExample, MemoryExample];
  for (const [daysAgo, minutes] of [
    [5, 12],
    [4, 21],
    [3, 9],
    [1, 14],
  ] as const)
    await copy(api, first, { daysAgo, timeMs: minutes * 60_000, errors: daysAgo });
  await completeDaysAgo(api, second.id, 2);
  await copy(api, second, { daysAgo: 0, timeMs: 6 * 60_000, errors: 1 });
  return { api, examples };
}
