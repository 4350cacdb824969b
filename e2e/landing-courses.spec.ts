// The published courses on the landing page: written into it by the server, drawn again by the app, and there without
// either the app or any script.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { adminApiClient, createCourse } from "./support/courses.ts";
import { testOnEmptyServer } from "./support/empty-server.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { register } from "./support/typing.ts";

const app = /\/static\/js\/app-[^/]+\.js$/;
const hostile = `<img src=x onerror="document.title='broken in'"> </script> {{code}} & "quotes"`;
const code = "if (a < b && c) {\n\tlog('<b>');\n    next();\n}\n";

const section = (page: Page) => page.locator("section.learn-list");
const rows = (page: Page) => section(page).locator("ul.course-offers > li > a.course-offer");

/** A course whose texts are hostile, once the page has it. */
async function hostileCourse(server: RunningServer, page: Page) {
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(
    admin,
    { Lesson: { Chapter: { Sample: code } } },
    { language: "javascript" },
  );
  const title = `${hostile} ${course.courseId}`;
  await admin.request("PUT", `/admin/courses/${course.courseId}`, { title, description: hostile });
  // Its colours come a little later than the course.
  await expect
    .poll(async () => (await page.request.get("/", { headers: { accept: "text/html" } })).text(), {
      timeout: 30_000,
    })
    .toMatch(new RegExp(`data-course-id="${course.courseId}".*class="k u">if<`, "s"));
  return { ...course, title };
}

/** The list's HTML without the places that the links lead to, and with neighbours of one colour joined. */
async function markupOf(page: Page): Promise<string> {
  const html = await section(page).innerHTML();
  const links = html.replaceAll(/<a [^>]*class="course-offer"[^>]*>/g, "<a>");
  let joined = links.replaceAll(/<\/?div[^>]*>| suppresshydrationwarning| data-landing-counts="[^"]*"/g, "");
  for (let before = ""; before !== joined; ) {
    before = joined;
    joined = joined.replaceAll(/(<span class="([^"]+)">[^<]*)<\/span><span class="\2">/g, "$1");
  }
  return joined;
}

test("the rows are on the page before the app, with hostile texts as they are, and lead to registration", async ({
  page,
  server,
  faults,
}) => {
  const { title } = await hostileCourse(server, page);
  faults.expectFault(/ERR_FAILED|Failed to (fetch|load)/);
  await page.route(app, (route) => route.abort());
  await page.goto("/", { waitUntil: "networkidle" });
  const row = rows(page).filter({ hasText: title });
  await expect(row.locator(".offer-name")).toHaveText(title);
  await expect(row.locator(".offer-text")).toHaveText(hostile);
  await expect(row.locator(".code-lines > span")).toHaveText(["if (a < b && c) {", "\tlog('<b>');"]);
  await expect(row).toContainText("1 example");
  await expect(section(page).locator("p").first()).toContainText(
    /^[A-Z0-9]\w* courses?, [\d,]+ short examples?\. Courses/,
  );
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await expect(page).toHaveTitle("Tabstop | Programming Syntax Practice");
  for (const link of await rows(page).all()) await expect(link).toHaveAttribute("href", "/register");
});

test("the app draws the rows that the server has written, and their focus stays", async ({
  page,
  server,
}) => {
  const { title } = await hostileCourse(server, page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(app, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/");
  const before = await markupOf(page);
  expect(before).toContain("<a>");
  await rows(page).filter({ hasText: title }).focus();
  release();
  await expect(section(page).locator("[data-landing-courses]")).toHaveCount(0);
  expect(await markupOf(page)).toBe(before);
  await expect(rows(page).filter({ hasText: title })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/register$/);
});

test("a logged-in user's rows lead to the courses, also before the app is loaded", async ({
  page,
  server,
  faults,
}) => {
  const { courseId, title } = await hostileCourse(server, page);
  await register(page);
  faults.expectFault(/ERR_FAILED|Failed to (fetch|load)/);
  await page.route(app, (route) => route.abort());
  await page.goto("/", { waitUntil: "networkidle" });
  const row = rows(page).filter({ hasText: title });
  await expect(row).toHaveAttribute("href", `/courses?courseId=${courseId}`);
  await page.unroute(app);
  await page.reload();
  await expect(section(page).locator("[data-landing-courses]")).toHaveCount(0);
  await expect(row).toHaveAttribute("href", `/courses?courseId=${courseId}`);
});

test("the rows are accessible, and fit a phone @phone", async ({ page, server }) => {
  await hostileCourse(server, page);
  await page.goto("/");
  await expect(section(page).locator("[data-landing-courses]")).toHaveCount(0);
  await expectAccessible(page, "the landing page with courses");
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the rows are links to registration", async ({ page }) => {
    await page.goto("/");
    await expect(rows(page).first()).toHaveAttribute("href", "/register");
    await expect(rows(page).first()).toBeVisible();
  });
});

const onEmptyServer = testOnEmptyServer();

onEmptyServer("without a course the list is left out", async ({ page }) => {
  await page.goto("/");
  await expect(section(page).getByRole("heading", { name: "Learn" })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect(section(page).locator("ul")).toHaveCount(0);
  await expect(section(page).locator("p")).toHaveText(/^Courses are cut into lessons/);
});
