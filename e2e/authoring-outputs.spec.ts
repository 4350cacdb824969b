// What an example prints, in the admin's form and in the list of examples.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { submitLoginForm } from "./support/accounts.ts";
import { type Admin, openAsAdmin, test } from "./support/admin-server.ts";
import { advanceClock, stopClock } from "./support/clock.ts";
import { tabTo } from "./support/keyboard.ts";
import { expect } from "./support/test.ts";

type Row = {
  readonly id: number;
  readonly title: string;
  readonly output: string;
  readonly code_version: number;
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const code = (page: Page) => page.getByLabel("Code Content");
const output = (page: Page) => page.getByLabel("Output", { exact: true });
const question = (page: Page) => page.getByText("The output may no longer fit. Clear it?");
const updated = "Example updated successfully! Redirecting...";

async function createChapter(admin: Admin): Promise<number> {
  const course = await admin.call<Row>("POST", "/admin/courses", { title: "Python" });
  const lesson = await admin.call<Row>("POST", "/admin/lessons", { title: "First", course_id: course.id });
  const chapter = await admin.call<Row>("POST", "/admin/chapters", {
    title: "Numbers",
    lesson_id: lesson.id,
  });
  return chapter.id;
}

/** An example that prints `1`. */
async function createExample(admin: Admin, more: object = {}): Promise<Row> {
  const body = { title: "Print it", code_content: "print(1)", output: "1", language: "python", ...more };
  return admin.call("POST", "/admin/examples", { chapter_id: await createChapter(admin), ...body });
}

const stored = (admin: Admin, { id }: Row) => admin.call<Row>("GET", `/admin/examples/${id}`);

async function save(page: Page, name: string, says: string): Promise<void> {
  await stopClock(page);
  await button(page, name).click();
  await expect(page.getByText(says, { exact: true })).toBeVisible();
  await advanceClock(page, 1_500);
  await page.waitForURL("**/examples");
}

test("an output is typed into a new example, saved exactly, and listed as what it prints @phone", async ({
  page,
  server,
  admin,
}) => {
  const chapterId = await createChapter(admin);
  await openAsAdmin(page, server, `/admin/chapters/${chapterId}/examples/new`);
  await expect(output(page)).toHaveAccessibleDescription(
    /^What the code prints, exactly\. Leave it empty if it prints nothing\./,
  );
  await page.getByLabel("Example Title").fill("Print it");
  await page.getByLabel("Language").selectOption("Python");
  await code(page).fill("print(1)\nprint(' 2')");
  await output(page).fill("1\n  2");
  await expect(page.getByText("2 lines, 5 characters")).toBeVisible();
  await save(page, "Create Example", "Example created successfully! Redirecting...");
  const card = page.getByRole("article", { name: "Print it" });
  await expect(card.getByRole("region", { name: "It prints" })).toHaveText("1\n  2", { useInnerText: true });
  await card.getByRole("link", { name: "Edit Print it" }).click();
  await expect(output(page)).toHaveValue("1\n  2");
  await page.reload();
  await expect(output(page)).toHaveValue("1\n  2");

  // Another output alone is saved without a question, and is no new code.
  await output(page).fill("1\n 2\n");
  await expect(question(page)).toBeHidden();
  await save(page, "Update Example", updated);
  const { examples } = await admin.call<{ examples: readonly Row[] }>(
    "GET",
    `/admin/chapters/${chapterId}/examples`,
  );
  expect(examples).toMatchObject([{ output: "1\n 2\n", code_version: 1 }]);
});

test("a query returns its rows, and an example without an output lists none", async ({
  page,
  server,
  admin,
}) => {
  const row = await createExample(admin, { language: "sql", code_content: "SELECT 1;" });
  const { chapter_id } = (await stored(admin, row)) as Row & { readonly chapter_id: number };
  await admin.call("POST", "/admin/examples", { title: "Silent", code_content: "x", chapter_id });
  await openAsAdmin(page, server, `/admin/chapters/${chapter_id}/examples`);
  const card = page.getByRole("article", { name: "Print it" });
  await expect(card.getByRole("region", { name: "It returns" })).toHaveText("1");
  await expect(page.getByRole("article", { name: "Silent" }).getByRole("heading")).toHaveText(["Silent"]);
});

test.describe("the code has changed and the output has not", () => {
  test("the form asks; 'Clear it' empties the output, and Ctrl+Z brings it back @phone", async ({
    page,
    server,
    admin,
  }) => {
    const row = await createExample(admin);
    await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
    await expect(output(page)).toHaveValue("1");
    await expect(question(page)).toBeHidden();
    await code(page).fill("print(2)");
    await expect(page.getByRole("status").filter({ has: question(page) })).toBeVisible();
    await code(page).fill("print(1)");
    await expect(question(page)).toBeHidden();
    await code(page).fill("print(2)");
    await button(page, "Clear it").click();
    await expect(output(page)).toHaveValue("");
    await expect(output(page)).toBeFocused();
    await expect(question(page)).toBeHidden();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(output(page)).toHaveValue("1");
    await expect(question(page)).toBeVisible();
    await button(page, "Clear it").click();
    await save(page, "Update Example", updated);
    expect(await stored(admin, row)).toMatchObject({ output: "", code_version: 2 });
  });

  test("a save without an answer saves nothing and leads to the question; 'Keep it' keeps the output", async ({
    page,
    server,
    admin,
  }) => {
    const row = await createExample(admin);
    await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
    await code(page).fill("print( 1 )");
    await button(page, "Update Example").click();
    await expect(button(page, "Keep it")).toBeFocused();
    await expect(button(page, "Keep it")).toHaveAccessibleDescription(
      "The output may no longer fit. Clear it?",
    );
    expect(await stored(admin, row)).toMatchObject({ code_version: 1 });
    await page.keyboard.press("Enter");
    await expect(question(page)).toBeHidden();
    await expect(output(page)).toBeFocused();
    // It asks once.
    await code(page).fill("print(  1  )");
    await expect(question(page)).toBeHidden();
    await save(page, "Update Example", updated);
    expect(await stored(admin, row)).toMatchObject({ output: "1", code_version: 2 });
  });

  test("another output is an answer, and so is the keyboard alone", async ({ page, server, admin }) => {
    const row = await createExample(admin);
    await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
    await code(page).fill("print(3)");
    await expect(question(page)).toBeVisible();
    await output(page).fill("3");
    await expect(question(page)).toBeHidden();
    await output(page).fill("1");
    await expect(question(page)).toBeVisible();
    await tabTo(page, button(page, "Clear it"));
    await page.keyboard.press("Space");
    await expect(output(page)).toHaveValue("");
    await expect(output(page)).toBeFocused();
    await page.keyboard.type("3");
    await save(page, "Update Example", updated);
    expect(await stored(admin, row)).toMatchObject({ output: "3", code_version: 2 });
  });

  test("an example that printed nothing, and a new one, are saved without a question", async ({
    page,
    server,
    admin,
  }) => {
    const row = await createExample(admin, { output: "" });
    await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
    await code(page).fill("print(2)");
    await expect(question(page)).toBeHidden();
    await save(page, "Update Example", updated);
    expect(await stored(admin, row)).toMatchObject({ output: "", code_version: 2 });
  });
});

test("an output that is too long or cannot be stored is named with its lines while it is typed, and nothing is saved", async ({
  page,
  server,
  admin,
}) => {
  const row = await createExample(admin);
  await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
  const alert = page.getByRole("alert");
  await output(page).fill("x".repeat(2_001));
  await expect(alert).toHaveText(
    "The output has 2,001 characters in 1 line. At most 2,000 characters and 100 lines are allowed.",
  );
  await output(page).fill("x".repeat(2_000));
  await expect(alert).toBeHidden();
  await output(page).fill("\n".repeat(100));
  await expect(alert).toContainText("100 characters in 101 lines");
  await output(page).fill("a\nb\u0007");
  await expect(alert).toHaveText("Line 2: The output contains a character that cannot be stored: U+0007.");
  await expect(output(page)).toHaveAttribute("aria-invalid", "true");
  await button(page, "Update Example").click();
  await expect(output(page)).toBeFocused();
  await expect(output(page)).toHaveAccessibleDescription(/^Line 2: The output contains/);
  expect(await stored(admin, row)).toMatchObject({ output: "1", code_version: 1 });
  await output(page).fill("a\u00adb");
  await expect(page.getByRole("list", { name: "Remarks on what it prints" })).toContainText("Line 1:");
  await save(page, "Update Example", updated);
  expect(await stored(admin, row)).toMatchObject({ output: "a\u00adb" });
});

test("two admins who change the output see both as code and choose", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault("status of 409");
  const row = await createExample(admin);
  await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
  await output(page).fill("  mine");
  await admin.call("PUT", `/admin/examples/${row.id}`, { output: "  theirs" });
  await button(page, "Update Example").click();
  const panel = page.getByRole("region", { name: "Two versions" });
  await expect(panel.getByRole("heading", { level: 3 })).toHaveText(["Output"]);
  const versions = panel.locator("pre");
  expect(await versions.allTextContents()).toEqual(["  mine", "  theirs"]);
  for (const version of await versions.all())
    await expect(version).toHaveCSS("font-family", /JetBrains Mono/);
  await panel.getByRole("button", { name: "Take theirs" }).click();
  await expect(output(page)).toHaveValue("  theirs");
  await save(page, "Update Example", updated);
  expect(await stored(admin, row)).toMatchObject({ output: "  theirs" });
});

test("code of this admin and another admin's output are a question too", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault("status of 409");
  const row = await createExample(admin);
  await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
  await code(page).fill("print(2)");
  await button(page, "Keep it").click();
  await admin.call("PUT", `/admin/examples/${row.id}`, { output: "one" });
  await button(page, "Update Example").click();
  await expect(page.getByRole("region", { name: "Two versions" })).toBeVisible();
  await expect(output(page)).toHaveValue("one");
  await button(page, "Update Example").click();
  await expect(button(page, "Keep it")).toBeFocused();
  await button(page, "Clear it").click();
  await save(page, "Update Example", updated);
  expect(await stored(admin, row)).toMatchObject({ output: "", code_version: 2 });
});

test("an unsaved output is guarded, and survives the end of the session", async ({ page, server, admin }) => {
  const row = await createExample(admin);
  await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
  await output(page).fill("half an output");
  await page.getByRole("link", { name: "Cancel" }).click();
  const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(leaving).toContainText("If you leave now, you lose them: Output.");
  await leaving.getByRole("button", { name: "Stay" }).click();
  await page.evaluate(() => dispatchEvent(new Event("session-expired")));
  await expect(page).toHaveURL(/\/login/);
  await submitLoginForm(page, server.admin);
  await page.waitForURL(`**/admin/examples/${row.id}/edit`);
  await expect(page.getByText("What you entered has been restored.")).toBeVisible();
  await expect(output(page)).toHaveValue("half an output");
});

for (const width of [1_440, 390])
  test(`form, question and list are accessible in both themes and fit ${width} px`, async ({
    page,
    server,
    admin,
  }) => {
    const long = Array.from({ length: 9 }, (_, line) => `${line} ${"wide ".repeat(60)}`).join("\n");
    const row = await createExample(admin, { output: long.slice(0, 1_990) });
    const { chapter_id } = (await stored(admin, row)) as Row & { readonly chapter_id: number };
    const fits = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    await page.setViewportSize({ width, height: 844 });
    await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
    await code(page).fill("print(2)");
    await expect(question(page)).toBeVisible();
    expect(await fits()).toBe(true);
    await expectAccessible(page, `the form with its question at ${width} px`);
    await output(page).fill("\u0007");
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page, `the form with a refused output at ${width} px`);
    await page.getByRole("link", { name: "Cancel" }).click();
    await button(page, "Leave without saving").click();
    await page.waitForURL("**/admin/courses");
    await openAsAdmin(page, server, `/admin/chapters/${chapter_id}/examples`);
    const printed = page.getByRole("region", { name: "It prints" });
    await expect(printed).toHaveAttribute("tabindex", "0");
    expect(await fits()).toBe(true);
    await expectAccessible(page, `the list at ${width} px`);
  });
