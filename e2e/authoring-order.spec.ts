// The order number in the four forms, fields for numbers, timers that must not take a user back, and other small parts
// of the admins' screens.

import type { Page } from "@playwright/test";
import { openAsAdmin, type Admin, test } from "./support/admin-server.ts";
import { delayResponses } from "./support/delayed-responses.ts";
import { expect } from "./support/test.ts";

type Row = { readonly id: number };
type Content = { readonly course: Row; readonly lesson: Row; readonly chapter: Row; readonly example: Row };

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const order = (page: Page) => page.getByRole("spinbutton", { name: "Order Index" });
const place = (page: Page) => page.locator(".number-row output");

/** Three courses; in the first, three lessons, three chapters and three examples, with the numbers 1, 2 and 3. */
async function createContent(admin: Admin): Promise<Content> {
  const three = async (kind: string, body: object) => {
    const rows = [];
    for (const order_index of [1, 2, 3])
      rows.push(
        await admin.call<Row>("POST", `/admin/${kind}`, {
          title: `${kind} ${order_index}`,
          order_index,
          ...body,
        }),
      );
    return rows[0]!;
  };
  const course = await three("courses", {});
  const lesson = await three("lessons", { course_id: course.id });
  const chapter = await three("chapters", { lesson_id: lesson.id });
  const example = await three("examples", {
    chapter_id: chapter.id,
    code_content: "x",
    description: "Uses `new Map()` twice.",
  });
  return { course, lesson, chapter, example };
}

/** The addresses of the form that creates and of the form that changes the first row. */
const forms = {
  course: ({ course }: Content) => ["/admin/courses/new", `/admin/courses/${course.id}`],
  lesson: ({ course, lesson }: Content) => [
    `/admin/courses/${course.id}/lessons/new`,
    `/admin/lessons/${lesson.id}/edit`,
  ],
  chapter: ({ lesson, chapter }: Content) => [
    `/admin/lessons/${lesson.id}/chapters/new`,
    `/admin/chapters/${chapter.id}/edit`,
  ],
  example: ({ chapter, example }: Content) => [
    `/admin/chapters/${chapter.id}/examples/new`,
    `/admin/chapters/${chapter.id}/examples/${example.id}`,
  ],
} as const;

for (const [kind, addresses] of Object.entries(forms))
  test(`the form of ${kind === "example" ? "an" : "a"} ${kind} says where it will be and puts it last @phone`, async ({
    page,
    server,
    admin,
  }) => {
    const [create = "", change = ""] = addresses(await createContent(admin));
    await openAsAdmin(page, server, create);
    await expect(order(page)).toHaveValue("0");
    await expect(place(page)).toHaveText("first of 4");
    await order(page).fill("2");
    await expect(place(page)).toHaveText("3rd of 4");
    await button(page, "Put last (4)").click();
    await expect(order(page)).toHaveValue("4");
    await expect(place(page)).toHaveText("last of 4");
    await page.goto(server.url + change);
    await expect(place(page)).toHaveText("first of 3");
    await button(page, "Put last (4)").click();
    await expect(place(page)).toHaveText("last of 3");
    await button(page, /^Update /).click();
    await expect(page.getByText(/updated successfully!/)).toBeVisible();
  });

test("the wheel changes no number, and what is typed is judged as it was typed", async ({
  page,
  server,
  admin,
}) => {
  await createContent(admin);
  await openAsAdmin(page, server, "/admin/courses/new");
  await page.getByLabel("Course Title").fill("New");
  await order(page).click();
  await page.keyboard.type("7");
  await page.mouse.wheel(0, 300);
  await page.mouse.wheel(0, -900);
  await expect(order(page)).toHaveValue(/^(07|70)$/);
  for (const typed of ["1,5", "1.000.000", "abc", "１２", "0x10"]) {
    await order(page).fill(typed);
    await button(page, "Create Course").click();
    await expect(order(page)).toBeFocused();
    await expect(order(page)).toHaveValue(typed);
    await expect(order(page)).toHaveAccessibleDescription(
      `The order number is "${typed}". It must be a whole number from 0 to 1,000,000.`,
    );
  }
  await order(page).fill("5");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(order(page)).toHaveValue("4");
});

test("the Published box says what it does", async ({ page, server, admin }) => {
  await admin.clear();
  await openAsAdmin(page, server, "/admin/courses/new");
  await expect(page.getByLabel("Published")).toHaveAccessibleDescription(
    "While this is ticked, learners see the course as soon as it is saved; otherwise only admins do.",
  );
});

test("after Create, a page that loads slowly is not left again when the form would lead back", async ({
  page,
  server,
  admin,
}) => {
  await createContent(admin);
  await openAsAdmin(page, server, "/admin/courses/new");
  await page.getByLabel("Course Title").fill("New");
  // The code of the profile page arrives after the 1.5 s of the message.
  const release = await delayResponses(page, "**/static/**/profile*");
  await button(page, "Create Course").click();
  await expect(page.getByText("Course created successfully! Redirecting...")).toBeVisible();
  await button(page, /^Account/).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.waitForTimeout(2_500);
  await expect(page.getByRole("heading", { level: 1, name: "Create New Course" })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
});

test("the list draws code in a description as learners see it", async ({ page, server, admin }) => {
  const { chapter } = await createContent(admin);
  await openAsAdmin(page, server, `/admin/chapters/${chapter.id}/examples`);
  const card = page.getByRole("article").first();
  await expect(card.locator("p code")).toHaveText("new Map()");
  await expect(card.locator("p")).toHaveText("Uses new Map() twice.");
});

test("a lesson's end does not open the next lesson when the learner has gone to a page that loads slowly", async ({
  page,
  server,
  admin,
}) => {
  const { course, lesson, chapter, example } = await createContent(admin);
  const { lessons } = (await admin.structure()).find(({ id }) => id === course.id)!;
  const next = await admin.call<Row>("POST", "/admin/chapters", { title: "Next", lesson_id: lessons[1]!.id });
  await admin.call("POST", "/admin/examples", { title: "Next", code_content: "y", chapter_id: next.id });
  // The lesson has one example left, so that its end follows.
  const { examples } = await admin.call<{ examples: Row[] }>("GET", `/admin/chapters/${chapter.id}/examples`);
  for (const { id } of examples) if (id !== example.id) await admin.call("DELETE", `/admin/examples/${id}`);
  await openAsAdmin(page, server, `/courses?lessonId=${lesson.id}&exampleId=${example.id}`);
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  const release = await delayResponses(page, "**/static/**/profile*");
  const asked = page.waitForResponse("**/api/courses/next-lesson");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await asked;
  await button(page, /^Account/).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.waitForTimeout(1_000);
  await expect(page).toHaveURL(/\/profile$/);
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
});

test("the filter is cleared by our own button, with pointer and keyboard, and keeps the focus", async ({
  page,
  server,
  admin,
}) => {
  await createContent(admin);
  await openAsAdmin(page, server, "/courses");
  const filter = page.getByRole("searchbox", { name: "Filter courses and lessons" });
  await expect(button(page, "Clear the filter")).toHaveCount(0);
  await filter.fill("courses 2");
  // The second course, and the first because of its second lesson.
  await expect(page.locator(".tree summary")).toHaveCount(2);
  await button(page, "Clear the filter").click();
  await expect(filter).toBeFocused();
  await expect(filter).toHaveValue("");
  await expect(page.locator(".tree summary")).toHaveCount(3);
  await filter.fill("courses 2");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(filter).toHaveValue("");
});
