// Several rows in a row: 'Save and add another', the language that a lesson remembers, and the way on after a save.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { type Admin, openAsAdmin, test } from "./support/admin-server.ts";
import { stopClock } from "./support/clock.ts";
import { createGate } from "./support/delayed-responses.ts";
import { expect } from "./support/test.ts";

type Row = { readonly id: number };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const again = (page: Page) => button(page, "Save and add another");
const code = (page: Page) => page.getByLabel("Code Content");
const title = (page: Page, kind = "Example") => page.getByLabel(`${kind} Title`);

/** A course with a lesson of two chapters, and a lesson of one. */
async function createPlaces(admin: Admin) {
  const add = (kind: string, body: object) => admin.call<Row>("POST", `/admin/${kind}`, body);
  const course = await add("courses", { title: "JavaScript" });
  const maps = await add("lessons", { title: "Maps", course_id: course.id });
  const sets = await add("lessons", { title: "Sets", course_id: course.id });
  const grouping = await add("chapters", { title: "Grouping", lesson_id: maps.id });
  const counting = await add("chapters", { title: "Counting", lesson_id: maps.id, order_index: 1 });
  const unions = await add("chapters", { title: "Unions", lesson_id: sets.id });
  return { course, maps, sets, grouping, counting, unions };
}

async function examplesOf(admin: Admin, { id }: Row) {
  const path = `/admin/chapters/${id}/examples`;
  return (await admin.call<{ examples: readonly Record<string, unknown>[] }>("GET", path)).examples;
}

test("an example is saved and another one is begun: in the same chapter, of the same language, with the focus on the title @phone", async ({
  page,
  server,
  admin,
}) => {
  const { grouping } = await createPlaces(admin);
  await openAsAdmin(page, server, `/admin/chapters/${grouping.id}/examples/new`);
  await title(page).fill("First");
  await page.getByLabel("Description").fill("Described");
  await page.getByLabel("Language").selectOption("python");
  await page.getByLabel("Order Index").fill("3");
  await code(page).fill("x = 1");
  await page.getByLabel("Output", { exact: true }).fill("1");
  await again(page).click();
  await expect(page.getByText('Example "First" created successfully!')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expect(page.getByText('Example "First" created successfully!')).toBeInViewport();
  for (const name of ["Example Title", "Description", "Code Content"])
    await expect(page.getByLabel(name)).toHaveValue("");
  await expect(page.getByLabel("Output", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Chapter", { exact: true })).toBeDisabled();
  await expect(page.getByLabel("Chapter", { exact: true })).toHaveValue(String(grouping.id));
  await expect(page.getByLabel("Language")).toHaveValue("python");
  await expect(page.getByLabel("Order Index")).toHaveValue("4");
  await expectAccessible(page, "a form after another row was saved");

  // The second one by the keyboard alone; Enter in a field still saves and leaves.
  await page.keyboard.type("Second");
  await code(page).fill("y = 2");
  await again(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText('Example "Second" created successfully!')).toBeVisible();
  await expect(page.getByText('Example "First" created successfully!')).toBeHidden();
  await title(page).fill("Third");
  await code(page).fill("z = 3");
  await title(page).press("Enter");
  await page.waitForURL(`**/admin/chapters/${grouping.id}/examples`);
  expect(await examplesOf(admin, grouping)).toMatchObject([
    { title: "First", language: "python", order_index: 3, output: "1" },
    { title: "Second", language: "python", order_index: 4, output: "" },
    { title: "Third", language: "python", order_index: 5 },
  ]);
});

test("lessons and chapters are added one after the other, and what was saved can be edited; a course cannot", async ({
  page,
  server,
  admin,
}) => {
  const { course, maps } = await createPlaces(admin);
  for (const [kind, address] of [
    ["Lesson", `/admin/courses/${course.id}/lessons/new`],
    ["Chapter", `/admin/lessons/${maps.id}/chapters/new`],
  ] as const) {
    await openAsAdmin(page, server, address);
    await title(page, kind).fill(`${kind} one`);
    await again(page).click();
    await expect(page.getByText(`${kind} "${kind} one" created successfully!`)).toBeVisible();
    await title(page, kind).fill(`${kind} two`);
    await again(page).click();
    await page.getByRole("link", { name: `Edit ${kind} two` }).click();
    await expect(title(page, kind)).toHaveValue(`${kind} two`);
    // A row that exists is only saved.
    await expect(again(page)).toBeHidden();
  }
  await page.goto("/admin/courses/new");
  await expect(title(page, "Course")).toBeVisible();
  await expect(again(page)).toBeHidden();
});

test("a second press saves nothing twice, and a refused save keeps what was entered", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault("status of 500");
  const { grouping } = await createPlaces(admin);
  await openAsAdmin(page, server, `/admin/chapters/${grouping.id}/examples/new`);
  await again(page).click();
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveAttribute("aria-invalid", "true");
  await title(page).fill("Once");
  await code(page).fill("x");
  await page.route("**/api/admin/examples", (route) => route.fulfill({ status: 500, body: "" }));
  await again(page).click();
  await expect(page.getByRole("form").getByRole("alert")).toHaveText("Error: 500");
  await expect(title(page)).toHaveValue("Once");
  await page.unroute("**/api/admin/examples");
  const gate = createGate();
  await page.route("**/api/admin/examples", async (route) => {
    await gate.opened;
    await route.continue();
  });
  await again(page).dblclick();
  await expect(button(page, "Saving...")).toHaveCount(1);
  await button(page, "Create Example").click();
  gate.open();
  await expect(page.getByText('Example "Once" created successfully!')).toBeVisible();
  await expect(title(page)).toHaveValue("");
  expect(await examplesOf(admin, grouping)).toHaveLength(1);
});

test("only what was not saved is asked about on leaving, and a warning about the title does not stop the next one", async ({
  page,
  server,
  admin,
}) => {
  const { grouping } = await createPlaces(admin);
  await openAsAdmin(page, server, `/admin/chapters/${grouping.id}/examples/new`);
  for (const _ of [1, 2]) {
    await title(page).fill("Twin");
    await code(page).fill("x");
    await again(page).click();
    await expect(title(page)).toHaveValue("");
  }
  await expect(page.getByRole("form")).toContainText(/already|also|same/i);
  await title(page).fill("Unsaved");
  await page.getByRole("link", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).toContainText('"Unsaved"');
  await question.getByRole("button", { name: "Stay" }).click();
  await title(page).fill("");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/admin\/courses$/);
  // Nothing is restored.
  await page.goto(`/admin/chapters/${grouping.id}/examples/new`);
  await expect(title(page)).toHaveValue("");
});

test("a new example starts with the language that was saved last in its lesson", async ({
  page,
  server,
  admin,
}) => {
  const { grouping, counting, unions } = await createPlaces(admin);
  const add = (chapter: Row, language: string) =>
    admin.call<Row>("POST", "/admin/examples", {
      title: language,
      code_content: "x",
      language,
      chapter_id: chapter.id,
    });
  const startsWith = async (chapter: Row, language: string) => {
    await page.goto(`/admin/chapters/${chapter.id}/examples/new`);
    await expect(page.getByLabel("Language")).toHaveValue(language);
  };
  await openAsAdmin(page, server, `/admin/chapters/${counting.id}/examples/new`);
  await expect(page.getByLabel("Language")).toHaveValue("text");
  const first = await add(grouping, "python");
  await add(counting, "sql");
  await startsWith(grouping, "sql");
  await startsWith(counting, "sql");
  await startsWith(unions, "text");
  await admin.call("PUT", `/admin/examples/${first.id}`, { language: "javascript" });
  await startsWith(counting, "javascript");
});

test("after a save, Enter leads on at once", async ({ page, server, admin }) => {
  const { grouping } = await createPlaces(admin);
  await openAsAdmin(page, server, `/admin/chapters/${grouping.id}/examples/new`);
  await title(page).fill("x");
  await code(page).fill("x");
  // The time of the redirect never comes.
  await stopClock(page);
  await button(page, "Create Example").dblclick();
  await expect(page.getByText("Example created successfully! Redirecting...", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/chapters/${grouping.id}/examples$`));
  expect(await examplesOf(admin, grouping)).toHaveLength(1);
});

test("after a change of a lesson, a press leads on at once", async ({ page, server, admin }) => {
  const { maps } = await createPlaces(admin);
  await openAsAdmin(page, server, `/admin/lessons/${maps.id}/edit`);
  await title(page, "Lesson").fill("Other");
  await stopClock(page);
  await button(page, "Update Lesson").click();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/admin\/courses$/);
});
