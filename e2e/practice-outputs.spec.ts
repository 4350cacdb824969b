// What the code of an example prints: in the result after Copy, and as the goal above code that is typed from memory.

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser } from "./support/accounts.ts";
import {
  adminApiClient,
  apiClientOf,
  completeExample,
  createCourse,
  type TestCourse,
} from "./support/courses.ts";
import {
  completeDaysAgo,
  constructsFound,
  type MemoryExample,
  type MemoryWay,
  memoryField,
  openInWay,
  typeFromMemory,
} from "./support/memory.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { insertCode, waitForCode } from "./support/typing.ts";

const code = "const all = [...some];\nshow(all);";
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
const outputs = {
  Two: "first\nsecond",
  Six: lines(6),
  Seven: lines(7),
  Longest: Array.from({ length: 100 }, () => "x".repeat(19)).join("\n"),
  Wide: `${"0123456789".repeat(40)}\n${"a\t".repeat(60)}\n${"漢字".repeat(120)}\n${"שלום ".repeat(60)}`,
  Blank: "above\n\n",
};
const titles = [...Object.keys(outputs), "None"];

async function learnerOf(page: Page, server: RunningServer, language = "javascript"): Promise<TestCourse> {
  const examples = Object.fromEntries(titles.map((title) => [title, code]));
  const course = await createCourse(
    await adminApiClient(server, page.request),
    { Values: { First: examples } },
    { language, outputs },
  );
  await openAsNewUser(page, "/profile");
  return course;
}

/** An example that the learner has completed. */
async function completed(
  page: Page,
  server: RunningServer,
  course: TestCourse,
  title: string,
): Promise<MemoryExample> {
  const id = course.example(title);
  await completeExample(await apiClientOf(page, server), id, 60_000);
  return { id, lessonId: course.lesson("Values"), title, code };
}

/** Types an example in Copy, and returns its result. */
async function copy(page: Page, course: TestCourse, title: string): Promise<Locator> {
  await page.goto(course.address("Values", title));
  await insertCode(page, await waitForCode(page, title));
  const result = page.getByRole("dialog", { name: `Example complete: ${title}` });
  await expect(result).toBeVisible();
  return result;
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const goal = (page: Page) => region(page, "Goal");
const codeArea = (page: Page) => page.locator(".code-area");

/** How many lines of its text are seen at once. */
const linesSeen = (block: Locator) =>
  block.evaluate((element) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const room = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
    return (element.clientHeight - room) / Number.parseFloat(lineHeight);
  });
const isScrolled = (block: Locator) => block.evaluate((element) => element.scrollTop > 0);
/** Whether `before` is read before `after`. */
const isBefore = async (before: Locator, after: Locator) => {
  const second = await after.elementHandle();
  return before.evaluate(
    (first, other) =>
      other !== null && (first.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    second,
  );
};

test.describe("the result after Copy", () => {
  test("shows below the figures what the code prints, and nothing where nothing is known @phone", async ({
    page,
    server,
  }) => {
    const course = await learnerOf(page, server);
    const result = await copy(page, course, "Two");
    await expect(result.getByRole("heading", { name: "It prints", exact: true })).toBeVisible();
    const block = result.getByRole("region", { name: "It prints", exact: true });
    await expect(block).toHaveText(outputs.Two);
    expect(await isBefore(result.getByText("Accuracy", { exact: true }), block)).toBe(true);
    expect(await isBefore(block, result.getByRole("button", { name: /^Try Again/ }))).toBe(true);
    await expectAccessible(page, "a result with an output");

    await expect(await copy(page, course, "None")).toBeVisible();
    await expect(region(page, "It prints")).toHaveCount(0);
    await expect(page.locator(".output")).toHaveCount(0);
  });

  test("says of SQL what it returns", async ({ page, server }) => {
    const course = await learnerOf(page, server, "sql");
    const result = await copy(page, course, "Two");
    await expect(result.getByRole("region", { name: "It returns", exact: true })).toHaveText(outputs.Two);
    await expect(region(page, "It prints")).toHaveCount(0);
  });

  test("scrolls an output of more than six lines, also by keyboard, and keeps its own keys", async ({
    page,
    server,
  }) => {
    const course = await learnerOf(page, server);
    const result = await copy(page, course, "Seven");
    const block = result.getByRole("region", { name: "It prints", exact: true });
    expect(await linesSeen(block)).toBeCloseTo(6, 0);
    await expectAccessible(page, "a result with an output that scrolls");
    await expect(result.getByRole("button", { name: "Next Example" })).toBeFocused();
    await expect(async () => {
      await page.keyboard.press("Shift+Tab");
      await expect(block).toBeFocused({ timeout: 200 });
    }).toPass();
    await page.keyboard.press("End");
    await expect.poll(() => isScrolled(block)).toBe(true);
    for (const [width, height] of [
      [720, 450],
      [390, 844],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const name of [/^Try Again/, /^Next Example/])
        await expect(result.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
      expect(await result.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
    await page.keyboard.press("Enter");
    await waitForCode(page, "Longest");
  });
});

for (const way of ["gaps", "recall"] as const)
  test(`${way}: the goal is above the code from the start, and nothing moves @phone`, async ({
    page,
    server,
  }) => {
    const course = await learnerOf(page, server);
    await openInWay(page, await completed(page, server, course, "Two"), way);
    await expect(goal(page)).toHaveText(outputs.Two);
    await expect(page.getByRole("heading", { name: "Goal", exact: true })).toBeVisible();
    expect(await isBefore(goal(page), memoryField(page, "Two"))).toBe(true);
    await expectAccessible(page, `the goal in ${way}`);
    const places = async () => [await goal(page).boundingBox(), await codeArea(page).boundingBox()];
    const before = await places();
    expect(before[0]?.y).toBeLessThan(before[1]?.y ?? 0);

    await typeFromMemory(page, code, {}, { to: 5 });
    await page.locator("html[data-typing]").waitFor({ state: "attached" });
    await expect(goal(page)).toBeVisible();
    expect(await places()).toEqual(before);
    await page.keyboard.press("Escape");
    expect(await places()).toEqual(before);
    await page.keyboard.press("Enter");
    await typeFromMemory(page, code, {}, { from: 5 });
    await expect(page.getByRole("dialog", { name: "Example complete: Two" })).toBeVisible();
    expect(await places()).toEqual(before);
    // The goal was there all the time.
    await expect(region(page, "It prints")).toHaveCount(0);
  });

test("Copy has no goal, nor has an example without an output", async ({ page, server }) => {
  const course = await learnerOf(page, server);
  const example = await completed(page, server, course, "None");
  await page.goto(course.address("Values", "Two"));
  await waitForCode(page, "Two");
  await expect(goal(page)).toHaveCount(0);
  await openInWay(page, example, "recall");
  await expect(goal(page)).toHaveCount(0);
  await expect(page.locator(".output")).toHaveCount(0);
});

test("the review shows the goal", async ({ page, server }) => {
  const course = await learnerOf(page, server);
  const api = await apiClientOf(page, server);
  await constructsFound(api, course.example("Seven"));
  await completeDaysAgo(api, course.example("Seven"), 2);
  await page.goto("/review");
  await expect(memoryField(page, "Seven")).toBeFocused();
  await expect(goal(page)).toHaveText(outputs.Seven);
  expect(await linesSeen(goal(page))).toBeCloseTo(6, 0);
  await expectAccessible(page, "the goal of a review");
});

test("a goal of six lines is shown whole; one of seven scrolls, and the keyboard reaches it", async ({
  page,
  server,
}) => {
  const course = await learnerOf(page, server);
  const examples = await Promise.all(
    (["Six", "Seven"] as const).map((title) => completed(page, server, course, title)),
  );
  await openInWay(page, examples[0] as MemoryExample, "gaps");
  await expect(goal(page)).not.toHaveAttribute("tabindex");
  expect(await linesSeen(goal(page))).toBeCloseTo(6, 0);

  await openInWay(page, examples[1] as MemoryExample, "gaps");
  expect(await linesSeen(goal(page))).toBeCloseTo(6, 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await expect(goal(page)).toBeFocused();
  await page.keyboard.press("End");
  await expect.poll(() => isScrolled(goal(page))).toBe(true);
  await page.keyboard.press("Enter");
  await expect(memoryField(page, "Seven")).toBeFocused();
  // A click on it leaves the keys to the code.
  await goal(page).click();
  await expect(memoryField(page, "Seven")).toBeFocused();
  // With larger text it is still six lines high.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  expect(await linesSeen(goal(page))).toBeCloseTo(6, 0);
});

test("lines and an empty end are as they were printed, and nothing scrolls sideways", async ({
  page,
  server,
}) => {
  const course = await learnerOf(page, server);
  await openInWay(page, await completed(page, server, course, "Blank"), "gaps");
  expect(await linesSeen(goal(page))).toBeCloseTo(3, 0);
  await openInWay(page, await completed(page, server, course, "Wide"), "recall");
  for (const width of [360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const { across, direction } = await goal(page).evaluate((element) => ({
      across: element.scrollWidth - element.clientWidth,
      direction: getComputedStyle(element).direction,
    }));
    expect(across, `${width} px`).toBe(0);
    expect(direction).toBe("ltr");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  await page.emulateMedia({ media: "print" });
  expect(await goal(page).evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});

test("the longest goal leaves a few lines of code in every window, where they are seen @phone", async ({
  page,
  server,
}) => {
  const course = await learnerOf(page, server);
  const example = await completed(page, server, course, "Longest");
  for (const [width, height] of [
    [1440, 900],
    [1024, 600],
    [768, 1024],
    [720, 450],
    [390, 844],
    [360, 740],
    [740, 360],
    [320, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const way of ["gaps", "recall"] as const satisfies readonly MemoryWay[]) {
      await openInWay(page, example, way);
      const { top, bottom, line } = await codeArea(page).evaluate((element) => {
        const box = element.getBoundingClientRect();
        return {
          top: box.top,
          // The row of keys of a phone is laid over the end of a stage that scrolls.
          bottom: Math.min(
            box.bottom,
            innerHeight,
            document.querySelector(".keypad")?.getBoundingClientRect().top || innerHeight,
          ),
          line: Number.parseFloat(getComputedStyle(element).lineHeight),
        };
      });
      expect((bottom - top - 40) / line, `${way} in ${width} × ${height}`).toBeGreaterThanOrEqual(3);
      expect(top, `${way} in ${width} × ${height}`).toBeGreaterThanOrEqual(0);
      expect(await linesSeen(goal(page))).toBeGreaterThanOrEqual(1);
    }
  }
});

test("answers that an older release has stored on the device have no output, and show none", async ({
  page,
  server,
}) => {
  const course = await learnerOf(page, server);
  const example = await completed(page, server, course, "Two");
  let changed = 0;
  for (const path of ["courses/lessons", "reviews"])
    await page.route(new RegExp(`/api/${path}/\\d+`), async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const body = text.replaceAll(/"output":"[^"]*",?/g, "");
      if (body !== text) changed++;
      await route.fulfill({ response, body });
    });
  await openInWay(page, example, "gaps");
  await expect(page.locator(".output")).toHaveCount(0);
  await copy(page, course, "Two");
  await expect(page.locator(".output")).toHaveCount(0);
  expect(changed).toBeGreaterThan(1);
});
