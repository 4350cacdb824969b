// Learners who know something of a language, for the screen that shows it.

import type { Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { ApiClient } from "./courses.ts";
import {
  builtInExamples,
  completeDaysAgo,
  learnerWithStates,
  type MemoryExample,
  newLearner,
  reviewDaysAgo,
  reviewExampleOf,
} from "./memory.ts";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";

export type Knowledge = ResponseOf<"getKnowledge">;

export const knowledgeOf = (api: ApiClient, language = "javascript"): Promise<Knowledge> =>
  api.request("GET", `/knowledge/${language}`);

/** A new learner who has met nothing, on the page of a language, once the server has found what its examples have. */
export async function openAsNewcomer(
  page: Page,
  server: RunningServer,
  language = "javascript",
  show = "",
): Promise<ApiClient> {
  const { api } = await newLearner(page, server);
  await expect.poll(async () => (await knowledgeOf(api, language)).counts.not_met).toBeGreaterThan(0);
  await page.goto(`/progress/${language}${show}`);
  return api;
}

/**
 * A new learner of JavaScript with constructs in every state: known, fading, learning (of which some are due, and some were
 * met today and never asked), resting, and not met. They have met something of Python too.
 */
export async function learnerWithKnowledge(page: Page, server: RunningServer): Promise<ApiClient> {
  const { api, examples } = await learnerWithStates(page, server, {
    fading: (name) => name === "*",
    shown: (name) => name === "=",
  });
  const [first] = examples as [MemoryExample];
  const [, met, rests] = await builtInExamples(api, { lessons: 3 });
  const known = new Set((await reviewExampleOf(api, first.id, "recall")).constructs.map(({ id }) => id));
  const { constructs } = await reviewExampleOf(api, rests?.id ?? 0, "recall");
  const resting = constructs.find(({ id }) => !known.has(id))?.name;
  await completeDaysAgo(api, rests?.id ?? 0, 6);
  for (const daysAgo of [4, 3, 2, 1])
    await reviewDaysAgo(api, rests?.id ?? 0, daysAgo, {
      isHidden: (name) => name === resting,
      isShown: () => true,
    });
  await completeDaysAgo(api, met?.id ?? 0, 0);
  const [python] = await builtInExamples(api, { course: "Python essentials" });
  await completeDaysAgo(api, python?.id ?? 0, 0);
  const { constructs: all } = await knowledgeOf(api);
  const states = new Set(all.map(({ state }) => state));
  expect([...states].toSorted()).toEqual(["fading", "known", "learning", "not_met", "resting"]);
  return api;
}

export type KnowledgeState = {
  readonly name: string;
  readonly open: (page: Page, server: RunningServer) => Promise<void>;
};

const table = (page: Page) => page.getByRole("table", { name: /^Constructs of / });

/** Every state of the screen, each opened for a new learner. */
export const knowledgeStates: readonly KnowledgeState[] = [
  {
    name: "what you know: every state of a construct",
    open: async (page, server) => {
      await learnerWithKnowledge(page, server);
      await page.goto("/progress/javascript");
      await expect(table(page).getByRole("row")).toHaveCount(51);
    },
  },
  {
    name: "what you know: a filter, with the sentence of an empty one",
    open: async (page, server) => {
      await openAsNewcomer(page, server, "sql", "?show=known");
      await expect(page.getByText("Nothing known yet. It takes about three weeks.")).toBeVisible();
    },
  },
  {
    name: "what you know: nothing of the language met",
    open: async (page, server) => {
      await openAsNewcomer(page, server, "python");
      await expect(table(page).getByText("not met").first()).toBeAttached();
    },
  },
  {
    name: "what you know: a language without examples",
    open: async (page, server) => {
      await newLearner(page, server, `/progress/${"klingon".repeat(7)}`);
      await expect(page.getByText(/^No published example has any syntax of /)).toBeVisible();
    },
  },
  {
    name: "what you know: loading",
    open: async (page, server) => {
      await page.route("**/api/knowledge/**", () => {});
      await newLearner(page, server, "/progress/javascript");
      await expect(page.locator(".skel").first()).toBeVisible();
    },
  },
  {
    name: "what you know: it could not be loaded",
    open: async (page, server) => {
      await page.route("**/api/knowledge/**", (route) =>
        route.fulfill({ status: 404, json: { error: "The disk is on fire.", code: "INTERNAL" } }),
      );
      await newLearner(page, server, "/progress/javascript");
      await expect(page.getByRole("alert")).toContainText("The disk is on fire.");
    },
  },
];
