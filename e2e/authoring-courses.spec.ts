// The admin's list of courses: its rows, imports, exports, templates, deletions and moves.

import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { changeStoredSession, submitLoginForm } from "./support/accounts.ts";
import { courseFile, openAsAdmin, pressOn, test } from "./support/admin-server.ts";
import { advanceClock, stopClock } from "./support/clock.ts";
import { createGate, waitUntilHandled } from "./support/delayed-responses.ts";
import { expect } from "./support/test.ts";

const path = "/admin/courses";
const panel = (page: Page) => page.getByRole("region", { name: "Import" });
const problem = (page: Page) => panel(page).getByRole("alert");
const list = (page: Page) => page.getByRole("list", { name: "Courses" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const choose = (page: Page, files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  page.locator("input[type=file]").setInputFiles(files);
const refused = /status of 422 .*\/import\//;

async function openPanel(page: Page): Promise<void> {
  await button(page, "ADD COURSE").click();
  await expect(button(page, "HIDE IMPORT")).toHaveAttribute("aria-expanded", "true");
}

/** The names of the rows of one list, from top to bottom. */
async function names(page: Page, of = "Courses"): Promise<string[]> {
  const rows = page.getByRole("list", { name: of, exact: true }).locator(":scope > li > div > .name");
  return rows.allTextContents();
}

function fileOf(name: string, content: string | Buffer) {
  return { name, mimeType: "", buffer: Buffer.from(content) };
}

const courseText = (title: string) =>
  `---\ntitle: ${JSON.stringify(title)}\ndifficulty_level: beginner\n---\n\n# L\n\n## C\n\n### E\n\n\`\`\`text\nx\n\`\`\`\n`;

test("the list shows courses, lessons and chapters with their counts, and links to every form [TEXT-50] @phone", async ({
  page,
  server,
  admin,
}) => {
  const course = await admin.importCourse("typescript-first-types.md");
  await admin.call("POST", "/admin/courses", {
    title: "Elixir",
    difficulty_level: "advanced",
    published: false,
    order_index: 9,
  });
  await openAsAdmin(page, server, path);
  await expect(page).toHaveTitle("Manage Courses | Tabstop");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Courses");
  await expect(page.getByRole("link", { name: "Admin Dashboard" })).toHaveAttribute("href", "/admin");
  const [typescript, elixir] = [0, 1].map((place) => list(page).locator(":scope > li").nth(place));
  await expect(typescript!).toContainText("TypeScript: First Types");
  await expect(typescript!).toContainText("Beginner");
  await expect(typescript!).toContainText("3 lessons");
  await expect(typescript!).not.toContainText("Draft");
  await expect(elixir!).toContainText("Advanced");
  await expect(elixir!).toContainText("Draft");
  await expect(elixir!).toContainText("0 lessons");

  await button(page, "Toggle Elixir").click();
  await expect(page.getByRole("list", { name: "Lessons of Elixir" })).toHaveText("No lessons found");
  await button(page, "Toggle TypeScript: First Types").click();
  const [lesson] = (await admin.structure())[0]!.lessons;
  await button(page, `Toggle ${lesson!.title}`).click();
  const [chapter] = lesson!.chapters;
  const address = (name: string) => page.getByRole("link", { name, exact: true }).getAttribute("href");
  expect(await address("Edit TypeScript: First Types")).toBe(`/admin/courses/${course}`);
  expect(await address("Add lesson to TypeScript: First Types")).toBe(`/admin/courses/${course}/lessons/new`);
  expect(await address(`Edit ${lesson!.title}`)).toBe(`/admin/courses/${course}/lessons/${lesson!.id}`);
  expect(await address(`Add chapter to ${lesson!.title}`)).toBe(`/admin/lessons/${lesson!.id}/chapters/new`);
  expect(await address(`Edit ${chapter!.title}`)).toBe(
    `/admin/lessons/${lesson!.id}/chapters/${chapter!.id}`,
  );
  expect(await address(`Add example to ${chapter!.title}`)).toBe(
    `/admin/chapters/${chapter!.id}/examples/new`,
  );
  expect(await address(chapter!.title)).toBe(`/admin/chapters/${chapter!.id}/examples`);
  await expectAccessible(page, "the list of courses");
  const isWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await isWide()).toBe(false);

  // Rows that were expanded are expanded again after a form.
  await page.getByRole("link", { name: "Edit TypeScript: First Types" }).click();
  await page.goBack();
  await expect(button(page, `Toggle ${lesson!.title}`)).toHaveAttribute("aria-expanded", "true");
});

test("an empty list says so, and a banner says that the list failed to load and loads it again [TEXT-41]", async ({
  page,
  server,
  admin,
  faults,
}) => {
  expect(await admin.structure()).toEqual([]);
  await openAsAdmin(page, server, path);
  await expect(page.getByText("No courses found. Create your first course!")).toBeVisible();

  faults.expectFault(/status of 500 .*courses-structure/);
  await page.route("**/admin/courses-structure", (route) => route.fulfill({ status: 500, body: "?" }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Error: 500");
  await page.unroute("**/admin/courses-structure");
  await button(page, "Try Again").click();
  await expect(page.getByText("No courses found. Create your first course!")).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("the panel rejects files that cannot be imported before it sends them, in the specification's words [TEXT-35]", async ({
  page,
  server,
  admin,
}) => {
  await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().includes("/import/")) sent += 1;
  });
  await openPanel(page);
  await expect(button(page, "Import")).toBeHidden();
  await button(page, "Check").click();
  await expect(problem(page)).toHaveText("Please select at least one file to import");
  await choose(page, [fileOf("notes.txt", "x"), fileOf("a.md", "x")]);
  await expect(problem(page)).toHaveText(
    "One or more files have an unsupported format. Please upload only .md, .markdown, or .csv files.",
  );
  await button(page, "Remove notes.txt").click();
  await expect(problem(page)).toBeHidden();
  await choose(page, fileOf("b.CSV", "x"));
  await expect(problem(page)).toHaveText("All files must be of the same type (all markdown or all CSV).");
  await button(page, "Check").click();
  await expect(problem(page)).toHaveText("All files must be of the same type (all markdown or all CSV).");
  await button(page, "Remove b.CSV").click();
  await page.getByRole("radio", { name: "Add to an existing course" }).check();
  await button(page, "Check").click();
  await expect(problem(page)).toHaveText("Please select a course to add lessons to");

  // A file that is not text and a file that is too large are rejected without a request.
  await button(page, "Remove a.md").click();
  await page.getByRole("radio", { name: "New course" }).check();
  await choose(page, courseFile("invalid/12-windows-1252.csv"));
  await choose(page, fileOf("large.csv", "a".repeat(8_000_001)));
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("None of the files can be imported.");
  await expect(panel(page)).toContainText(/Line 2.*0xFC is not UTF-8.*CSV UTF-8/);
  await expect(panel(page)).toContainText(
    "The file has 8,000,001 characters. At most 8,000,000 are allowed. Split it into several files.",
  );
  await expect(problem(page)).toHaveText("No files were imported successfully");
  await expect(button(page, "Import")).toBeHidden();
  expect(sent).toBe(0);
  await expect.poll(() => names(page)).toEqual(["SQL: First Queries"]);
});

test("several files are checked, and the valid ones are imported @phone", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault(refused);
  await openAsAdmin(page, server, path);
  await openPanel(page);
  await choose(
    page,
    ["typescript-first-types.md", "sql-first-queries.md", "invalid/08-many-errors.md"].map(courseFile),
  );
  await expect(panel(page).getByRole("listitem")).toHaveText([
    /08-many-errors\.md/,
    /sql-first-queries\.md/,
    /typescript-first-types\.md/,
  ]);
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("2 of 3 files can be imported. The other one is left out.");
  await expect(panel(page)).toContainText("Nothing is written yet");
  await expect(panel(page)).toContainText("SQL: First Queries, 2 lessons, 4 chapters, 10 examples");
  const faulty = panel(page).getByRole("listitem").filter({ hasText: "08-many-errors.md" });
  await expect(faulty).toContainText("7 errors");
  // The lines that the samples' EXPECTED.md lists, in its order.
  await expect(faulty.getByRole("listitem").locator(":scope > :first-child")).toHaveText([
    "Line 2",
    "Line 4",
    "Line 7",
    "Line 11",
    "Line 13",
    "Line 19",
    "Line 29",
  ]);
  expect(await admin.structure()).toEqual([]);
  await expectAccessible(page, "a checked import");
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);

  await button(page, "Import").dblclick();
  await expect(panel(page)).toContainText("2 imported, 1 failed");
  await expect(list(page)).toContainText("TypeScript: First Types");
  expect((await names(page)).toSorted()).toEqual(["SQL: First Queries", "TypeScript: First Types"]);

  // The corrected file replaces the faulty one.
  await choose(page, fileOf("08-many-errors.md", courseText("Corrected")));
  await expect(panel(page)).toContainText("Replaced files of the same name: 08-many-errors.md");
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("The file can be imported.");
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("1 imported");
  await expect(list(page)).toContainText("Corrected");
  await expect.poll(() => names(page)).toHaveLength(3);
});

test("the check warns of a title that two files contain, and the import asks before it writes anything", async ({
  page,
  server,
  admin,
}) => {
  await openAsAdmin(page, server, path);
  await openPanel(page);
  for (const name of ["one.md", "two.md"]) await choose(page, fileOf(name, courseText("Twins")));
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("All 2 files can be imported.");
  const one = panel(page).getByRole("listitem").filter({ hasText: "one.md" }).first();
  await one.locator("summary", { hasText: "warning" }).click();
  await expect(one).toContainText(
    'two.md also has a course with the title "Twins". Each will be imported separately.',
  );
  await button(page, "Import").click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText('More than one file has a course with the title "Twins".');
  expect(await admin.structure()).toEqual([]);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  expect(await admin.structure()).toEqual([]);
  await panel(page)
    .getByRole("button", { name: /Remove two\.md/ })
    .click();
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("1 imported");
  await expect.poll(() => names(page)).toEqual(["Twins"]);
});

test("a course is imported from CSV, and its exports in both formats contain the same course", async ({
  page,
  server,
  admin,
}, testInfo) => {
  await openAsAdmin(page, server, path);
  await openPanel(page);
  await choose(page, courseFile("typescript-first-types.csv"));
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("TypeScript: First Types, 3 lessons, 6 chapters, 15 examples");
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("1 imported");
  await expect(list(page)).toContainText("3 lessons");

  for (const [item, end] of [
    ["Markdown", "md"],
    ["CSV", "csv"],
  ] as const) {
    await button(page, "Export TypeScript: First Types").click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: item }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`typescript-first-types.${end}`);
    const file = testInfo.outputPath(`exported.${end}`);
    await download.saveAs(file);
    const exported = readFileSync(file);
    const sample = end === "md" ? "typescript-first-types.exported.md" : "typescript-first-types.csv";
    expect(exported.equals(readFileSync(courseFile(sample))), sample).toBe(true);

    // Imported a second time: the title already exists, so the panel asks first.
    await choose(page, file);
    await button(page, "Check").click();
    await expect(panel(page)).toContainText("1 warning");
    await button(page, "Import").click();
    const asking = page.getByRole("alertdialog", { name: "Import anyway?" });
    await expect(asking).toContainText('There is already a course with the title "TypeScript: First Types".');
    await expect(asking.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(asking).toBeHidden();
    expect(await admin.structure()).toHaveLength(1);
    await button(page, "Import").click();
    await asking.getByRole("button", { name: "Import" }).click();
    await expect(panel(page)).toContainText("1 imported");
    await expect.poll(async () => (await names(page)).length).toBe(2);
    const [first, second] = await admin.structure();
    const format = end === "md" ? "markdown" : "csv";
    // The two files differ only in the course's place in the list.
    const withoutPlace = (text: string) => text.replace(/order_index: \d+|,"\d+",(?="[^"]*",)/, "");
    expect(withoutPlace(await admin.exported(second!.id, format))).toBe(
      withoutPlace(await admin.exported(first!.id, format)),
    );
    await admin.call("DELETE", `/admin/courses/${second!.id}`);
    await page.reload();
    await openPanel(page);
  }
});

test("a banner shows a failed export [TEXT-47]", async ({ page, server, admin, faults }) => {
  faults.expectFault(/status of 502 .*\/export\//);
  await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  await page.route("**/export/*", (route) => route.fulfill({ status: 502, body: "?" }));
  for (const [item, message] of [
    ["Markdown", "Error: Failed to export markdown"],
    ["CSV", "Error: Failed to export CSV"],
  ] as const) {
    await button(page, "Export SQL: First Queries").click();
    await page.getByRole("menuitem", { name: item }).click();
    await expect(page.getByRole("alert")).toHaveText(message);
  }
});

test("lessons are imported into a course, one from Markdown with a suggested title and several from CSV", async ({
  page,
  server,
  admin,
}) => {
  const course = await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  await openPanel(page);
  await page.getByRole("combobox", { name: "Course" }).selectOption("SQL: First Queries");
  await expect(page.getByRole("radio", { name: "Add to an existing course" })).toBeChecked();
  await choose(page, [
    fileOf("2-sets.md", "# Sets\n\n## C\n\n### E\n\n```sql\nSELECT 1;\n```\n"),
    fileOf("10-narrowing.md", readFileSync(courseFile("lesson-narrowing.md"))),
  ]);
  const row = (name: string) => panel(page).getByRole("listitem").filter({ hasText: name });
  await expect(row("10-narrowing.md").getByLabel("Lesson title")).toHaveValue("10-narrowing");
  await row("10-narrowing.md").getByLabel("Lesson title").fill("Narrowing");
  await row("2-sets.md").getByRole("button", { name: "Rename Sets" }).click();
  await expect(row("2-sets.md").getByLabel("Lesson title")).toBeFocused();
  await expectAccessible(page, "lessons to import");
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("All 2 files can be imported.");
  await expect(row("2-sets.md")).toContainText("Sets, 1 chapter, 1 example");
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("2 imported");

  await choose(page, courseFile("lessons.csv"));
  await button(page, "Check").click();
  await expect(row("lessons.csv")).toContainText("2 lessons, 2 chapters, 3 examples");
  // One of its lessons has the same title as the lesson from Markdown.
  await button(page, "Import").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Import" }).click();
  await expect(panel(page)).toContainText("1 imported");
  await button(page, "Toggle SQL: First Queries").click();
  const lessons = (await admin.structure()).find(({ id }) => id === course)!.lessons;
  expect(lessons.slice(2).map(({ title }) => title)).toEqual(["Sets", "Narrowing", "Sorting", "Sets"]);
  await expect
    .poll(() => names(page, "Lessons of SQL: First Queries"))
    .toEqual(lessons.map(({ title }) => title));
});

test("faults of a CSV file are shown with line, row and column, and a spreadsheet's UTF-16 is read", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault(refused);
  await openAsAdmin(page, server, path);
  await openPanel(page);
  await choose(page, courseFile("invalid/11-rows.csv"));
  await button(page, "Check").click();
  const faulty = panel(page).getByRole("listitem").filter({ hasText: "11-rows.csv" });
  await expect(faulty).toContainText("5 errors");
  await expect(faulty.getByRole("listitem").locator(":scope > :first-child")).toHaveText([
    "Line 3, row 3",
    "Line 4, row 4, lesson_description",
    "Line 6, row 5, chapter_title",
    "Line 7, row 6, difficulty_level",
    "Line 7, row 6, code_content",
  ]);
  await button(page, "Remove 11-rows.csv").click();

  const text = readFileSync(courseFile("sql-first-queries.csv"), "utf8").replace("\ufeff", "");
  await choose(page, fileOf("unicode-text.csv", Buffer.from(`\ufeff${text}`, "utf16le")));
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("SQL: First Queries, 2 lessons, 4 chapters, 10 examples");
  expect(await admin.structure()).toEqual([]);
});

test("an import works with the keyboard alone, from the toggle to the results [TEXT-11]", async ({
  page,
  server,
  admin,
}) => {
  await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  await expect(list(page)).toBeVisible();
  const press = async (name: string, key = "Enter") => {
    for (let tabs = 0; tabs < 40; tabs += 1) {
      const focused = page.locator(":focus");
      if (
        (await focused.count()) > 0 &&
        ((await focused.getAttribute("aria-label")) ?? (await focused.textContent())) === name
      )
        break;
      await page.keyboard.press("Tab");
    }
    await expect(button(page, name)).toBeFocused();
    await page.keyboard.press(key);
  };
  await press("ADD COURSE");
  const choosing = page.waitForEvent("filechooser");
  await press("Choose files");
  await (await choosing).setFiles(courseFile("typescript-first-types.md"));
  await expect(panel(page)).toContainText("typescript-first-types.md");
  await press("Check", "Space");
  await expect(panel(page)).toContainText("The file can be imported.");
  // The button that checked is now the one that imports.
  await expect(button(page, "Import")).toBeFocused();
  await expect(button(page, "Import")).toHaveAccessibleDescription(
    "Imports 1 course: 3 lessons, 6 chapters, 15 examples",
  );
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText("1 imported");
  await expect(button(page, "Check")).toBeFocused();
  await expect.poll(() => names(page)).toHaveLength(2);
});

test("files dropped on the panel are chosen, and a file dropped beside it does not replace the app", async ({
  page,
  server,
  admin,
}) => {
  expect(await admin.structure()).toEqual([]);
  await openAsAdmin(page, server, path);
  await openPanel(page);
  const drop = (target: string) =>
    page.evaluate(
      ([selector, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text!], "dropped.md"));
        const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector(selector!)?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      [target, courseText("Dropped")],
    );
  expect(await drop("h1")).toBe(true);
  await expect(panel(page)).not.toContainText("dropped.md");
  expect(await drop(".drop-zone")).toBe(true);
  await expect(panel(page)).toContainText("dropped.md");
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("Dropped, 1 lesson, 1 chapter, 1 example");
});

test("when the network fails during an import, the imported files stay and the panel lists the others", async ({
  page,
  server,
  admin,
  faults,
}) => {
  expect(await admin.structure()).toEqual([]);
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await openAsAdmin(page, server, path);
  await openPanel(page);
  const titles = ["One", "Two", "Three", "Four"];
  await choose(
    page,
    titles.map((title, place) => fileOf(`${place + 1}.md`, courseText(title))),
  );
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("All 4 files can be imported.");
  let imports = 0;
  await page.route("**/import/markdown", async (route) => {
    imports += 1;
    await (imports === 2 ? route.abort("internetdisconnected") : route.continue());
  });
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("1 imported, 1 failed, 2 not sent");
  await expect(panel(page)).toContainText(
    "The server could not be reached. It may have been imported anyway",
  );
  await expect.poll(() => names(page)).toEqual(["One"]);
  await expectAccessible(page, "an import that was cut off");

  await page.unroute("**/import/markdown");
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("All 3 files can be imported.");
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("3 imported");
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(titles.toSorted());
  expect(imports).toBe(2);
});

test("after the session ended during an import, the next log-in shows which files were imported", async ({
  page,
  server,
  admin,
}) => {
  await openAsAdmin(page, server, path);
  await openPanel(page);
  const titles = ["One", "Two", "Three"];
  await choose(
    page,
    titles.map((title, place) => fileOf(`${place + 1}.md`, courseText(title))),
  );
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("All 3 files can be imported.");
  let imports = 0;
  const second = createGate();
  await page.route("**/import/markdown", async (route) => {
    imports += 1;
    if (imports === 2) await second.opened;
    await route.continue();
  });
  await button(page, "Import").click();
  await expect.poll(() => imports).toBe(2);
  await changeStoredSession(page, { tokenExpiry: 1, refreshTokenExpiry: 1 });
  await page.evaluate(() => dispatchEvent(new Event("session-expired")));
  await expect(page).toHaveURL(/\/login/);
  second.open();
  await submitLoginForm(page, server.admin);
  await page.waitForURL(`**${path}`);
  await expect(panel(page).getByRole("status").first()).toHaveText(/^\d imported/);
  // Each file is shown with its outcome, and the list of courses agrees.
  await expect(panel(page).locator(".file-row").filter({ hasText: "1.md" })).toContainText("One, 1 lesson");
  await expect(panel(page).locator(".file-row").filter({ hasText: "3.md" })).toContainText("not sent");
  expect(imports).toBe(2);
  const imported = (await admin.structure()).map(({ title }) => title);
  await expect.poll(() => names(page)).toEqual(imported);
  // The remaining files can be imported without choosing them again.
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("Nothing is written yet");
  await expect(panel(page).locator(".file-row").filter({ hasText: "1.md" })).toHaveCount(0);
});

test("many files are imported one after the other, with a counter and a Stop button [TEXT-12]", async ({
  page,
  server,
  admin,
}) => {
  expect(await admin.structure()).toEqual([]);
  await openAsAdmin(page, server, path);
  await openPanel(page);
  await choose(
    page,
    Array.from({ length: 12 }, (_, n) => fileOf(`${n + 1}.md`, courseText(`Course ${n + 1}`))),
  );
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("All 12 files can be imported.");
  const gate = createGate();
  let imports = 0;
  await page.route("**/import/markdown", async (route) => {
    imports += 1;
    if (imports === 3) await gate.opened;
    await route.continue();
  });
  await button(page, "Import").click();
  await expect(panel(page)).toContainText("3 of 12");
  await expect(page.getByRole("progressbar", { name: "Importing" })).toHaveAttribute("value", "2");
  await expectAccessible(page, "an import under way");
  // The import continues while its panel is hidden.
  await button(page, "HIDE IMPORT").click();
  await button(page, "ADD COURSE").click();
  // Leaving the page needs a confirmation.
  await page.getByRole("link", { name: "Admin Dashboard" }).click();
  await page
    .getByRole("alertdialog", { name: "Leave the import?" })
    .getByRole("button", { name: "Stay" })
    .click();
  await button(page, "Stop").click();
  gate.open();
  await expect(panel(page)).toContainText("3 imported, 9 not sent");
  await expect.poll(() => names(page)).toHaveLength(3);
  expect(imports).toBe(3);
  await page.getByRole("link", { name: "Admin Dashboard" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("the import waits when the server accepts no more imports for a while", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault(/status of 429 .*\/import\//);
  expect(await admin.structure()).toEqual([]);
  await openAsAdmin(page, server, path);
  await openPanel(page);
  await choose(page, fileOf("a.md", courseText("Patience")));
  let isBusy = true;
  await page.route("**/import/markdown", (route) => {
    if (!isBusy) return route.continue();
    isBusy = false;
    return route.fulfill({
      status: 429,
      headers: { "retry-after": "2" },
      json: { error: "Too many imports. Try again in 2 seconds.", code: "RATE_LIMITED" },
    });
  });
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("The import continues within 2 seconds.");
  await expect(panel(page)).toContainText("The file can be imported.");
});

test("templates can be downloaded and imported without a warning, and the app has copies for a failed request", async ({
  page,
  server,
  admin,
  faults,
}, testInfo) => {
  faults.expectFault(/status of 500 .*\/templates\//);
  expect(await admin.structure()).toEqual([]);
  await openAsAdmin(page, server, path);
  await openPanel(page);
  const download = async (kind: string) => {
    const downloading = page.waitForEvent("download");
    await button(page, `${kind} template`).click();
    const file = await downloading;
    const saved = testInfo.outputPath(file.suggestedFilename());
    await file.saveAs(saved);
    return { name: file.suggestedFilename(), saved, content: readFileSync(saved) };
  };
  for (const [kind, name] of [
    ["Markdown", "tabstop-course-template.md"],
    ["CSV", "tabstop-course-template.csv"],
  ] as const) {
    const served = await download(kind);
    expect(served.name).toBe(name);
    await choose(page, served.saved);
    await button(page, "Check").click();
    await expect(panel(page)).toContainText("My course, 1 lesson, 1 chapter, 2 examples");
    await expect(panel(page)).not.toContainText("warning");
    await button(page, `Remove ${name}`).click();

    await page.route("**/api/admin/courses/templates/*", (route) =>
      route.fulfill({ status: 500, body: "?" }),
    );
    const copy = await download(kind);
    expect(copy.name).toBe(name);
    expect(copy.content.equals(served.content)).toBe(true);
    await page.unroute("**/api/admin/courses/templates/*");
  }
});

test("deleting a course, a lesson or a chapter first says what is deleted with it [TEXT-17] @phone", async ({
  page,
  server,
  admin,
}) => {
  const course = await admin.importCourse("sql-first-queries.md");
  await admin.importCourse("typescript-first-types.md");
  const [lesson] = (await admin.structure()).find(({ id }) => id === course)!.lessons;
  const [chapter, second] = lesson!.chapters;
  const { examples } = await admin.call<{ examples: { id: number }[] }>(
    "GET",
    `/admin/chapters/${chapter!.id}/examples`,
  );
  await openAsAdmin(page, server, path);
  await button(page, "Toggle SQL: First Queries").click();
  await button(page, `Toggle ${lesson!.title}`).click();
  // This result is saved after the list was loaded.
  await admin.call("POST", `/courses/progress/${examples[0]!.id}`, { status: "completed", time_ms: 9000 });

  const dialog = page.getByRole("alertdialog", { name: "Confirm Deletion" });
  await button(page, `Delete ${chapter!.title}`).click();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(dialog).toContainText(
    "Are you sure you want to delete this chapter? This action cannot be undone.",
  );
  await expect(dialog).toContainText(
    `${chapter!.title}: ${examples.length} examples and 1 saved result will be deleted with it.`,
  );
  await expectAccessible(page, "the dialog that deletes");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button(page, `Delete ${chapter!.title}`)).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await admin.structure()).toHaveLength(2);

  let deletes = 0;
  page.on("request", (request) => {
    if (request.method() === "DELETE") deletes += 1;
  });
  await button(page, `Delete ${chapter!.title}`).click();
  await stopClock(page);
  await dialog.getByRole("button", { name: "Delete" }).dblclick();
  await expect(dialog).toContainText("Chapter deleted successfully!");
  await advanceClock(page, 1_500);
  await expect(dialog).toBeHidden();
  expect(deletes).toBe(1);
  await expect.poll(() => names(page, `Chapters of ${lesson!.title}`)).toEqual([second!.title]);
  // The pressed button no longer exists, so the focus moves to the top.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await button(page, `Delete ${lesson!.title}`).click();
  await expect(dialog).toContainText("Are you sure you want to delete this lesson?");
  await expect(dialog).toContainText(/: 1 chapter and \d+ examples will be deleted with it\./);
  await stopClock(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("Lesson deleted successfully!");
  await advanceClock(page, 1_500);
  await expect(dialog).toBeHidden();
  await expect.poll(() => names(page, "Lessons of SQL: First Queries")).toHaveLength(1);

  await button(page, "Delete SQL: First Queries").click();
  await expect(dialog).toContainText("Are you sure you want to delete this course?");
  await expect(dialog).toContainText(/: 1 lesson, 2 chapters and \d+ examples will be deleted with it\./);
  // The message can be closed before it disappears by itself.
  await stopClock(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("Course deleted successfully!");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => names(page)).toEqual(["TypeScript: First Types"]);
});

test("the focus moves to the heading while the deleted row is still there, and stays there when it goes", async ({
  page,
  server,
  admin,
}) => {
  await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  const gate = createGate();
  await button(page, "Delete SQL: First Queries").click();
  await page.route("**/admin/courses-structure", async (route) => {
    await gate.opened;
    await route.continue();
  });
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("Course deleted successfully!");
  await dialog.getByRole("button", { name: "Close" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeFocused();
  await expect(button(page, "Delete SQL: First Queries")).toBeVisible();
  gate.open();
  await expect(page.getByText("No courses found. Create your first course!")).toBeVisible();
  await expect(heading).toBeFocused();
});

test("a failed deletion says why and can be repeated, and the dialog says when another admin has already deleted the content [TEXT-19]", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault(/status of (500|404) .*\/admin\/courses\/\d+$/);
  const course = await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  await button(page, "Delete SQL: First Queries").click();
  const dialog = page.getByRole("alertdialog");
  const gate = createGate();
  await page.route(`**/admin/courses/${course}`, async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    await gate.opened;
    await route.fulfill({ status: 500, body: "?" });
  });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("button", { name: "Deleting..." })).toBeFocused();
  // A request that was sent cannot be cancelled, so Esc does nothing.
  await page.keyboard.press("Escape");
  gate.open();
  await expect(dialog.getByRole("alert")).toHaveText("Error: 500");
  await page.unroute(`**/admin/courses/${course}`);
  await admin.clear();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("Someone else has already deleted this course.");
  await expect(page.getByText("No courses found. Create your first course!")).toBeVisible();
});

test("repeating a deletion whose response was lost does not blame another admin", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|status of 404 .*\/admin\/courses\/\d+$/);
  const course = await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  await button(page, "Delete SQL: First Queries").click();
  const dialog = page.getByRole("alertdialog");
  await page.route(`**/admin/courses/${course}`, async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    await route.fetch();
    await route.abort("failed");
  });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The server could not be reached");
  await page.unroute(`**/admin/courses/${course}`);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Course deleted successfully!");
  await expect(page.getByText("No courses found. Create your first course!")).toBeVisible();
});

test("courses, lessons and chapters can be moved with the keyboard; the move is announced and the focus stays", async ({
  page,
  server,
  admin,
}) => {
  for (const title of ["A", "B", "C"]) await admin.call("POST", "/admin/courses", { title });
  await admin.importCourse("sql-first-queries.md");
  await openAsAdmin(page, server, path);
  await expect.poll(() => names(page)).toEqual(["A", "B", "C", "SQL: First Queries"]);
  const said = page.locator("main > output");
  await button(page, "Move C up").focus();
  await page.keyboard.press("Enter");
  await expect(said).toHaveText("C is now 2 of 4.");
  await expect(button(page, "Move C up")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(said).toHaveText("C is already the first.");
  await expect(button(page, "Move C up")).toBeFocused();
  await expect.poll(() => names(page)).toEqual(["C", "A", "B", "SQL: First Queries"]);
  const order = async () => (await admin.structure()).map(({ title }) => title);
  await expect.poll(order).toEqual(["C", "A", "B", "SQL: First Queries"]);

  await button(page, "Toggle SQL: First Queries").click();
  const course = (await admin.structure())[3]!;
  const [first, second] = course.lessons;
  await button(page, `Move ${first!.title} down`).focus();
  await page.keyboard.press("Space");
  await expect(button(page, `Move ${first!.title} down`)).toBeFocused();
  await button(page, `Toggle ${first!.title}`).click();
  const [one, two] = first!.chapters;
  await button(page, `Move ${two!.title} up`).click();
  await expect.poll(() => names(page, `Chapters of ${first!.title}`)).toEqual([two!.title, one!.title]);
  await expect
    .poll(async () => (await admin.structure())[3]!.lessons.map(({ title }) => title))
    .toEqual([second!.title, first!.title]);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(["C", "A", "B", "SQL: First Queries"]);
});

test("a reload of the list does not undo a move that was made while it loaded", async ({
  page,
  server,
  admin,
}) => {
  for (const title of ["A", "B"]) await admin.call("POST", "/admin/courses", { title });
  await openAsAdmin(page, server, path);
  await expect.poll(() => names(page)).toEqual(["A", "B"]);
  const [oldList, secondSave] = [createGate(), createGate()];
  let loads = 0;
  await page.route("**/admin/courses-structure", async (route) => {
    loads += 1;
    if (loads > 1) return route.continue();
    // The server responds before the second move, and the response takes a long time to arrive.
    const response = await route.fetch();
    await oldList.opened;
    await route.fulfill({ response }).catch(() => {});
  });
  await button(page, "Move B up").click();
  await expect.poll(() => loads).toBe(1);
  await page.route("**/admin/order", async (route) => {
    await secondSave.opened;
    await route.continue();
  });
  const handled = waitUntilHandled(page, "/admin/courses-structure");
  await button(page, "Move B down").click();
  oldList.open();
  await handled;
  await expect.poll(() => names(page)).toEqual(["A", "B"]);
  secondSave.open();
  await expect.poll(() => loads).toBe(2);
  await expect.poll(async () => (await admin.structure()).map(({ title }) => title)).toEqual(["A", "B"]);
  await expect.poll(() => names(page)).toEqual(["A", "B"]);
});

test("moving a row of a list that another admin has changed shows a message and the current list", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault(/status of 409 .*\/admin\/order$/);
  for (const title of ["A", "B"]) await admin.call("POST", "/admin/courses", { title });
  await openAsAdmin(page, server, path);
  await expect.poll(() => names(page)).toEqual(["A", "B"]);
  await admin.call("POST", "/admin/courses", { title: "New", order_index: 5 });
  await button(page, "Move B up").click();
  await expect(page.getByRole("alert")).toHaveText(
    "Error: Someone else has changed this list. Nothing was moved, and the list is now up to date.",
  );
  await expect.poll(() => names(page)).toEqual(["A", "B", "New"]);
  await expect(button(page, "Move B up")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeHidden();
  await expect
    .poll(async () => (await admin.structure()).map(({ title }) => title))
    .toEqual(["B", "A", "New"]);
});

test("the second press of a double click does not import a file whose preview has just appeared", async ({
  page,
  server,
  admin,
}) => {
  await openAsAdmin(page, server, path);
  await openPanel(page);
  await choose(page, fileOf("a.md", courseText("A")));
  const importButton = button(page, "Import");
  await pressOn(button(page, "Check"), 1);
  // A server on the same machine responds as fast as this.
  await expect(panel(page)).toContainText("Nothing is written yet");
  await pressOn(importButton, 2);
  await expect(panel(page)).toContainText("Nothing is written yet");
  expect(await admin.structure()).toEqual([]);
  await pressOn(importButton, 1);
  await expect(panel(page)).toContainText("1 imported");
  expect((await admin.structure()).map(({ title }) => title)).toEqual(["A"]);

  // The question about an existing title appears where the second press may land.
  await choose(page, fileOf("a.md", courseText("A")));
  await button(page, "Check").click();
  await expect(panel(page)).toContainText("Nothing is written yet");
  await button(page, "Import").click();
  const question = page.getByRole("alertdialog", { name: "Import anyway?" });
  const confirm = question.getByRole("button", { name: "Import" });
  await pressOn(confirm, 2);
  await expect(question).toBeVisible();
  await pressOn(confirm, 1);
  await expect(panel(page)).toContainText("1 imported");
  expect((await admin.structure()).map(({ title }) => title)).toEqual(["A", "A"]);
});

test("a count after a name in Hebrew is shown after it, in the check of a file and before a deletion", async ({
  page,
  server,
  admin,
}) => {
  const name = "קורס תכנות";
  await admin.call("POST", "/admin/courses/import/markdown", { markdown: courseText(name) });
  await openAsAdmin(page, server, path);
  await openPanel(page);
  await choose(page, fileOf("b.md", courseText(name)));
  await button(page, "Check").click();
  await expect(panel(page)).toContainText(`${name}, 1 lesson, 1 chapter, 1 example`);
  const edges = (at: Locator) =>
    at.evaluate((element, title) => {
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: { name?: DOMRect; one?: DOMRect } = {};
      const range = document.createRange();
      while (walk.nextNode()) {
        const text = walk.currentNode as Text;
        if (text.data === title) {
          range.selectNode(text);
          found.name = range.getBoundingClientRect();
        } else if (found.name && text.data.includes("1")) {
          range.setStart(text, text.data.indexOf("1"));
          range.setEnd(text, text.data.indexOf("1") + 1);
          found.one ??= range.getBoundingClientRect();
        }
      }
      return { name: found.name?.right ?? Infinity, one: found.one?.left ?? 0 };
    }, name);
  const inCheck = await edges(panel(page).locator(".file-about"));
  expect(inCheck.one).toBeGreaterThanOrEqual(inCheck.name);
  await button(page, `Delete ${name}`).click();
  const question = page.getByRole("alertdialog", { name: "Confirm Deletion" });
  await expect(question).toContainText(`${name}: 1 lesson, 1 chapter and 1 example will be deleted with it.`);
  const inQuestion = await edges(question.locator(".deletion"));
  expect(inQuestion.one).toBeGreaterThanOrEqual(inQuestion.name);
});
