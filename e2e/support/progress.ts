// Learners with days of practice behind them, for the screens of their progress.

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { ApiClient } from "./courses.ts";
import { loggedRun } from "./logged-run.ts";
import {
  builtInExamples,
  constructsFound,
  type MemoryExample,
  type MemoryLearner,
  newLearner,
} from "./memory.ts";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";

export type Progress = ResponseOf<"getProgress">;

const dayMs = 86_400_000;

/** A copy that ended days ago. */
type Copy = {
  readonly daysAgo: number;
  readonly timeMs: number;
  readonly errors: number;
};

/** Reports a copy as a device does that was offline since. */
export function copy(
  api: ApiClient,
  { id }: MemoryExample,
  { daysAgo, timeMs, errors }: Copy,
): Promise<unknown> {
  return api.request("POST", "/courses/progress", {
    ...{ exampleId: id, progress: 100, accuracy: 90, errors, isComplete: true, timeMs },
    ...{ attemptId: randomUUID(), codeVersion: 1, finishedMsAgo: daysAgo * dayMs, zone: "UTC" },
  });
}

/**
 * Reports copies with their keystrokes, today, in which `~` was typed before the first `(` and the first `=`. The
 * constructs around them are slower than the others.
 */
async function copyWithSlips(api: ApiClient, { id, code }: MemoryExample, runs: number): Promise<void> {
  const slips = ["(", "="].map((sign) => code.indexOf(sign)).filter((at) => at >= 0);
  for (let run = 0; run < runs; run++) {
    const { timeMs, log } = loggedRun(code, (key) => (/[(={]/.test(code[key] ?? "") ? 400 : 140), slips);
    await api.request("POST", "/courses/progress", {
      ...{ exampleId: id, progress: 100, accuracy: 98, errors: slips.length, isComplete: true, timeMs, log },
      ...{ attemptId: randomUUID(), codeVersion: 1, zone: "UTC" },
    });
  }
}

/** The days, from today on back, on which this learner typed. The streak has one day off. */
const practised = [0, 1, 2, 4, 5, 20, 21, 24, 29, 60, 61, 200, 364, 400];

/**
 * A new learner with a year behind them: JavaScript on many days, Python on two, slips and slow syntax today, and twelve
 * constructs that are due.
 */
export async function learnerWithProgress(page: Page, server: RunningServer): Promise<MemoryLearner> {
  const learner = await newLearner(page, server);
  const { api } = learner;
  const scripts = await builtInExamples(api, { lessons: 4 });
  const [python] = await builtInExamples(api, { course: "Python essentials" });
  for (const daysAgo of practised.toReversed()) {
    const example = scripts[daysAgo % scripts.length] as MemoryExample;
    await copy(api, example, { daysAgo, timeMs: 60_000 + 20_000 * (daysAgo % 7), errors: daysAgo % 5 });
  }
  for (const daysAgo of [2, 61])
    await copy(api, python as MemoryExample, { daysAgo, timeMs: 90_000, errors: 1 });
  for (const script of scripts.slice(0, 2)) await copyWithSlips(api, script, 8);
  // The server counts what a run cost after its response.
  await expect
    .poll(
      async () => {
        const { costs, slips } = await progressOf(api);
        return Math.min(costs.slowest.length, slips.length);
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(1);
  return { ...learner, examples: [...scripts, python as MemoryExample] };
}

/** A new learner who has finished one example, today. */
export async function learnerOfOneDay(page: Page, server: RunningServer): Promise<MemoryLearner> {
  const learner = await newLearner(page, server);
  const [example] = await builtInExamples(learner.api);
  await copy(learner.api, example as MemoryExample, { daysAgo: 0, timeMs: 60_000, errors: 0 });
  await constructsFound(learner.api, example?.id ?? 0);
  return { ...learner, examples: [example as MemoryExample] };
}

/** What the server says of a learner. */
export function progressOf(api: ApiClient, query = ""): Promise<Progress> {
  return api.request("GET", `/progress?zone=UTC${query}`);
}

/** Opens the screen of the progress, and waits until it shows what the server has responded with. */
export async function openProgress(page: Page, search = ""): Promise<Progress> {
  // A response that the page before still gets is none of this page.
  await page.goto(`/progress${search}`, { waitUntil: "commit" });
  const answer = page.waitForResponse(isProgress);
  const progress: Progress = await (await answer).json();
  await expect(page.getByRole("heading", { level: 1, name: "Progress" })).toBeVisible();
  await expect(page.locator(".skel")).toHaveCount(0);
  return progress;
}

/** For `waitForResponse` and `waitForRequest`. */
export function isProgress(message: { url(): string }): boolean {
  return new URL(message.url()).pathname === "/api/progress";
}
