// Learners with a memory: examples of the built-in courses that they completed and typed from memory on earlier days, and
// what a person does at an example from which something is hidden.

import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { type Account, openAsNewUser } from "./accounts.ts";
import { type ApiClient, apiClientOf, completeExample } from "./courses.ts";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";
import { typeKeys } from "./typing.ts";

export type MemoryWay = "gaps" | "recall";
export type MemoryExample = {
  readonly id: number;
  readonly lessonId: number;
  readonly title: string;
  readonly code: string;
};
export type MemoryLearner = {
  readonly account: Account;
  readonly api: ApiClient;
  /** Those that they completed, in the order of the course. */
  readonly examples: readonly MemoryExample[];
};
/** Says something of a construct. */
type OfName = (name: string) => boolean;
type ReviewExample = ResponseOf<"getReviewExample">;

const dayMs = 86_400_000;

/** The first examples of the first lessons of a built-in course, in the order of the course. */
export async function builtInExamples(
  api: ApiClient,
  { course = "JavaScript essentials", lessons = 1, inLesson = 1, haveConstructs = true } = {},
): Promise<readonly MemoryExample[]> {
  const { courses } = await api.request<ResponseOf<"listCourses">>("GET", "/courses/courses");
  const found = courses.find(({ title }) => title.toLowerCase() === course.toLowerCase());
  if (!found) throw new RangeError(`${course} is not in ${courses.map(({ title }) => title).join(", ")}`);
  const { lessons: all } = await api.request<ResponseOf<"getCourse">>("GET", `/courses/courses/${found.id}`);
  const examples: MemoryExample[] = [];
  for (const { id: lessonId } of all.slice(0, lessons)) {
    const { chapters } = await api.request<ResponseOf<"getLesson">>("GET", `/courses/lessons/${lessonId}`);
    for (const { id, title, code_content: code } of chapters
      .flatMap((chapter) => chapter.examples)
      .slice(0, inLesson))
      examples.push({ id, lessonId, title, code });
  }
  if (haveConstructs) for (const { id } of examples) await constructsFound(api, id);
  return examples;
}

/**
 * Reports a completion that ended days ago, as a device does that was offline since. Its constructs were met on that day,
 * and of those that were never graded twelve a day are due from the next day on.
 */
export function completeDaysAgo(api: ApiClient, exampleId: number, daysAgo: number): Promise<unknown> {
  return completeExample(api, exampleId, 60_000, { finishedMsAgo: daysAgo * dayMs });
}

/** Waits until the server, which does so after its start or after a save, has looked for the constructs of an example. */
export async function constructsFound(api: ApiClient, exampleId: number): Promise<void> {
  await expect
    .poll(async () => (await reviewExampleOf(api, exampleId, "recall")).constructs.length)
    .toBeGreaterThan(0);
}

/** The example with its constructs, as the server hides them today. */
export function reviewExampleOf(api: ApiClient, exampleId: number, way: MemoryWay): Promise<ReviewExample> {
  return api.request("GET", `/reviews/${exampleId}?way=${way}`);
}

/**
 * Reports a run from memory that ended days ago. It hid all constructs of the example, or those that `isHidden` names; those
 * that `isShown` names had to be shown, the rest came back.
 */
export async function reviewDaysAgo(
  api: ApiClient,
  exampleId: number,
  daysAgo: number,
  { isHidden = () => true, isShown = () => false }: { isHidden?: OfName; isShown?: OfName } = {},
): Promise<ResponseOf<"saveReview">> {
  const { constructs, code_version: codeVersion } = await reviewExampleOf(api, exampleId, "recall");
  const hidden = constructs.filter(({ name }) => isHidden(name));
  return api.request("POST", `/reviews/${exampleId}`, {
    ...{ attemptId: randomUUID(), way: "recall", codeVersion, finishedMsAgo: daysAgo * dayMs },
    hidden: hidden.map(({ id }) => id),
    shown: hidden.filter(({ name }) => isShown(name)).map(({ id }) => id),
  });
}

/** A new learner, whose page shows `path`. Nothing is completed. */
export async function newLearner(
  page: Page,
  server: RunningServer,
  path = "/profile",
): Promise<MemoryLearner> {
  const account = await openAsNewUser(page, path);
  return { account, api: await apiClientOf(page, server), examples: [] };
}

/**
 * A new learner who completed the first example of the first four lessons of the JavaScript course two days ago: twelve
 * constructs, the first that they met, are due today for the first time.
 */
export async function learnerWithReview(
  page: Page,
  server: RunningServer,
  which: Parameters<typeof builtInExamples>[1] = { lessons: 4 },
): Promise<MemoryLearner> {
  const learner = await newLearner(page, server);
  const examples = await builtInExamples(learner.api, which);
  for (const { id } of examples) await completeDaysAgo(learner.api, id, 2);
  return { ...learner, examples };
}

/**
 * A new learner of one example, whose constructs are known, fading and in learning today: most came back whenever they
 * were due, `fading` was not asked when it was due again, and `shown` had to be shown yesterday.
 */
export async function learnerWithStates(
  page: Page,
  server: RunningServer,
  { fading, shown }: Readonly<Record<"fading" | "shown", OfName>>,
): Promise<MemoryLearner> {
  const learner = await newLearner(page, server);
  const examples = await builtInExamples(learner.api);
  for (const { id } of examples) {
    await completeDaysAgo(learner.api, id, 120);
    // What comes back whenever it is due is known in three weeks. On other days that counts for nothing.
    for (let daysAgo = 119; daysAgo >= 98; daysAgo--) await reviewDaysAgo(learner.api, id, daysAgo);
    for (const daysAgo of [40, 1])
      await reviewDaysAgo(learner.api, id, daysAgo, {
        isHidden: (name) => !fading(name),
        isShown: (name) => daysAgo === 1 && shown(name),
      });
  }
  return { ...learner, examples };
}

/** A new learner who has typed today's only example from memory as well: nothing is due, and tomorrow all of it is. */
export async function learnerWithNothingDue(page: Page, server: RunningServer): Promise<MemoryLearner> {
  const learner = await learnerWithReview(page, server, { lessons: 1 });
  for (const { id } of learner.examples) await reviewDaysAgo(learner.api, id, 0);
  return learner;
}

/** A new learner whose due constructs are in no example that they completed. */
export async function learnerWhoWaits(page: Page, server: RunningServer): Promise<MemoryLearner> {
  const learner = await newLearner(page, server);
  for (const { id } of await builtInExamples(learner.api)) await reviewDaysAgo(learner.api, id, 2);
  return learner;
}

function memoryAddress({ id, lessonId }: MemoryExample, way: MemoryWay): string {
  return `/courses?lessonId=${lessonId}&exampleId=${id}&way=${way}`;
}

/** The field of an example that is typed from memory. */
export function memoryField(page: Page, title: string) {
  return page.getByRole("textbox", { name: `Type from memory: ${title}`, exact: true });
}

/** Opens a completed example in this way, and waits until it can be typed. */
export async function openInWay(page: Page, example: MemoryExample, way: MemoryWay): Promise<void> {
  await page.goto(memoryAddress(example, way));
  await expect(memoryField(page, example.title)).toBeFocused();
}

/** What happens before the character at an offset is typed. */
export type AtOffset = {
  /** One wrong key. */
  readonly slips?: readonly number[];
  /** Two wrong keys, far enough apart to be two tries. */
  readonly givesUp?: readonly number[];
  /** Ctrl+Space. */
  readonly helps?: readonly number[];
};

/** Wrong keys at one character that are less than a second apart are one try. */
const betweenTriesMs = 1_050;

/** Types a text, or its part from `from` to `to`, key by key, into the field that has the focus. */
export async function typeFromMemory(
  page: Page,
  text: string,
  { slips = [], givesUp = [], helps = [] }: AtOffset = {},
  { from = 0, to = text.length } = {},
): Promise<void> {
  const stops = [...new Set([...slips, ...givesUp, ...helps])]
    .filter((at) => at >= from && at < to)
    .toSorted((a, b) => a - b);
  let typed = from;
  for (const at of stops) {
    await typeKeys(page, text.slice(typed, at));
    typed = at;
    if (helps.includes(at)) await page.keyboard.press("Control+Space");
    const wrong = text[at] === "~" ? "^" : "~";
    if (slips.includes(at) || givesUp.includes(at)) await page.keyboard.press(wrong);
    if (!givesUp.includes(at)) continue;
    await setTimeout(betweenTriesMs);
    await page.keyboard.press(wrong);
  }
  await typeKeys(page, text.slice(typed, to));
}
