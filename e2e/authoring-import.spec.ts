// The import of courses, step by step: one button that checks and then imports, drafts, and the way to what was imported.

import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { courseFile, openAsAdmin, test } from "./support/admin-server.ts";
import { createGate } from "./support/delayed-responses.ts";
import { expect } from "./support/test.ts";

const path = "/admin/courses";
const panel = (page: Page) => page.getByRole("region", { name: "Import" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const choose = (page: Page, files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  page.locator("input[type=file]").setInputFiles(files);
const courseText = (title: string) =>
  `---\ntitle: ${JSON.stringify(title)}\ndifficulty_level: beginner\n---\n\n# L\n\n## C\n\n### E\n\n\`\`\`text\nx\n\`\`\`\n`;
const fileOf = (name: string, content: string) => ({ name, mimeType: "", buffer: Buffer.from(content) });

/** Whether the page is wider than the window. */
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("the button says what it does: Check until a file has passed, then Import, and Check again after a change", async ({
  page,
  server,
  admin,
}) => {
  await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  await button(page, "ADD COURSE").click();
  const says = async (...names: string[]) => {
    for (const name of ["Check", "Import"])
      await expect(panel(page).getByRole("button", { name, exact: true })).toHaveCount(
        names.filter((shown) => shown === name).length,
      );
  };
  await says("Check");
  await choose(page, [fileOf("a.md", courseText("A")), fileOf("b.md", courseText("B"))]);
  await says("Check");
  const gate = createGate();
  await page.route("**/import/markdown", async (route) => {
    await gate.opened;
    await route.continue();
  });
  await button(page, "Check").click();
  await expect(button(page, "Checking...")).toHaveAttribute("aria-busy", "true");
  gate.open();
  await says("Check", "Import");
  await expect(panel(page)).toContainText("Imports 2 courses: 2 lessons, 2 chapters, 2 examples");

  // Another file, another target and another course need another check.
  await choose(page, fileOf("c.md", courseText("C")));
  await says("Check");
  await button(page, "Check").click();
  await says("Check", "Import");
  await page.getByRole("combobox", { name: "Course" }).selectOption("SQL: First Queries");
  await says("Check");
  await page.getByRole("radio", { name: "New course" }).check();
  await button(page, "Check").click();
  await says("Check", "Import");
  // A file that is taken away needs none.
  await button(page, "Remove c.md").click();
  await says("Check", "Import");
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("2 imported");
  await says("Check");
});

test("an Enter that is held down checks and does not import", async ({ page, server, admin }) => {
  await openAsAdmin(page, server, path);
  await button(page, "ADD COURSE").click();
  await choose(page, fileOf("a.md", courseText("A")));
  await button(page, "Check").focus();
  await page.keyboard.down("Enter");
  await expect(button(page, "Import")).toBeFocused();
  // A key that is down already repeats.
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(panel(page)).toContainText("Nothing is written yet");
  expect(await admin.structure()).toEqual([]);
});

test("a file that was saved after the check is checked again instead of imported", async ({
  page,
  server,
  admin,
}, testInfo) => {
  const file = testInfo.outputPath("growing.md");
  writeFileSync(file, courseText("Before"));
  await openAsAdmin(page, server, path);
  await button(page, "ADD COURSE").click();
  await choose(page, file);
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("Before, 1 lesson");
  writeFileSync(file, courseText("After the check"));
  await button(page, "Import").click();
  await expect(panel(page)).toContainText(
    "growing.md has changed since the check. Nothing was imported, and the files were checked again.",
  );
  // The browser gives the text of a file only as it was chosen.
  await expect(panel(page)).toContainText("Failed to read file");
  await expect(panel(page)).toContainText("Choose it again.");
  expect(await admin.structure()).toEqual([]);
  await choose(page, file);
  await button(page, "Check").click();
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("1 imported");
  expect((await admin.structure()).map(({ title }) => title)).toEqual(["After the check"]);
});

test("after a failed check the same button checks again", async ({ page, server, admin, faults }) => {
  faults.expectFault(/status of (413|503) .*\/import\/|ERR_INTERNET_DISCONNECTED/);
  expect(await admin.structure()).toEqual([]);
  await openAsAdmin(page, server, path);
  await button(page, "ADD COURSE").click();
  await choose(page, fileOf("a.md", courseText("A")));
  for (const [status, error] of [
    [413, "The file is too large."],
    [503, "The server is busy."],
    [null, "The server could not be reached"],
  ] as const) {
    await page.route("**/import/markdown", (route) =>
      status === null
        ? route.abort("internetdisconnected")
        : route.fulfill({ status, json: { error, code: status === 413 ? "BODY_TOO_LARGE" : "BUSY" } }),
    );
    await button(page, "Check").click();
    await expect(panel(page)).toContainText(error);
    await expect(panel(page).getByRole("alert")).toHaveText("No files were imported successfully");
    await expect(button(page, "Import")).toBeHidden();
    await page.unroute("**/import/markdown");
  }
  await button(page, "Check").click();
  await expect(button(page, "Import")).toBeVisible();
  await expect(panel(page).getByRole("alert")).toBeHidden();
});

test("the results link to the imported course, and for lessons to the course that has them now @phone", async ({
  page,
  server,
  admin,
}) => {
  await openAsAdmin(page, server, path);
  await button(page, "ADD COURSE").click();
  await choose(page, courseFile("sql-first-queries.md"));
  await button(page, "Check").click();
  await button(page, "Import").click();
  const [course] = await (async () => {
    await expect(panel(page)).toContainText("1 imported");
    return admin.structure();
  })();
  const link = panel(page).getByRole("link", { name: "SQL: First Queries" });
  await expect(link).toHaveAttribute("href", `/admin/courses/${course!.id}`);

  await page.getByRole("combobox", { name: "Course" }).selectOption("SQL: First Queries");
  await choose(page, courseFile("lessons.csv"));
  await button(page, "Check").click();
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("2 lessons, 2 chapters, 3 examples in SQL: First Queries");
  await expectAccessible(page, "the results of an import");
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await isWide(page), `${width}`).toBe(false);
  }
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/admin/courses/${course!.id}$`));
  await expect(page.getByLabel("Course Title")).toHaveValue("SQL: First Queries");
});

test("a course imported as a draft is in the admin's list and not in the learner's", async ({
  page,
  server,
  admin,
}) => {
  await openAsAdmin(page, server, path);
  await button(page, "ADD COURSE").click();
  await choose(page, courseFile("sql-first-queries.csv"));
  const asDraft = page.getByRole("checkbox", { name: "Import as a draft: learners do not see it yet" });
  await page.getByRole("radio", { name: "Add to an existing course" }).check();
  await expect(asDraft).toBeHidden();
  await page.getByRole("radio", { name: "New course" }).check();
  await asDraft.check();
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("Imports 1 course as a draft: 2 lessons, 4 chapters, 10 examples");
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("1 imported");
  await expect(panel(page).getByRole("listitem")).toContainText("Draft");
  const row = page.getByRole("list", { name: "Courses" }).getByRole("listitem").first();
  await expect(row).toContainText("Draft");
  const { courses } = await admin.call<{ courses: readonly unknown[] }>("GET", "/courses/courses");
  expect(courses).toEqual([]);
});
