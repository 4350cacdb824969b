// Leaving the page in the middle of an example, while the service worker controls the page: the progress is always
// saved.

import type { Page } from "@playwright/test";
import { openAsNewUser } from "./support/accounts.ts";
import { adminApiClient, apiClientOf, createCourse } from "./support/courses.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

test.use({ serviceWorkers: "allow" });

const leaves = 30;
/** Each leaves a page that shows a half typed example. `address` is that page's. */
const waysOut: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => page.reload(),
  async (page) => {
    await page.evaluate(() => location.assign("/icon.svg"));
    await page.waitForURL(/icon\.svg$/);
  },
  (page) => page.goBack(),
  // The browser's own way to close a tab; `close()` alone would end the page without an event.
  async (page) => {
    const closed = page.waitForEvent("close");
    await page.close({ runBeforeUnload: true });
    await closed;
  },
];

test("under a service worker the progress is saved at each of 30 leaves: reload, link, back, closed tab", async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(240_000);
  const titles = Array.from({ length: leaves }, (_, place) => `Leave ${place + 1}`);
  const course = await createCourse(await adminApiClient(server, page.request), {
    Lesson: { Chapter: Object.fromEntries(titles.map((title) => [title, "let a = 1;"])) },
  });
  await openAsNewUser(page, "/courses");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

  let tab = page;
  for (const [place, title] of titles.entries()) {
    if (tab.isClosed()) {
      tab = await context.newPage();
      await tab.goto("/icon.svg");
    }
    await tab.goto(course.address("Lesson", title));
    await waitForCode(tab, title);
    expect(await tab.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await typeKeys(tab, "let a");
    await waysOut[place % waysOut.length]?.(tab);
  }

  const reader = tab.isClosed() ? await context.newPage() : tab;
  await reader.goto("/courses");
  const learner = await apiClientOf(reader, server);
  type Saved = { chapters: { examples: { title: string; progress: number }[] }[] };
  const unsaved = async () => {
    const lesson = await learner.request<Saved>("GET", `/courses/lessons/${course.lesson("Lesson")}`);
    const examples = lesson.chapters.flatMap((chapter) => chapter.examples);
    return examples.filter(({ progress }) => progress !== 50).map(({ title }) => title);
  };
  await expect.poll(unsaved).toEqual([]);
});
