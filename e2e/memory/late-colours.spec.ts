// Colours that the server computes after an example was loaded from memory.

import type { Page } from "@playwright/test";
import { learnerWithReview, type MemoryExample, memoryField } from "../support/memory.ts";
import { expect, test } from "../support/test.ts";

const coloured = (page: Page) => page.locator(".ca-row .ca-pencil span:is(.k, .f, .y, .s, .d, .c)");
const address = ({ id, lessonId }: MemoryExample) => `/courses?lessonId=${lessonId}&exampleId=${id}&way=gaps`;

/** The example's own response never has colours, and that of its lesson has none at first. */
async function delayColours(page: Page): Promise<void> {
  await page.route(/\/api\/reviews\/\d+\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), tokens: null } });
  });
  let lessons = 0;
  await page.route(/\/api\/courses\/lessons\/\d+$/, async (route) => {
    const response = await route.fetch();
    const lesson = await response.json();
    lessons += 1;
    if (lessons === 1)
      for (const { examples } of lesson.chapters) for (const example of examples) example.tokens = null;
    await route.fulfill({ response, json: lesson });
  });
}

for (const where of ["a lesson", "the review"])
  test(`in ${where} an example from memory gets its colours when they are there, and hides the same`, async ({
    page,
    server,
  }) => {
    const { examples } = await learnerWithReview(page, server, { lessons: 1 });
    const [example] = examples;
    if (example === undefined) throw new RangeError("the learner has no example");
    await delayColours(page);
    await page.goto(where === "a lesson" ? address(example) : "/review");
    await expect(memoryField(page, example.title)).toBeFocused();
    const blanks = await page.locator(".ca-row .ca-pencil .blank").count();
    await expect(coloured(page)).toHaveCount(0);
    await expect(coloured(page)).not.toHaveCount(0, { timeout: 10_000 });
    await expect(page.locator(".ca-row .ca-pencil .blank")).toHaveCount(blanks);
  });
