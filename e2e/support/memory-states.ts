// Every state of the screens that ask from memory and of a learner's first days, each opened for a new learner.

import type { Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { ApiClient } from "./courses.ts";
import {
  builtInExamples,
  completeDaysAgo,
  learnerWhoWaits,
  learnerWithNothingDue,
  learnerWithReview,
  type MemoryExample,
  type MemoryWay,
  memoryField,
  newLearner,
  openInWay,
  reviewExampleOf,
  typeFromMemory,
} from "./memory.ts";
import { repeatUntilHidden } from "./repeat-until-hidden.ts";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";
import { typeKeys, waitForCode } from "./typing.ts";

export type MemoryState = {
  readonly name: string;
  readonly open: (page: Page, server: RunningServer) => Promise<void>;
};

/** The result of a run, from memory or in Copy. */
const resultOf = (page: Page, title: string) =>
  page.getByRole("dialog", { name: `Example complete: ${title}`, exact: true });

/** Where the hidden places begin, in the order of the text. */
async function hiddenOffsets(
  api: ApiClient,
  example: MemoryExample,
  way: MemoryWay,
): Promise<readonly number[]> {
  const { constructs } = await reviewExampleOf(api, example.id, way);
  const starts = constructs
    .filter(({ hidden }) => hidden)
    .flatMap(({ places }) => places.map(([at]) => at ?? 0));
  return [...new Set(starts)].toSorted((a, b) => a - b);
}

/** Opens the last of four examples that were completed two days ago, of which much is hidden. */
async function openExample(page: Page, server: RunningServer, way: MemoryWay) {
  const { api, examples } = await learnerWithReview(page, server);
  const example = examples.at(-1) as MemoryExample;
  await openInWay(page, example, way);
  return { example, offsets: await hiddenOffsets(api, example, way) };
}

/** One place slipped and one shown, the caret is in the shown one. */
async function openShown(page: Page, server: RunningServer, way: MemoryWay) {
  const { example, offsets } = await openExample(page, server, way);
  const [slip = 0, , help = 0] = offsets;
  await typeFromMemory(page, example.code, { slips: [slip] }, { to: help });
  await page.keyboard.press("Control+Space");
  return { example, help };
}

/** Ends a run in which one place slipped and one was shown. */
async function openResult(page: Page, server: RunningServer, way: MemoryWay): Promise<void> {
  const { example, offsets } = await openExample(page, server, way);
  const [slip = 0, , help = 0] = offsets;
  await typeFromMemory(page, example.code, { slips: [slip], helps: [help] });
  await expect(resultOf(page, example.title)).toBeVisible();
}

/** Opens the review of a learner, and types the given number of its examples. Each is left at its result. */
async function openReview(page: Page, server: RunningServer, typed: number | "all") {
  const { api, examples } = await learnerWithReview(page, server);
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/review");
  await page.goto("/review");
  const { session }: ResponseOf<"getReview"> = await (await answer).json();
  const count = typed === "all" ? session.length : typed;
  for (const [index, { exampleId, way }] of session.slice(0, count).entries()) {
    const example = examples.find(({ id }) => id === exampleId) as MemoryExample;
    if (index > 0) await goOn(page);
    await expect(memoryField(page, example.title)).toBeFocused();
    const [, help = 0] = await hiddenOffsets(api, example, way);
    await typeFromMemory(page, example.code, { helps: [help] });
    await expect(resultOf(page, example.title)).toBeVisible();
  }
  if (count === 0) await expect(page.getByRole("textbox", { name: /^Type from memory: / })).toBeFocused();
}

/** Enter, which a result does not hear for a moment. */
async function goOn(page: Page): Promise<void> {
  await repeatUntilHidden(page.getByRole("dialog"), () => page.keyboard.press("Enter"));
}

/** Ends the second or third example of a learner in Copy. */
async function openCopyResult(page: Page, server: RunningServer, before: number): Promise<void> {
  const { api } = await newLearner(page, server);
  const examples = await builtInExamples(api, { lessons: 1, inLesson: before + 1 });
  for (const { id } of examples.slice(0, before)) await completeDaysAgo(api, id, 0);
  const { id, lessonId, title } = examples[before] as MemoryExample;
  await page.goto(`/courses?lessonId=${lessonId}&exampleId=${id}`);
  await typeKeys(page, await waitForCode(page, title));
  await expect(resultOf(page, title)).toBeVisible();
}

const inEachWay = (
  name: string,
  open: (page: Page, server: RunningServer, way: MemoryWay) => Promise<unknown>,
) =>
  (["gaps", "recall"] as const).map(
    (way): MemoryState => ({
      name: `${way}: ${name}`,
      open: async (page, server) => void (await open(page, server, way)),
    }),
  );

export const memoryStates: readonly MemoryState[] = [
  ...inEachWay("ready", openExample),
  ...inEachWay("typing, in focus mode", async (page, server, way) => {
    const { example, offsets } = await openExample(page, server, way);
    await typeFromMemory(page, example.code, { slips: [offsets[0] ?? 0] }, { to: offsets[2] ?? 0 });
    await page.locator("html[data-typing]").waitFor({ state: "attached" });
    // What focus mode hides fades, and is faint for a moment.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState, effect }) => {
        const isEndless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
        return isEndless || playState !== "running";
      }),
    );
  }),
  ...inEachWay("a place is shown", async (page, server, way) => {
    await openShown(page, server, way);
    await page.mouse.move(700, 30);
    await page.mouse.move(700, 40);
  }),
  ...inEachWay("left with Esc", async (page, server, way) => {
    await openShown(page, server, way);
    await page.keyboard.press("Escape");
  }),
  ...inEachWay("result", openResult),
  {
    name: "nothing is hidden",
    open: async (page, server) => {
      const { examples } = await learnerWithNothingDue(page, server);
      await openInWay(page, examples[0] as MemoryExample, "gaps");
      await expect(page.getByText("Nothing is hidden here today.")).toBeVisible();
    },
  },
  {
    name: "list of keys",
    open: async (page, server) => {
      await openExample(page, server, "gaps");
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    },
  },
  { name: "review: an example", open: (page, server) => openReview(page, server, 0) },
  { name: "review: a result", open: (page, server) => openReview(page, server, 1) },
  {
    name: "review: done for today",
    open: async (page, server) => {
      await openReview(page, server, "all");
      await goOn(page);
      await expect(page.getByRole("heading", { name: "Done for today" })).toBeVisible();
    },
  },
  ...(
    [
      ["nothing is due, the next day is known", learnerWithNothingDue, /^The next \d+ come on /],
      [
        "nothing is due and nothing was reviewed",
        newLearner,
        "What you have typed comes back here the day after.",
      ],
      ["what is due waits for an example", learnerWhoWaits, /^The next \d+ wait until you finish an example/],
    ] as const
  ).map(
    ([name, learner, text]): MemoryState => ({
      name: `review: ${name}`,
      open: async (page, server) => {
        await learner(page, server);
        await page.goto("/review");
        await expect(page.getByText(text)).toBeVisible();
      },
    }),
  ),
  {
    name: "first days: before the first key",
    open: async (page, server) => {
      const [example] = await builtInExamples((await newLearner(page, server)).api);
      await page.goto(`/courses?lessonId=${example?.lessonId}&exampleId=${example?.id}`);
      await waitForCode(page, example?.title ?? "");
      // Phones have it in another place than other windows.
      const line = page.getByText("Type what you see. Your first key starts the clock.");
      await expect(line.filter({ visible: true })).toHaveCount(1);
    },
  },
  {
    name: "a result in Copy",
    open: async (page, server) => {
      await openCopyResult(page, server, 1);
      await expect(page.getByRole("button", { name: /^Now from memory/ })).toBeVisible();
    },
  },
  {
    name: "first days: the offer after the third example",
    open: async (page, server) => {
      await openCopyResult(page, server, 2);
      await expect(page.getByRole("button", { name: "Try it now" })).toBeVisible();
    },
  },
  {
    name: "the bar with a number",
    open: async (page, server) => {
      await learnerWithReview(page, server);
      await page.goto("/profile");
      await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Review, 12 due" })).toBeVisible();
    },
  },
];
