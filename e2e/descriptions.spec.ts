// What authors say about courses, lessons and chapters: in the tree and in the head of the lesson, out of the way of those
// who type.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser } from "./support/accounts.ts";
import { adminApiClient, createCourse, type TestCourse } from "./support/courses.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const about = {
  course: "Types for the `JavaScript` you know.",
  lesson: "Say what kind of value belongs where.",
  other: "Take <b>values</b> apart.",
  chapter: "A colon and a type stand behind the name.",
};
const long = "It is a long description of what is typed here, and why. ".repeat(12).trim();

async function describedCourse(server: RunningServer, page: Page, texts: typeof about): Promise<TestCourse> {
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(admin, {
    Annotations: { First: { Sample: "let a = 1;\nlet b = 2;" }, Second: { Last: "let c;" } },
    Other: { Chapter: { More: "let d;" } },
  });
  const put = (kind: string, id: number, description: string) =>
    admin.request("PUT", `/admin/${kind}/${id}`, { description });
  await put("courses", course.courseId, texts.course);
  await put("lessons", course.lesson("Annotations"), texts.lesson);
  await put("lessons", course.lesson("Other"), texts.other);
  await put("chapters", course.chapter("First"), texts.chapter);
  return course;
}

const head = (page: Page) => page.locator(".lesson-about");
const branch = (page: Page, { title }: TestCourse) =>
  page.locator(".tree details").filter({ hasText: title });
const codeTop = (page: Page) =>
  page.locator(".code-area").evaluate((code) => code.getBoundingClientRect().top);

test("the lesson's head has the descriptions of the lesson and its chapter, and hides them while the learner types", async ({
  page,
  server,
}) => {
  const course = await describedCourse(server, page, about);
  await openAsNewUser(page, course.address("Annotations"));
  await waitForCode(page, "Sample");
  await expect(head(page).locator("p")).toHaveText(`${about.lesson}\n${about.chapter}`);
  await expect(head(page).getByRole("button")).toHaveCount(0);
  const before = await codeTop(page);
  await typeKeys(page, "let a");
  await expect(page.locator("html")).toHaveAttribute("data-typing", "");
  await expect(head(page)).toBeHidden();
  expect(await codeTop(page)).toBe(before);
  await page.keyboard.press("Escape");
  await expect(head(page)).toBeVisible();
  expect(await codeTop(page)).toBe(before);

  await page.getByRole("combobox", { name: "Chapter" }).selectOption({ label: "2. Second" });
  await expect(head(page).locator("p")).toHaveText(about.lesson);
});

test("the tree has the description of an open course and of its lessons", async ({ page, server }) => {
  const course = await describedCourse(server, page, about);
  await openAsNewUser(page, course.address("Annotations"));
  await waitForCode(page, "Sample");
  const tree = branch(page, course);
  await expect(tree.locator(".tree-about")).toHaveText("Types for the JavaScript you know.");
  await expect(tree.locator(".tree-about code")).toHaveText("JavaScript");
  const open = tree.getByRole("link", { name: "Annotations", exact: true });
  const other = tree.getByRole("link", { name: "Other", exact: true });
  await expect(open).toHaveAccessibleDescription(about.lesson);
  await expect(other).toHaveAccessibleDescription(about.other);
  await expect(open.getByText(about.lesson)).toBeVisible();
  await expect(other.getByText(about.other)).toBeHidden();
  await page.keyboard.press("Escape");
  await open.focus();
  await page.keyboard.press("Tab");
  await expect(other).toBeFocused();
  await expect(other.getByText(about.other)).toBeVisible();

  await page.getByRole("searchbox", { name: "Filter courses and lessons" }).fill("Annotations");
  await expect(tree.locator(".tree-about")).toHaveCount(0);
});

test("a long description is cut, read whole with a button, and leaves the keys to the code", async ({
  page,
  server,
}) => {
  const texts = { ...about, course: long, lesson: long };
  const course = await describedCourse(server, page, texts);
  await openAsNewUser(page, course.address("Annotations"));
  await waitForCode(page, "Sample");
  const lineHeight = 20;
  for (const [place, lines] of [
    [head(page), 2],
    [branch(page, course).locator(".tree-about"), 5],
  ] as const) {
    const height = () => place.locator("p").evaluate((text) => text.getBoundingClientRect().height);
    expect(await height()).toBe(lines * lineHeight);
    const more = place.getByRole("button", { name: "More" });
    await expect(more).toHaveAttribute("aria-expanded", "false");
    await more.click();
    await expect(place.getByRole("button", { name: "Less" })).toHaveAttribute("aria-expanded", "true");
    expect(await height()).toBeGreaterThan(lines * lineHeight);
  }
  // The focus has stayed in the code.
  await typeKeys(page, "let a");
  await expect(page.getByText("Typing", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await head(page).getByRole("button", { name: "Less" }).press("Enter");
  await expect(head(page).getByRole("button", { name: "More" })).toBeFocused();
});

test("empty descriptions leave no gap", async ({ page, server }) => {
  const course = await describedCourse(server, page, { course: "", lesson: "", other: "", chapter: "" });
  await openAsNewUser(page, course.address("Annotations"));
  await waitForCode(page, "Sample");
  await expect(head(page)).toHaveCount(0);
  await expect(branch(page, course).locator(".tree-about, .lesson-text")).toHaveCount(0);
  await expect(branch(page, course).getByRole("link", { name: "Annotations" })).not.toHaveAttribute("title");
});

test("descriptions fit a phone of 360 px, on one line, and are accessible @phone", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const course = await describedCourse(server, page, { ...about, course: long, lesson: long });
  await openAsNewUser(page, course.address("Annotations"));
  await waitForCode(page, "Sample");
  const text = head(page).locator("p");
  expect(await text.evaluate((one) => one.getBoundingClientRect().height)).toBe(20);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await head(page).getByRole("button", { name: "More" }).click();
  await expectAccessible(page, "a lesson with long descriptions");
  await head(page).getByRole("button", { name: "Less" }).click();
  await page.getByRole("button", { name: "Show courses" }).click();
  await expect(
    page
      .getByRole("dialog")
      .locator(".tree-about")
      .filter({ hasText: long.slice(0, 40) }),
  ).toBeVisible();
  await expectAccessible(page, "the tree with long descriptions");
});
