// The ends of a chapter, a lesson and a course: what a run says that completes the last open example, and where it leads.

import type { Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { openAsNewUser } from "./support/accounts.ts";
import {
  adminApiClient,
  apiClientOf,
  completeExample,
  createCourse,
  type TestCourse,
} from "./support/courses.ts";
import { expectGoodLook } from "./support/good-look.ts";
import { repeatUntilHidden } from "./support/repeat-until-hidden.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode, waitForResultParts } from "./support/typing.ts";

const result = (page: Page, title: string) =>
  page.getByRole("dialog", { name: `Example complete: ${title}` });
const lessonEnd = (page: Page, title: string) =>
  page.getByRole("dialog", { name: `Lesson complete: ${title}` });
const courseEnd = (page: Page) => page.getByRole("dialog", { name: "Congratulations!" });
const chapterEnd = (page: Page) => page.getByText("Chapter complete").locator("..").locator("..");
const figure = (page: Page, name: string) =>
  page.getByRole("dialog").locator("dl > div").filter({ hasText: name }).getByRole("definition").first();

async function finish(page: Page, title: string): Promise<void> {
  await typeKeys(page, await waitForCode(page, title));
  await expect(result(page, title)).toBeVisible();
}

/** Presses Enter until this dialog is gone: it is deaf at first. */
async function enterOn(page: Page, dialog: ReturnType<typeof result>): Promise<void> {
  await repeatUntilHidden(dialog, () => page.keyboard.press("Enter"));
}

/** Two lessons. The first has two chapters with an empty one between them. */
async function shortCourse(server: RunningServer, page: Page, name: string): Promise<TestCourse> {
  const admin = await adminApiClient(server, page.request);
  return createCourse(
    admin,
    {
      [`${name} one`]: {
        "First steps": { "Letter a": "let a = 1;", "Letter b": "let b = 22;" },
        "Empty for now": {},
        "Last steps": { "Letter c": "let c = 333;\nlet d;" },
      },
      [`${name} two`]: { "Second start": { "Letter d": "const letter =\n  'd';" } },
    },
    { name, language: "javascript", outputs: { "Letter c": "333" } },
  );
}

test("the run that completes a chapter says so, and which chapter follows @phone", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Chaptered");
  await openAsNewUser(page, course.address("Chaptered one"));
  await finish(page, "Letter a");
  await expect(page.getByText("Chapter complete")).toBeHidden();
  await enterOn(page, result(page, "Letter a"));
  await finish(page, "Letter b");
  await expect(chapterEnd(page)).toContainText("First steps");
  await expect(chapterEnd(page)).toContainText("Next: Last steps, 1 example");
  // Typed again, it completes nothing.
  await repeatUntilHidden(result(page, "Letter b"), () => page.keyboard.press("r"));
  await finish(page, "Letter b");
  await expect(page.getByText("Chapter complete")).toBeHidden();
  await enterOn(page, result(page, "Letter b"));
  await waitForCode(page, "Letter c");
});

test("a chapter is complete with its last open example, which need not be the last in order", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Backwards");
  await openAsNewUser(page, course.address("Backwards one", "Letter b"));
  await finish(page, "Letter b");
  await expect(page.getByText("Chapter complete")).toBeHidden();
  await page.goto(course.address("Backwards one", "Letter a"));
  await finish(page, "Letter a");
  await expect(chapterEnd(page)).toContainText("First steps");
  // Next Example leads to Letter b again.
  await expect(chapterEnd(page)).not.toContainText("Next:");
  await enterOn(page, result(page, "Letter a"));
  await waitForCode(page, "Letter b");
});

test("the run that completes a lesson shows the lesson, the run and the next lesson @phone", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Lessoned");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  // 10 and 11 characters: 24 and 12 words a minute.
  await completeExample(mira, course.example("Letter a"), 5_000);
  await completeExample(mira, course.example("Letter b"), 11_000);
  await page.goto(course.address("Lessoned one", "Letter c"));
  const figures = page.waitForResponse(/\/summary\?lessonId=/);
  await waitForCode(page, "Letter c");
  await figures;
  await finish(page, "Letter c");
  const end = lessonEnd(page, "Lessoned one");
  await expect(end).toContainText("Lesson complete, 3 of 3 examples");
  await expect(end.getByText("New Record!")).toBeVisible();
  await expect(end).toContainText("This run: Letter c");
  await expect(end.getByRole("region", { name: "It prints" })).toHaveText("333");
  const strip = end.getByRole("group", { name: "Speed, example by example" });
  await expect(strip.getByRole("button")).toHaveCount(3);
  await expect(strip.getByRole("button", { name: "Example 1, Letter a, 24 wpm" })).toBeVisible();
  await expect(strip.getByRole("button", { name: "Example 2, Letter b, 12 wpm" })).toBeVisible();
  await expect(figure(page, "First to last")).toHaveText(/^24 to [\d,]+ wpm$/);
  await expect(figure(page, "Time typed")).toHaveText(/^1[67] s$/);
  await expect(end).toContainText("Next lesson");
  await expect(end.getByRole("heading", { name: "Lessoned two" })).toBeVisible();
  await expect(end).toContainText("1 example");
  await expect(end.locator(".code-lines")).toHaveText("const letter =  'd';");
  // Next Example leads there, so the title is no link.
  await expect(end.getByRole("link")).toHaveCount(0);
  await enterOn(page, end);
  await waitForCode(page, "Letter d");
});

test("the strip of examples is one stop of the keyboard", async ({ page, server }) => {
  const course = await shortCourse(server, page, "Stripped");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  await completeExample(mira, course.example("Letter a"), 5_000);
  await completeExample(mira, course.example("Letter b"), 11_000);
  await page.goto(course.address("Stripped one", "Letter c"));
  await finish(page, "Letter c");
  const tick = (name: RegExp) => lessonEnd(page, "Stripped one").getByRole("button", { name });
  await expect(tick(/^Example 3/)).toHaveAttribute("aria-pressed", "true");
  await tick(/^Example 3/).focus();
  await page.keyboard.press("Home");
  await expect(tick(/^Example 1/)).toBeFocused();
  await expect(tick(/^Example 1/)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowRight");
  await expect(tick(/^Example 2/)).toBeFocused();
  await expect(page.locator(".example-cap")).toContainText("Letter b");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await expect(tick(/^Example 3/)).toBeFocused();
});

test("where Next Example leads elsewhere, the next lesson's title leads to it", async ({ page, server }) => {
  const course = await shortCourse(server, page, "Linked");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  await completeExample(mira, course.example("Letter b"), 5_000);
  await completeExample(mira, course.example("Letter c"), 5_000);
  await page.goto(course.address("Linked one", "Letter a"));
  await finish(page, "Letter a");
  await lessonEnd(page, "Linked one").getByRole("link", { name: "Linked two" }).click();
  await waitForCode(page, "Letter d");
  await page.goBack();
  await waitForCode(page, "Letter a");
  await finish(page, "Letter a");
  // It was complete before.
  await expect(lessonEnd(page, "Linked one")).toBeHidden();
});

test("a lesson ends without a network too, with what is on the device", async ({
  page,
  server,
  context,
  faults,
}) => {
  const course = await shortCourse(server, page, "Offline");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  await completeExample(mira, course.example("Letter a"), 5_000);
  await page.goto(course.address("Offline one", "Letter b"));
  await waitForCode(page, "Letter b");
  await waitForResultParts(page);
  await page.waitForLoadState("networkidle");
  faults.expectFault("ERR_INTERNET_DISCONNECTED");
  await context.setOffline(true);
  await finish(page, "Letter b");
  await expect(page.getByText("Chapter complete")).toBeVisible();
  await enterOn(page, result(page, "Letter b"));
  await finish(page, "Letter c");
  const end = lessonEnd(page, "Offline one");
  await expect(end).toContainText("Lesson complete, 3 of 3 examples");
  await expect(end).toContainText("Not saved yet.");
  await expect(figure(page, "First to last")).toHaveText(/^24 to [\d,]+ wpm$/);
  await expect(figure(page, "Time typed")).toHaveCount(0);
  await context.setOffline(false);
});

test("the end of a course shows it whole and offers the next course, which Enter opens once @phone", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Whole");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  for (const [letter, ms] of [
    ["a", 5_000],
    ["b", 11_000],
    ["c", 6_000],
  ] as const)
    await completeExample(mira, course.example(`Letter ${letter}`), ms);
  await page.goto(course.address("Whole two"));
  await finish(page, "Letter d");
  await enterOn(page, lessonEnd(page, "Whole two"));
  const end = courseEnd(page);
  await expect(end).toContainText(course.title);
  await expect(end.getByRole("img", { name: "4 of 4 examples completed" })).toBeVisible();
  await expect(figure(page, "Time typed")).toHaveText(/^2[234] s$/);
  await expect(figure(page, "Speed")).toHaveText(/^[\d,]+ wpm$/);
  await expect(figure(page, "First to last ten")).toHaveText(/^[\d,]+ to [\d,]+ wpm$/);
  await expect(end).toContainText("Next course");
  await expect(end.locator(".code-lines")).not.toBeEmpty();
  await expect(end.getByRole("button", { name: "BEGIN REVIEW" })).toBeVisible();
  await expect(end.getByRole("button", { name: "Next course" })).toBeFocused();
  const steps = await page.evaluate(() => history.length);
  await end.getByRole("button", { name: "Next course" }).dblclick();
  await expect(end).toBeHidden();
  await expect(page).not.toHaveURL(new RegExp(`lessonId=${course.lesson("Whole two")}`));
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
});

test("with open examples the end of a course leads to the first one", async ({ page, server }) => {
  const course = await shortCourse(server, page, "Gaps");
  await openAsNewUser(page, course.address("Gaps two"));
  await completeExample(await apiClientOf(page, server), course.example("Letter b"), 900);
  await finish(page, "Letter d");
  await enterOn(page, lessonEnd(page, "Gaps two"));
  const end = courseEnd(page);
  await expect(end.getByRole("img", { name: "2 of 4 examples completed" })).toBeVisible();
  await expect(end).toContainText("Still open");
  await expect(end).toContainText("Gaps one, First steps, example 1 of 2. One more is still open: Letter c.");
  await expect(end.locator(".code-lines")).toHaveText("let a = 1;");
  await expect(end.getByRole("button", { name: "Type Letter a" })).toBeFocused();
  await enterOn(page, end);
  await waitForCode(page, "Letter a");
  await page.goBack();
  await waitForCode(page, "Letter d");
});

test("the open example may be the one on the screen", async ({ page, server }) => {
  const course = await shortCourse(server, page, "Skipped");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  for (const letter of ["a", "b", "c"])
    await completeExample(mira, course.example(`Letter ${letter}`), 5_000);
  await page.goto(course.address("Skipped two"));
  await waitForCode(page, "Letter d");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(courseEnd(page)).toContainText("Skipped two, Second start, example 1 of 1.");
  await enterOn(page, courseEnd(page));
  await finish(page, "Letter d");
});

/** Removes all other courses from what this page lists. */
async function hideOtherCourses(page: Page, courseId: number): Promise<void> {
  await page.route(/\/api\/courses\/courses$/, async (route) => {
    const response = await route.fetch();
    const { courses } = (await response.json()) as ResponseOf<"listCourses">;
    await route.fulfill({ response, json: { courses: courses.filter(({ id }) => id === courseId) } });
  });
}

test("without another unfinished course, Enter begins the review", async ({ page, server }) => {
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(admin, { Only: { Chapter: { Sample: "let a;" } } }, { name: "Last" });
  await hideOtherCourses(page, course.courseId);
  await openAsNewUser(page, course.address("Only"));
  await finish(page, "Sample");
  await expect(lessonEnd(page, "Only")).toContainText("Lesson complete, 1 of 1 example");
  await enterOn(page, lessonEnd(page, "Only"));
  await expect(courseEnd(page)).toContainText("1 of 1 examples completed");
  await expect(courseEnd(page)).not.toContainText("Next course");
  await expect(courseEnd(page).getByRole("button", { name: "BEGIN REVIEW" })).toBeFocused();
  await enterOn(page, courseEnd(page));
  await finish(page, "Sample");
});

test("each part of a course's end fails by itself, and the next course can be tried again", async ({
  page,
  server,
  faults,
}) => {
  const course = await shortCourse(server, page, "Failing");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  for (const letter of ["a", "b", "c"])
    await completeExample(mira, course.example(`Letter ${letter}`), 5_000);
  faults.expectFault("status of 500");
  const broken = { status: 500, json: { error: "Something broke", code: "INTERNAL" } };
  await page.route(/\/courses\/courses\/\d+\/summary/, (route) => route.fulfill(broken));
  let isBroken = true;
  await page.route(/\/api\/courses\/courses\/\d+$/, (route) =>
    isBroken && !route.request().url().endsWith(`/${course.courseId}`)
      ? route.fulfill(broken)
      : route.fallback(),
  );
  await page.goto(course.address("Failing two"));
  await finish(page, "Letter d");
  await expect(figure(page, "Time typed")).toHaveCount(0);
  await enterOn(page, lessonEnd(page, "Failing two"));
  const end = courseEnd(page);
  await expect(end).toContainText("4 of 4 examples completed");
  await expect(end.locator("dl")).toHaveCount(0);
  await expect(end).toContainText("Next course");
  await expect(end.locator(".code-lines")).toHaveCount(0);
  await expect(async () => {
    await end.getByRole("button", { name: "Next course" }).click();
    await expect(end.getByRole("alert")).toBeVisible();
  }).toPass();
  isBroken = false;
  await end.getByRole("button", { name: "Next course" }).click();
  await expect(end).toBeHidden();
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
});

const looks: readonly (readonly [
  name: string,
  typed: readonly string[],
  completed: string,
  shown: (page: Page, name: string) => Promise<void>,
])[] = [
  ["Chapter", ["b"], "a", (page) => expect(page.getByText("Chapter complete")).toBeVisible()],
  [
    "Lesson",
    ["c"],
    "ab",
    (page, name) => expect(lessonEnd(page, `${name} one`)).toContainText("Next lesson"),
  ],
  [
    "Course",
    ["d"],
    "abc",
    async (page, name) => {
      await enterOn(page, lessonEnd(page, `${name} two`));
      await expect(courseEnd(page).locator(".code-lines")).toBeVisible();
    },
  ],
  [
    "Open",
    ["d"],
    "b",
    async (page, name) => {
      await enterOn(page, lessonEnd(page, `${name} two`));
      await expect(courseEnd(page)).toContainText("Still open");
    },
  ],
];
for (const [name, [letter = ""], completed, shown] of looks)
  test(`the look of an end: ${name}`, async ({ page, server }) => {
    const course = await shortCourse(server, page, name);
    await openAsNewUser(page, "/courses");
    const mira = await apiClientOf(page, server);
    for (const other of completed) await completeExample(mira, course.example(`Letter ${other}`), 5_000);
    const lesson = `${name} ${letter === "d" ? "two" : "one"}`;
    await page.goto(course.address(lesson, `Letter ${letter}`));
    await finish(page, `Letter ${letter}`);
    await shown(page, name);
    await expectGoodLook(page, `the end of a ${name}`);
  });
