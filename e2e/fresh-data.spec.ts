// What a user changes is shown at once on every screen of the same tab, and in other tabs. All screens are opened
// before each change, so that everything is loaded, and again after it, without a reload of the page.

import type { Page } from "@playwright/test";
import { openAsAdmin, type Admin, test } from "./support/admin-server.ts";
import { expect } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens another screen as a link does. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

type Row = { readonly id: number; readonly title: string };
type Content = {
  readonly course: Row;
  readonly lessons: readonly Row[];
  readonly chapter: Row;
  readonly examples: readonly Row[];
};

/** A course of two lessons; the first one's chapter has two examples, of which the admin has completed one. */
async function createContent(admin: Admin): Promise<Content> {
  const create = (kind: string, body: object) => admin.call<Row>("POST", `/admin/${kind}`, body);
  const course = await create("courses", { title: "Course A", order_index: 5 });
  const lesson = await create("lessons", { title: "Lesson A", course_id: course.id });
  const other = await create("lessons", { title: "Lesson B", course_id: course.id, order_index: 1 });
  const chapter = await create("chapters", { title: "Chapter A", lesson_id: lesson.id });
  const examples = [];
  for (const [order_index, title] of ["Example A", "Example B"].entries())
    examples.push(
      await create("examples", { title, code_content: "ab", chapter_id: chapter.id, order_index }),
    );
  await admin.call("POST", `/courses/progress/${examples[0]!.id}`, { status: "completed", time_ms: 9_000 });
  return { course, lessons: [lesson, other], chapter, examples };
}

/** What every screen shows of the content. */
async function shown(page: Page, { chapter }: Content) {
  const texts = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.filter((element) => element.checkVisibility()).map((element) => element.textContent.trim()),
      );
  await go(page, "/admin");
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  const figures = await texts(".figures dd");
  const dashboard = { courses: figures[1], lessons: figures[2] };
  const insights = await texts("table.insights tbody th");
  await go(page, "/admin/courses");
  await expect(page.getByRole("heading", { name: "Courses", exact: true })).toBeVisible();
  const list = await texts("main .name");
  await go(page, `/admin/chapters/${chapter.id}/examples`);
  await expect(page.getByRole("heading", { name: "Examples", exact: true })).toBeVisible();
  const cards = await texts("main article h2, main article h3");
  await go(page, "/courses");
  await expect(page.locator(".tree")).toBeVisible();
  const tree = await texts(".tree summary b, .tree .lesson > span:last-child");
  return { dashboard, insights, list, cards, tree };
}

/** Each change, as an admin makes it, and what the screens show afterwards. */
const changes: readonly {
  readonly name: string;
  readonly make: (page: Page, content: Content) => Promise<void>;
  readonly expected: Partial<Awaited<ReturnType<typeof shown>>>;
}[] = [
  {
    name: "an example is deleted",
    make: async (page, { chapter }) => {
      await go(page, `/admin/chapters/${chapter.id}/examples`);
      await button(page, "Delete Example A").click();
      await button(page, "Delete").click();
      await expect(page.getByText("Example deleted successfully!")).toBeVisible();
    },
    expected: { insights: ["Example B"], cards: ["Example B"] },
  },
  {
    name: "examples are reordered",
    make: async (page, { chapter }) => {
      await go(page, `/admin/chapters/${chapter.id}/examples`);
      const saved = page.waitForResponse("**/admin/order");
      await button(page, "Move Example A down").click();
      await saved;
    },
    expected: { cards: ["Example B", "Example A"] },
  },
  {
    name: "a course is renamed",
    make: async (page, { course }) => {
      await go(page, `/admin/courses/${course.id}`);
      await page.getByLabel("Course Title").fill("Course Z");
      await button(page, "Update Course").click();
      await expect(page.getByText("Course updated successfully!")).toBeVisible();
    },
    expected: { list: ["Course Z"], tree: ["Course Z"] },
  },
  {
    name: "a course is unpublished",
    make: async (page, { course }) => {
      await go(page, `/admin/courses/${course.id}`);
      await page.getByLabel("Published").uncheck();
      await button(page, "Update Course").click();
      await expect(page.getByText("Course updated successfully!")).toBeVisible();
    },
    expected: { list: ["Course A"], tree: [] },
  },
  {
    name: "a course is created",
    make: async (page) => {
      await go(page, "/admin/courses/new");
      await page.getByLabel("Course Title").fill("Course N");
      await button(page, "Create Course").click();
      await expect(page.getByText("Course created successfully!")).toBeVisible();
    },
    expected: {
      dashboard: { courses: "2", lessons: "2" },
      list: ["Course N", "Course A"],
      tree: ["Course N", "Course A"],
    },
  },
  {
    name: "a lesson is created",
    make: async (page, { course }) => {
      await go(page, `/admin/courses/${course.id}/lessons/new`);
      await page.getByLabel("Lesson Title").fill("Lesson N");
      await button(page, "Create Lesson").click();
      await expect(page.getByText("Lesson created successfully!")).toBeVisible();
    },
    expected: { dashboard: { courses: "1", lessons: "3" } },
  },
  {
    name: "a course is imported",
    make: async (page) => {
      await go(page, "/admin/courses");
      await button(page, "ADD COURSE").click();
      const text = `---\ntitle: Course I\ndifficulty_level: beginner\norder_index: 9\n---\n\n# L\n\n## C\n\n### Example I\n\n\`\`\`text\nx\n\`\`\`\n`;
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: "i.md", mimeType: "", buffer: Buffer.from(text) });
      await button(page, "Check").click();
      await expect(page.getByText("The file can be imported.")).toBeVisible();
      await button(page, "Import").click();
      await expect(page.getByText("1 imported")).toBeVisible();
    },
    expected: {
      dashboard: { courses: "2", lessons: "3" },
      insights: ["Example A", "Example B", "Example I"],
      list: ["Course A", "Course I"],
      tree: ["Course A", "Course I"],
    },
  },
  {
    name: "a course is deleted",
    make: async (page) => {
      await go(page, "/admin/courses");
      await button(page, "Delete Course A").click();
      await button(page, "Delete").click();
      await expect(page.getByText("Course deleted successfully!")).toBeVisible();
    },
    expected: { dashboard: { courses: "0", lessons: "0" }, insights: [], list: [], tree: [] },
  },
];

for (const { name, make, expected } of changes)
  test(`after ${name}, every screen of the tab shows it`, async ({ page, server, admin, faults }) => {
    // The page of a deleted chapter is one of the screens.
    faults.expectFault(/status of 404/);
    const content = await createContent(admin);
    await openAsAdmin(page, server, "/courses");
    const before = {
      dashboard: { courses: "1", lessons: "2" },
      insights: ["Example A", "Example B"],
      list: ["Course A"],
      cards: ["Example A", "Example B"],
      tree: ["Course A"],
    };
    await expect.poll(() => shown(page, content)).toEqual(before);
    await make(page, content);
    await expect.poll(() => shown(page, content)).toMatchObject(expected);
  });

test("an edited example is typed with its new code at once, and a second tab shows it too", async ({
  page,
  context,
  server,
  admin,
}) => {
  const { lessons, chapter, examples } = await createContent(admin);
  const address = `/courses?lessonId=${lessons[0]!.id}&exampleId=${examples[0]!.id}`;
  await openAsAdmin(page, server, address);
  expect(await waitForCode(page, "Example A")).toBe("ab");
  const second = await context.newPage();
  await second.goto(server.url + address);
  await expect(second.getByRole("textbox", { name: "Type this example: Example A" })).toBeAttached();
  await page.bringToFront();
  await go(page, `/admin/chapters/${chapter.id}/examples/${examples[0]!.id}`);
  await page.getByLabel("Code Content").fill("xyz");
  await button(page, "Update Example").click();
  await expect(page.getByText("Example updated successfully!")).toBeVisible();
  await go(page, address);
  // The first code that the page shows, not the one after a moment.
  expect(await waitForCode(page, "Example A")).toBe("xyz");
  await typeKeys(page, "xyz");
  const result = page.getByRole("dialog", { name: "Example A" });
  await expect(result.getByText("New Record!")).toBeVisible();
  await expect(result).not.toContainText("its text was changed");
  await second.bringToFront();
  await expect(second.locator(".stage pre.sr")).toHaveText("xyz");
});

test("a finished run is counted on the dashboard, in the insights and in the courses of the same tab", async ({
  page,
  server,
  admin,
}) => {
  const content = await createContent(admin);
  const address = `/courses?lessonId=${content.lessons[0]!.id}&exampleId=${content.examples[1]!.id}`;
  const completions = page.locator(".figures dd").nth(3);
  await openAsAdmin(page, server, "/admin");
  await expect(completions).toHaveText("1");
  await go(page, address);
  await typeKeys(page, await waitForCode(page, "Example B"));
  await expect(page.getByRole("dialog", { name: "Example B" })).toBeVisible();
  await expect(page.locator(".tree summary")).toContainText("2/2");
  await go(page, "/admin");
  await expect(completions).toHaveText("2");
});

test("a photo that its owner removes is gone from the leaderboard of the same tab at once", async ({
  page,
  server,
  admin,
}) => {
  const { lessons, examples } = await createContent(admin);
  const address = `/courses?lessonId=${lessons[0]!.id}&exampleId=${examples[0]!.id}`;
  const pictures = page.getByRole("complementary", { name: "Leaderboard" }).locator("img.avatar");
  await page.request.post(`${server.url}/api/auth/profile-photo`, {
    headers: { authorization: `Bearer ${admin.token}` },
    multipart: {
      profilePhoto: { name: "me.png", mimeType: "image/png", buffer: Buffer.from(onePixel, "base64") },
    },
  });
  await openAsAdmin(page, server, address);
  await expect(pictures).toHaveCount(1);
  await go(page, "/profile");
  await page.getByRole("main").getByRole("button", { name: "Photo" }).click();
  await page.getByRole("menuitem", { name: "Remove photo" }).click();
  await expect(page.getByText("Photo removed.")).toBeVisible();
  await go(page, address);
  await expect(page.getByRole("complementary", { name: "Leaderboard" })).toContainText("00:09.00");
  await expect(pictures).toHaveCount(0);
});

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
