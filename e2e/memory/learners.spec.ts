// The learners of the other tests in this folder have the memory that their functions promise.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { ApiClient } from "../support/courses.ts";
import {
  learnerWhoWaits,
  learnerWithNothingDue,
  learnerWithReview,
  learnerWithStates,
  newLearner,
  reviewExampleOf,
} from "../support/memory.ts";
import { expect, test } from "../support/test.ts";

const reviewOf = (api: ApiClient) => api.request<ResponseOf<"getReview">>("GET", "/review");

test("a learner with a review has several examples of several lessons in it", async ({ page, server }) => {
  const { api, examples } = await learnerWithReview(page, server);
  const { due, session, has_reviewed } = await reviewOf(api);
  expect(due).toBe(12);
  expect(has_reviewed).toBe(false);
  expect(new Set(session.map(({ lessonId }) => lessonId)).size).toBeGreaterThan(1);
  for (const { exampleId } of session) {
    expect(examples.map(({ id }) => id)).toContain(exampleId);
    const { constructs, code_content } = await reviewExampleOf(api, exampleId, "gaps");
    expect(constructs.some(({ hidden, due: isDue }) => hidden && isDue)).toBe(true);
    expect(examples.find(({ id }) => id === exampleId)?.code).toBe(code_content);
  }
});

test("a learner with nothing due has a next day", async ({ page, server }) => {
  const { api } = await learnerWithNothingDue(page, server);
  expect(await reviewOf(api)).toMatchObject({ due: 0, waiting: 0, has_reviewed: true, session: [] });
  expect((await reviewOf(api)).next_due).toBeGreaterThan(0);
  const { session, next_due_day } = await reviewOf((await newLearner(page, server)).api);
  expect([session, next_due_day]).toEqual([[], null]);
});

test("a learner who waits has due constructs, and no finished example that has them", async ({
  page,
  server,
}) => {
  const { api } = await learnerWhoWaits(page, server);
  const { due, waiting, session } = await reviewOf(api);
  expect([due, session]).toEqual([0, []]);
  expect(waiting).toBeGreaterThan(0);
});

test("a learner with states knows, forgets and learns constructs of one example", async ({
  page,
  server,
}) => {
  const { api, examples } = await learnerWithStates(page, server, {
    fading: (name) => name === "const",
    shown: (name) => name === "*",
  });
  const { constructs } = await reviewExampleOf(api, examples[0]?.id ?? 0, "gaps");
  const states = Object.fromEntries(constructs.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({ const: "fading", "*": "learning", ";": "known" });
});
