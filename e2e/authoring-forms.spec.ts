// The admin's forms and the list of examples: creating and changing content, refused input, two admins, unsaved text,
// untypable code, moves and deletions.

import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { changeStoredSession, submitLoginForm } from "./support/accounts.ts";
import { type Admin, openAsAdmin, test } from "./support/admin-server.ts";
import { advanceClock, stopClock } from "./support/clock.ts";
import { delayResponses } from "./support/delayed-responses.ts";
import { tabTo } from "./support/keyboard.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect } from "./support/test.ts";
import { freshName } from "./support/typing.ts";

type Row = { readonly id: number; readonly title: string; readonly updated_at: string };
type Place = { readonly course: Row; readonly lesson: Row; readonly chapter: Row };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const code = (page: Page) => page.getByLabel("Code Content");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const leaving = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });
const path = (page: Page) => new URL(page.url()).pathname;
/** How long the message about a save or a deletion is shown. */
const messageMs = 1_500;
const cards = (page: Page) => page.getByRole("list", { name: "Examples" }).getByRole("article");

/** Creates a course with one lesson and one chapter. */
async function createChapter(admin: Admin): Promise<Place> {
  const course = await admin.call<Row>("POST", "/admin/courses", { title: "JavaScript" });
  const lesson = await admin.call<Row>("POST", "/admin/lessons", { title: "Maps", course_id: course.id });
  const chapter = await admin.call<Row>("POST", "/admin/chapters", {
    title: "Grouping",
    lesson_id: lesson.id,
  });
  return { course, lesson, chapter };
}

function createExample(admin: Admin, { chapter }: Place, more: object = {}): Promise<Row> {
  const body = { title: "Group by key", code_content: "a\nb", language: "javascript", ...more };
  return admin.call("POST", "/admin/examples", { chapter_id: chapter.id, ...body });
}

/** Registers `number` learners and completes the example for each, with different best times. */
async function learnersComplete(server: RunningServer, exampleId: number, number: number): Promise<void> {
  const send = (path: string, body: object, token = "") =>
    fetch(`${server.url}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  for (let i = 0; i < number; i += 1) {
    const username = freshName("learner");
    const account = { username, email: `${username}@example.com`, password: "correct horse" };
    const { token } = (await (await send("/auth/register", account)).json()) as { token: string };
    const run = { status: "completed", time_ms: 5_000 + i };
    expect((await send(`/courses/progress/${exampleId}`, run, token)).status).toBe(200);
  }
}

/** Presses a button that saves, expects its short message, and waits for the next page. */
async function save(page: Page, name: string, says: string, leadsTo: string): Promise<void> {
  await stopClock(page);
  await button(page, name).click();
  await expect(page.getByText(says, { exact: true })).toBeVisible();
  await advanceClock(page, messageMs);
  await page.waitForURL(leadsTo);
}

function count(page: Page, method: string): () => number {
  let number = 0;
  page.on("request", (request) => {
    if (request.method() === method && request.url().includes("/api/admin/")) number += 1;
  });
  return () => number;
}

test.describe("creating", () => {
  test("courses, lessons, chapters and examples are created at their paths, with a message and a next page [TEXT-13] @phone", async ({
    page,
    server,
    admin,
  }) => {
    await openAsAdmin(page, server, "/admin/courses/new");
    await expect(page).toHaveTitle("Create New Course | Tabstop");
    await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/admin/courses");
    await expect(page.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/admin/courses");
    await expect(page.getByLabel("Difficulty Level")).toHaveValue("beginner");
    await expect(page.getByLabel("Order Index")).toHaveValue("0");
    await expect(page.getByLabel("Published")).toBeChecked();
    await page.getByLabel("Course Title").fill("JavaScript");
    await page.getByLabel("Difficulty Level").selectOption("Advanced");
    await page.getByLabel("Order Index").fill("4");
    await save(page, "Create Course", "Course created successfully! Redirecting...", "**/admin/courses");
    const [course] = await admin.structure();
    expect(course).toMatchObject({
      title: "JavaScript",
      difficulty_level: "advanced",
      order_index: 4,
      published: true,
    });

    await page.goto(`/admin/courses/${course?.id}/lessons/new`);
    await expect(heading(page, "Create New Lesson")).toBeVisible();
    const parent = page.getByRole("combobox", { name: "Course" });
    await expect(parent).toBeDisabled();
    await expect(parent).toHaveText("JavaScript");
    await page.getByLabel("Lesson Title").fill("Maps");
    await page.getByLabel("Description").fill("What a Map is\n\nfor.");
    await save(page, "Create Lesson", "Lesson created successfully! Redirecting...", "**/admin/courses");
    const lesson = (await admin.structure())[0]?.lessons[0];
    expect(lesson).toMatchObject({ title: "Maps", description: "What a Map is\n\nfor." });

    await page.goto(`/admin/lessons/${lesson?.id}/chapters/new`);
    await expect(heading(page, "Create New Chapter")).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Lesson" })).toBeDisabled();
    await expect(page.getByRole("combobox", { name: "Lesson" })).toHaveText("JavaScript - Maps");
    await page.getByLabel("Chapter Title").fill("Grouping");
    await save(page, "Create Chapter", "Chapter created successfully! Redirecting...", "**/admin/courses");
    const chapter = (await admin.structure())[0]?.lessons[0]?.chapters[0];

    await page.goto(`/admin/chapters/${chapter?.id}/examples/new`);
    await expect(heading(page, "Create New Example")).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Chapter" })).toBeDisabled();
    await expect(page.getByRole("combobox", { name: "Chapter" })).toHaveText("JavaScript - Maps - Grouping");
    await expect(code(page)).toHaveAttribute("rows", "10");
    await expect(page.getByLabel("Description")).toHaveAttribute("rows", "3");
    await page.getByLabel("Example Title").fill("Group by key");
    await page.getByLabel("Language").selectOption("JavaScript");
    await code(page).fill("const a = 1;\n\tb();");
    await save(
      page,
      "Create Example",
      "Example created successfully! Redirecting...",
      `**/admin/chapters/${chapter?.id}/examples`,
    );
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page).first().locator("pre")).toHaveText("const a = 1;\n\tb();");
    // The next example of a chapter is most likely in the same language.
    await page.getByRole("link", { name: "ADD NEW EXAMPLE" }).click();
    await expect(page.getByLabel("Language")).toHaveValue("javascript");
  });

  test("a title that reads the same as a sibling's is saved, and the form waits until the warning is read @phone", async ({
    page,
    server,
    admin,
  }) => {
    const place = await createChapter(admin);
    await createExample(admin, place, { title: "Caf\u00e9" });
    const forms = [
      { path: "/admin/courses/new", name: "Course", title: "javaScript" },
      { path: `/admin/courses/${place.course.id}/lessons/new`, name: "Lesson", title: "MAPS" },
      { path: `/admin/lessons/${place.lesson.id}/chapters/new`, name: "Chapter", title: "Group\u200bing" },
      { path: `/admin/chapters/${place.chapter.id}/examples/new`, name: "Example", title: "Cafe\u0301" },
    ];
    for (const { path: at, name, title } of forms) {
      await openAsAdmin(page, server, at);
      await page.getByLabel(`${name} Title`).fill(title);
      if (name === "Example") await code(page).fill("x");
      await stopClock(page);
      await button(page, `Create ${name}`).click();
      await expect(page.getByText(`${name} created successfully!`, { exact: true })).toBeVisible();
      await expect(
        page.getByText(new RegExp(`another ${name.toLowerCase()} whose title reads the same`)),
      ).toBeVisible();
      const onward = page.getByRole("link", { name: "Continue", exact: true });
      await expect(onward).toBeFocused();
      await expect(button(page, `Create ${name}`)).toHaveCount(0);
      await advanceClock(page, 10 * messageMs);
      expect(path(page)).toBe(at);
      await page.keyboard.press("Enter");
      await page.waitForURL(name === "Example" ? `**${at.replace("/new", "")}` : "**/admin/courses");
    }
    await page.goto(`/admin/lessons/${place.lesson.id}/edit`);
    await page.getByLabel("Lesson Title").fill("maps ");
    await button(page, "Update Lesson").click();
    await expect(page.getByText("Lesson updated successfully!", { exact: true })).toBeVisible();
    await expectAccessible(page, "a form with a warning after its save");
  });

  test("learners do not see an unpublished course until it is published", async ({ page, server, admin }) => {
    await openAsAdmin(page, server, "/admin/courses/new");
    await page.getByLabel("Course Title").fill("Elixir");
    await page.getByLabel("Published").uncheck();
    await save(page, "Create Course", "Course created successfully! Redirecting...", "**/admin/courses");
    const listed = async () =>
      (await admin.call<{ courses: Row[] }>("GET", "/courses/courses")).courses.length;
    expect(await listed()).toBe(0);
    await page.goto(`/admin/courses/${(await admin.structure())[0]?.id}`);
    await expect(page.getByLabel("Published")).not.toBeChecked();
    await page.getByLabel("Published").check();
    await save(page, "Update Course", "Course updated successfully! Redirecting...", "**/admin/courses");
    expect(await listed()).toBe(1);
  });

  test("a double click saves once, and the button shows that it is saving [TEXT-23]", async ({
    page,
    server,
    admin,
  }) => {
    const { lesson } = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/lessons/${lesson.id}/chapters/new`);
    const releaseResponses = await delayResponses(page, "**/api/admin/chapters");
    const posts = count(page, "POST");
    await page.getByLabel("Chapter Title").fill("Sets");
    await button(page, "Create Chapter").dblclick();
    await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
    await page.getByRole("button", { name: "Saving..." }).press("Enter");
    await page.getByLabel("Chapter Title").press("Enter");
    releaseResponses();
    await page.waitForURL("**/admin/courses");
    expect(posts()).toBe(1);
    expect((await admin.structure())[0]?.lessons[0]?.chapters.map(({ title }) => title)).toEqual([
      "Grouping",
      "Sets",
    ]);
  });

  test("when the parent in the path does not exist, another one can be chosen", async ({
    page,
    server,
    admin,
  }) => {
    const { chapter } = await createChapter(admin);
    await openAsAdmin(page, server, "/admin/chapters/abc/examples/new");
    const parent = page.getByRole("combobox", { name: "Chapter" });
    await expect(parent).toBeEnabled();
    await page.getByLabel("Example Title").fill("x");
    await code(page).fill("x");
    await button(page, "Create Example").click();
    await expect(page.getByText("Choose a chapter.", { exact: true })).toBeVisible();
    await expect(parent).toBeFocused();
    await parent.selectOption("JavaScript - Maps - Grouping");
    await save(
      page,
      "Create Example",
      "Example created successfully! Redirecting...",
      `**/admin/chapters/${chapter.id}/examples`,
    );
    await expect(cards(page)).toHaveCount(1);
  });
});

test("every kind of content can be changed at both of its paths [TEXT-24] @phone", async ({
  page,
  server,
  admin,
}) => {
  const here = await createChapter(admin);
  const { course, lesson, chapter } = here;
  const row = await createExample(admin, here);
  const forms = [
    {
      kind: "Course",
      id: course.id,
      at: [`/admin/courses/${course.id}`, `/admin/courses/${course.id}/edit`],
    },
    {
      kind: "Lesson",
      id: lesson.id,
      at: [`/admin/courses/${course.id}/lessons/${lesson.id}`, `/admin/lessons/${lesson.id}/edit`],
    },
    {
      kind: "Chapter",
      id: chapter.id,
      at: [`/admin/lessons/${lesson.id}/chapters/${chapter.id}`, `/admin/chapters/${chapter.id}/edit`],
    },
    {
      kind: "Example",
      id: row.id,
      at: [`/admin/chapters/${chapter.id}/examples/${row.id}`, `/admin/examples/${row.id}/edit`],
    },
  ];
  await openAsAdmin(page, server, "/admin/courses");
  for (const { kind, id, at } of forms)
    for (const [which, address] of at.entries()) {
      await page.goto(address);
      await expect(heading(page, `Edit ${kind}`)).toBeVisible();
      const before = page.getByLabel(`${kind} Title`);
      await expect(before).not.toHaveValue("");
      if (kind !== "Course") await expect(page.getByRole("combobox").first()).toBeDisabled();
      await before.fill(`${kind} ${which}`);
      const target = kind === "Example" ? `/admin/chapters/${chapter.id}/examples` : "/admin/courses";
      await save(page, `Update ${kind}`, `${kind} updated successfully! Redirecting...`, `**${target}`);
      const saved = await admin.call<Row>("GET", `/admin/${kind.toLowerCase()}s/${id}`);
      expect(saved.title).toBe(`${kind} ${which}`);
    }
});

test.describe("a refused save", () => {
  test("a problem is shown at its field, which gets the focus, and the order index becomes a whole number", async ({
    page,
    server,
    admin,
  }) => {
    const here = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples/new`);
    await button(page, "Create Example").click();
    const title = page.getByLabel("Example Title");
    await expect(title).toBeFocused();
    await expect(title).toHaveAttribute("aria-invalid", "true");
    await expect(title).toHaveAccessibleDescription(
      "The example title is empty. Give it 1 to 200 characters.",
    );
    await expect(code(page)).toHaveAccessibleDescription(/There is nothing to type/);
    await title.fill("Numbers");
    await expect(title).not.toHaveAttribute("aria-invalid", "true");
    await code(page).fill(`a\n${"x".repeat(501)}`);
    await button(page, "Create Example").click();
    await expect(code(page)).toBeFocused();
    await expect(code(page)).toHaveAccessibleDescription(/Line 2: This line of code has 501 characters/);

    const order = page.getByLabel("Order Index");
    for (const [typed, becomes] of [
      ["2.7", "2"],
      ["-3", "0"],
      ["", "0"],
      ["1e3", "1000"],
    ] as const) {
      await order.fill(typed);
      await order.blur();
      await expect(order).toHaveValue(becomes);
    }
    await order.fill("1000001");
    await code(page).fill("x");
    await button(page, "Create Example").click();
    await expect(order).toHaveAccessibleDescription(/It must be a whole number from 0 to 1,000,000/);
    await order.fill("7.9");
    await order.press("Enter");
    await page.waitForURL(`**/admin/chapters/${here.chapter.id}/examples`);
    await expect(cards(page).first().getByTitle("Order Index")).toHaveText("Order Index 7");
  });

  test("the server's message or a fallback is shown, and the form keeps its text [TEXT-42]", async ({
    page,
    server,
    admin,
    faults,
  }) => {
    faults.expectFault("Failed to load resource");
    const here = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples/new`);
    await page.getByLabel("Example Title").fill("x");
    await code(page).fill("x");
    const alert = page.getByRole("form").getByRole("alert");
    await page.route("**/api/admin/examples", (route) => route.fulfill({ status: 500, body: "" }));
    await button(page, "Create Example").click();
    await expect(alert).toHaveText("Error: 500");
    await page.route("**/api/admin/examples", (route) => route.abort());
    await button(page, "Create Example").click();
    await expect(alert).toContainText("The server could not be reached");
    // The request may have arrived and only the response was lost.
    await expect(alert).toContainText(
      "What you entered is still here. Before you try again, check whether the example is in the list.",
    );
    await page.unroute("**/api/admin/examples");
    await page.route("**/api/admin/examples", (route) =>
      route.fulfill({
        status: 409,
        json: { error: "A chapter has at most 200 examples.", code: "TOO_MANY" },
      }),
    );
    await button(page, "Create Example").click();
    await expect(alert).toHaveText("Error: A chapter has at most 200 examples.");

    await page.getByRole("link", { name: "Cancel" }).click();
    await button(page, "Leave without saving").click();
    await page.goto(`/admin/lessons/${here.lesson.id}/edit`);
    await page.getByLabel("Lesson Title").fill("Other");
    await page.route("**/api/admin/lessons/*", (route) => route.fulfill({ status: 502, body: "" }));
    await button(page, "Update Lesson").click();
    await expect(alert).toHaveText("Request failed with status 502");
    await expect(page.getByLabel("Lesson Title")).toHaveValue("Other");
  });

  test("a path to missing content shows a message and a link back", async ({ page, server, faults }) => {
    faults.expectFault("status of 404");
    await openAsAdmin(page, server, "/admin/courses");
    for (const [address, sentence] of [
      ["/admin/examples/999/edit", "Error: 404"],
      ["/admin/examples/abc/edit", "Error: 404"],
      ["/admin/courses/999", "Error: There is no such course."],
      ["/admin/lessons/999/edit", "Error: There is no such lesson."],
      ["/admin/chapters/999/edit", "Error: There is no such chapter."],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole("alert")).toHaveText(sentence);
      await expect(page.getByRole("link", { name: "Back to the courses" })).toBeVisible();
    }
  });

  test("a failed load can be tried again", async ({ page, server, admin, faults }) => {
    faults.expectFault("Failed to load resource");
    const row = await createExample(admin, await createChapter(admin));
    await openAsAdmin(page, server, "/admin/courses");
    await page.route("**/api/admin/examples/*", (route) => route.fulfill({ status: 400, body: "" }));
    await page.goto(`/admin/examples/${row.id}/edit`);
    await expect(page.getByRole("alert")).toContainText("Error: 400");
    await page.unroute("**/api/admin/examples/*");
    await button(page, "Try Again").click();
    await expect(page.getByLabel("Example Title")).toHaveValue("Group by key");
  });
});

test.describe("two admins", () => {
  test("the later save shows both versions, overwrites nothing, and lets the admin choose for each field [TEXT-22] @phone", async ({
    page,
    server,
    admin,
    browser,
    faults,
  }) => {
    faults.expectFault("status of 409");
    const here = await createChapter(admin);
    const row = await createExample(admin, here, { description: "old" });
    const address = `/admin/examples/${row.id}/edit`;
    const others = await browser.newContext({ baseURL: server.url });
    const other = await others.newPage();
    await openAsAdmin(page, server, address);
    await openAsAdmin(other, server, address);

    await page.getByLabel("Example Title").fill("Mine");
    await page.getByLabel("Order Index").fill("5");
    await other.getByLabel("Example Title").fill("Theirs");
    await other.getByLabel("Description").fill("their description");
    await save(other, "Update Example", "Example updated successfully! Redirecting...", "**/examples");
    await others.close();

    await button(page, "Update Example").click();
    const panel = page.getByRole("region", { name: "Two versions" });
    await expect(panel.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(panel.getByRole("heading", { level: 3 })).toHaveText([
      "Example Title",
      "Description",
      "Order Index",
    ]);
    await expect(panel.locator("pre")).toHaveText(["Mine", "Theirs", "old", "their description", "5", "0"]);
    const mine = panel.getByRole("button", { name: "Keep mine" });
    const theirs = panel.getByRole("button", { name: "Take theirs" });
    // Only the other admin changed the description, only this admin changed the order, and both changed the title.
    await expect(mine.nth(0)).toHaveAttribute("aria-pressed", "false");
    await expect(theirs.nth(0)).toHaveAttribute("aria-pressed", "false");
    await expect(theirs.nth(1)).toHaveAttribute("aria-pressed", "true");
    await expect(mine.nth(2)).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByLabel("Description")).toHaveValue("their description");

    await button(page, "Update Example").click();
    await expect(panel.getByRole("alert")).toHaveText("Choose a version for each field.");
    await expect(mine.nth(0)).toBeFocused();
    await theirs.nth(0).click();
    await expect(page.getByLabel("Example Title")).toHaveValue("Theirs");
    await mine.nth(0).click();
    await expect(page.getByLabel("Example Title")).toHaveValue("Mine");
    await save(page, "Update Example", "Example updated successfully! Redirecting...", "**/examples");
    expect(await admin.call("GET", `/admin/examples/${row.id}`)).toMatchObject({
      title: "Mine",
      description: "their description",
      order_index: 5,
    });
  });

  test("a third save while an admin chooses is another conflict", async ({ page, server, admin, faults }) => {
    faults.expectFault("status of 409");
    const { chapter } = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/chapters/${chapter.id}/edit`);
    await page.getByLabel("Chapter Title").fill("Mine");
    await admin.call("PUT", `/admin/chapters/${chapter.id}`, { title: "Second" });
    await button(page, "Update Chapter").click();
    await page.getByRole("button", { name: "Keep mine" }).click();
    await admin.call("PUT", `/admin/chapters/${chapter.id}`, { title: "Third" });
    await button(page, "Update Chapter").click();
    await expect(page.getByRole("region", { name: "Two versions" }).locator("pre")).toHaveText([
      "Mine",
      "Third",
    ]);
    await page.getByRole("button", { name: "Take theirs" }).click();
    await save(page, "Update Chapter", "Chapter updated successfully! Redirecting...", "**/admin/courses");
    expect((await admin.call<Row>("GET", `/admin/chapters/${chapter.id}`)).title).toBe("Third");
  });

  test("the same change by two admins is saved without a question", async ({
    page,
    server,
    admin,
    faults,
  }) => {
    faults.expectFault("status of 409");
    const { lesson } = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/lessons/${lesson.id}/edit`);
    await page.getByLabel("Lesson Title").fill("Both");
    await admin.call("PUT", `/admin/lessons/${lesson.id}`, { title: "Both" });
    await save(page, "Update Lesson", "Lesson updated successfully! Redirecting...", "**/admin/courses");
  });

  test("the form says that its content was deleted by another admin, and keeps the text for copying", async ({
    page,
    server,
    admin,
    faults,
  }) => {
    faults.expectFault("status of 404");
    const here = await createChapter(admin);
    const row = await createExample(admin, here);
    await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
    await code(page).fill("worth keeping");
    await admin.call("DELETE", `/admin/examples/${row.id}`);
    await button(page, "Update Example").click();
    const alert = page.getByRole("form").getByRole("alert");
    await expect(alert).toContainText("Error: There is no such example.");
    await expect(alert).toContainText("Someone has deleted it in the meantime.");
    await expect(code(page)).toHaveValue("worth keeping");
  });
});

test.describe("unsaved text", () => {
  test("links, the menu, Back and Forward ask before unsaved text is lost, and staying keeps it @phone", async ({
    page,
    server,
    admin,
  }) => {
    const { course } = await createChapter(admin);
    const form = `/admin/courses/${course.id}`;
    await openAsAdmin(page, server, "/admin/courses");
    await page.goto("/courses");
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Admin Dashboard" }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, form);
    const title = page.getByLabel("Course Title");
    await expect(title).toHaveValue("JavaScript");
    await title.fill("Half a ti");

    // Undoing a step of the history is another step, which the browser takes a moment later.
    const isBack = () => expect.poll(() => page.evaluate(() => location.pathname)).toBe(form);
    const staysAfter = async (leave: () => Promise<unknown>) => {
      await leave();
      await expect(leaving(page)).toBeVisible();
      await expect(leaving(page)).toHaveAccessibleDescription(
        'Your changes to the course "Half a ti" have not been saved. If you leave now, you lose them: Course Title.',
      );
      await expect(button(page, "Stay")).toBeFocused();
      await button(page, "Stay").click();
      await expect(leaving(page)).toBeHidden();
      await isBack();
      await expect(title).toHaveValue("Half a ti");
    };
    await staysAfter(() => page.getByRole("link", { name: "Back" }).click());
    await staysAfter(() => page.getByRole("link", { name: "Cancel" }).click());
    await staysAfter(() => page.getByRole("link", { name: "Tabstop" }).click());
    await staysAfter(async () => {
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
    });
    await staysAfter(() => page.evaluate(() => history.back()));
    await staysAfter(() => page.evaluate(() => history.go(-2)));
    // Esc means Stay, the safe choice.
    await page.evaluate(() => history.back());
    await expect(leaving(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(leaving(page)).toBeHidden();
    await isBack();

    await page.evaluate(() => history.back());
    await button(page, "Leave without saving").click();
    await expect(page).toHaveURL(/\/admin$/);
    // The unsaved text is gone, and the history moved by one step only.
    await page.evaluate(() => history.forward());
    await expect(title).toHaveValue("JavaScript");
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/admin$/);
  });

  test("Logout also waits for the decision about unsaved text", async ({ page, server, admin }) => {
    const { course } = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/courses/${course.id}`);
    await page.getByLabel("Course Title").fill("x");
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await button(page, "Leave without saving").click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test("the browser asks before a reload that would lose unsaved text, and only then", async ({
    page,
    server,
    admin,
  }) => {
    const { course } = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/courses/${course.id}`);
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    const title = page.getByLabel("Course Title");
    await title.fill("x");
    await title.fill("JavaScript");
    await page.reload();
    await expect(title).toHaveValue("JavaScript");
    expect(dialogs).toEqual([]);
    // A browser asks only after the user has interacted with the page.
    await title.click();
    await title.fill("x");
    await page.reload();
    await expect(title).toHaveValue("JavaScript");
    expect(dialogs).toEqual(["beforeunload"]);
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/admin\/courses$/);
  });

  test("the text survives the end of the session, for the same user at the same path", async ({
    page,
    server,
    admin,
    faults,
  }) => {
    faults.expectFault("status of 409");
    const here = await createChapter(admin);
    const row = await createExample(admin, here);
    await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
    await page.getByLabel("Example Title").fill("Half a title");
    await code(page).fill("half\na code");
    await changeStoredSession(page, { tokenExpiry: 1, refreshTokenExpiry: 1 });
    await page.evaluate(() => dispatchEvent(new Event("session-expired")));
    await expect(page).toHaveURL(/\/login/);
    await admin.call("PUT", `/admin/examples/${row.id}`, { description: "saved by another admin" });
    await submitLoginForm(page, server.admin);
    await page.waitForURL(`**/admin/examples/${row.id}/edit`);
    await expect(page.getByText("What you entered has been restored.")).toBeVisible();
    await expect(page.getByLabel("Example Title")).toHaveValue("Half a title");
    await expect(code(page)).toHaveValue("half\na code");
    // The form still knows on which version the text is based.
    await button(page, "Update Example").click();
    const pressed = page.getByRole("button", { pressed: true });
    await expect(pressed).toHaveText(["Keep mine", "Take theirs", "Keep mine"]);
    await save(page, "Update Example", "Example updated successfully! Redirecting...", "**/examples");
    expect(await admin.call("GET", `/admin/examples/${row.id}`)).toMatchObject({
      title: "Half a title",
      code_content: "half\na code",
      description: "saved by another admin",
    });
    await page.goto(`/admin/examples/${row.id}/edit`);
    await expect(page.getByLabel("Example Title")).toHaveValue("Half a title");
    await expect(page.getByText("What you entered has been restored.")).toBeHidden();
  });

  test("after the session ended during a choice between two versions, the form asks again", async ({
    page,
    server,
    admin,
    faults,
  }) => {
    faults.expectFault("status of 409");
    const { chapter } = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/chapters/${chapter.id}/edit`);
    await page.getByLabel("Chapter Title").fill("Mine");
    await admin.call("PUT", `/admin/chapters/${chapter.id}`, { title: "Theirs" });
    await button(page, "Update Chapter").click();
    const versions = page.getByRole("region", { name: "Two versions" }).locator("pre");
    await expect(versions).toHaveText(["Mine", "Theirs"]);
    await page.evaluate(() => dispatchEvent(new Event("session-expired")));
    await expect(page).toHaveURL(/\/login/);
    await submitLoginForm(page, server.admin);
    await expect(page.getByLabel("Chapter Title")).toHaveValue("Mine");
    await button(page, "Update Chapter").click();
    await expect(versions).toHaveText(["Mine", "Theirs"]);
    expect((await admin.call<Row>("GET", `/admin/chapters/${chapter.id}`)).title).toBe("Theirs");
  });
});

test.describe("untypable code", () => {
  test("findings are shown while the admin types and are repaired one by one or all at once; undo works @phone", async ({
    page,
    server,
    admin,
  }) => {
    const here = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples/new`);
    const remarks = page.getByRole("list", { name: "Remarks on the code" }).getByRole("listitem");
    await code(page).fill("const a\u00a0= “x”;\nif (a) {\u200b\n\tb(’);  \n}\n  // → y");
    await expect(remarks).toContainText([
      "Line 1: A no-break space (U+00A0) looks like a space. Learners may type a space instead.",
      'Line 1: “ is hard to type. Learners may type " instead.',
      'Line 1: ” is hard to type. Learners may type " instead.',
      "Line 2: A zero-width space (U+200B) cannot be seen.",
      "Line 3: The line is indented with tabs where other lines have spaces. Learners cannot see the difference.",
      "Line 3: ’ is hard to type. Learners may type ' instead.",
      "Line 3: The line ends with spaces or tabs, which learners cannot see but have to type.",
      "Line 5: → is on no keyboard. Learners would have to look for it.",
    ]);
    await expect(page.getByText("5 lines, longest 14 columns")).toBeVisible();
    await expect(page.getByText("8 remarks on the code.")).toBeAttached();

    await button(page, "Repair a no-break space (U+00A0)").click();
    await expect(code(page)).toHaveValue("const a = “x”;\nif (a) {\u200b\n\tb(’);  \n}\n  // → y");
    await expect(code(page)).toBeFocused();
    await expect(remarks).toHaveCount(7);
    await button(page, "Repair all").click();
    await expect(code(page)).toHaveValue('const a = "x";\nif (a) {\n  b(\');\n}\n  // → y');
    await expect(remarks).toHaveText(["Line 5: → is on no keyboard. Learners would have to look for it."]);
    await page.keyboard.press("Control+z");
    await expect(code(page)).toHaveValue("const a = “x”;\nif (a) {\u200b\n\tb(’);  \n}\n  // → y");
  });

  test("Tab leaves the code field, so that a keyboard user is not trapped in it", async ({
    page,
    server,
    admin,
  }) => {
    const here = await createChapter(admin);
    await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples/new`);
    await code(page).fill("x");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Output", { exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(button(page, "Create Example")).toBeFocused();
    await expect(code(page)).toHaveValue("x");
  });
});

test("the form says how many best times a change of the code clears as soon as the code differs", async ({
  page,
  server,
  admin,
}) => {
  const row = await createExample(admin, await createChapter(admin));
  await learnersComplete(server, row.id, 2);
  await openAsAdmin(page, server, `/admin/examples/${row.id}/edit`);
  const note = page.getByText("Saving this code clears 2 best times");
  await page.getByLabel("Example Title").fill("Other");
  await expect(code(page)).toHaveValue("a\nb");
  await expect(note).toBeHidden();
  await code(page).fill("a\nb\nc");
  await expect(note).toBeVisible();
  await code(page).fill("a\nb");
  await expect(note).toBeHidden();
  await code(page).fill("c");
  await save(page, "Update Example", "Example updated successfully! Redirecting...", "**/examples");
  expect(await admin.call("GET", `/admin/examples/${row.id}`)).toMatchObject({
    time_count: 0,
    code_version: 2,
  });
});

test.describe("the list of examples", () => {
  test("the list shows order, title, description and code, and links to the forms [TEXT-21] @phone", async ({
    page,
    server,
    admin,
  }) => {
    const here = await createChapter(admin);
    await createExample(admin, here, { title: "Second", order_index: 5 });
    const first = await createExample(admin, here, {
      title: "First",
      description: "What it is.",
      order_index: 2,
    });
    await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples`);
    await expect(page).toHaveTitle("Examples | Tabstop");
    await expect(page.getByRole("combobox", { name: "Chapter" })).toHaveValue(String(here.chapter.id));
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText("Courses/JavaScript/Maps");
    await expect(page.getByText("2 examples", { exact: true })).toBeVisible();
    await expect(cards(page).getByRole("heading")).toHaveText(["First", "Second"]);
    await expect(cards(page).first()).toContainText("What it is.");
    await expect(cards(page).first().getByTitle("Order Index")).toHaveText("Order Index 2");
    await expect(cards(page).first().locator("pre")).toHaveText("a\nb");
    await expect(page.getByRole("link", { name: "ADD NEW EXAMPLE" })).toHaveAttribute(
      "href",
      `/admin/chapters/${here.chapter.id}/examples/new`,
    );
    await page.getByRole("link", { name: "Edit First" }).click();
    await expect(page).toHaveURL(`/admin/chapters/${here.chapter.id}/examples/${first.id}`);
    await expect(heading(page, "Edit Example")).toBeFocused();
  });

  test("an empty chapter says so, and /admin/examples offers a choice of chapters [TEXT-20]", async ({
    page,
    server,
    admin,
  }) => {
    const here = await createChapter(admin);
    await createExample(admin, here);
    await admin.call("POST", "/admin/chapters", { title: "Empty", lesson_id: here.lesson.id });
    await openAsAdmin(page, server, "/admin/examples");
    await expect(page.getByText("Choose a chapter to see its examples.")).toBeVisible();
    await expect(page.getByRole("link", { name: "ADD NEW EXAMPLE" })).toBeHidden();
    const chapter = page.getByRole("combobox", { name: "Chapter" });
    await chapter.selectOption("JavaScript - Maps - Grouping");
    await expect(cards(page)).toHaveCount(1);
    await chapter.focus();
    await page.keyboard.press("ArrowDown");
    await expect(
      page.getByText("No examples found for this chapter. Add your first example!", { exact: true }),
    ).toBeVisible();
    await expect(chapter).toBeFocused();
    // The chosen chapter is in the address.
    await page.reload();
    await expect(chapter.locator("option:checked")).toHaveText("JavaScript - Maps - Empty");
  });

  test("a missing chapter and a list that fails to load show a message", async ({
    page,
    server,
    admin,
    faults,
  }) => {
    faults.expectFault("Failed to load resource");
    const here = await createChapter(admin);
    await openAsAdmin(page, server, "/admin/chapters/999/examples");
    await expect(page.getByRole("alert")).toHaveText("Error: 404");
    await expect(page.getByText("This chapter does not exist or has been deleted.")).toBeVisible();
    await page.route("**/api/admin/chapters/*/examples", (route) => route.fulfill({ status: 418, body: "" }));
    await page.getByRole("combobox", { name: "Chapter" }).selectOption("JavaScript - Maps - Grouping");
    await expect(page.getByRole("alert")).toContainText("Error: 418");
    await page.unroute("**/api/admin/chapters/*/examples");
    await button(page, "Try Again").click();
    await expect(page.getByText("No examples found for this chapter. Add your first example!")).toBeVisible();
    expect(path(page)).toBe(`/admin/chapters/${here.chapter.id}/examples`);
  });

  test("an example is deleted after a question, and the list is loaded again [TEXT-18] @phone", async ({
    page,
    server,
    admin,
    faults,
  }) => {
    faults.expectFault(/status of 503/);
    const here = await createChapter(admin);
    await createExample(admin, here, { title: "Stays" });
    await createExample(admin, here, { title: "Goes" });
    await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples`);
    await button(page, "Delete Goes").click();
    const dialog = page.getByRole("alertdialog", { name: "Confirm Deletion" });
    await expect(dialog).toContainText(
      "Are you sure you want to delete this example? This action cannot be undone.",
    );
    await button(page, "Cancel").click();
    await expect(cards(page)).toHaveCount(2);
    await button(page, "Delete Goes").click();
    const away = (route: Route) =>
      route.fulfill({ status: 503, json: { error: "Not now.", code: "NOT_CONFIGURED" } });
    await page.route("**/api/admin/examples/*", away);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByText("Error: 503", { exact: true })).toBeVisible();
    await page.unroute("**/api/admin/examples/*", away);
    await stopClock(page);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByText("Example deleted successfully!", { exact: true })).toBeVisible();
    await advanceClock(page, messageMs);
    await expect(dialog).toBeHidden();
    await expect(cards(page).getByRole("heading")).toHaveText(["Stays"]);
  });

  test("examples can be moved with the keyboard, and the focus moves with them", async ({
    page,
    server,
    admin,
  }) => {
    const here = await createChapter(admin);
    for (const title of ["A", "B", "C"]) await createExample(admin, here, { title });
    await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples`);
    const titles = cards(page).getByRole("heading");
    const down = button(page, "Move A down");
    await expect(button(page, "Move A up")).toHaveAttribute("aria-disabled", "true");
    await down.focus();
    await page.keyboard.press("Enter");
    await expect(titles).toHaveText(["B", "A", "C"]);
    await expect(down).toBeFocused();
    await expect(page.getByText("A is now 2 of 3.")).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(titles).toHaveText(["B", "C", "A"]);
    await expect(cards(page).getByTitle("Order Index")).toHaveText([
      "Order Index 0",
      "Order Index 1",
      "Order Index 2",
    ]);
    const saved = async () =>
      (await admin.call<{ examples: Row[] }>("GET", `/admin/chapters/${here.chapter.id}/examples`)).examples
        .map(({ title }) => title)
        .join("");
    await expect.poll(saved).toBe("BCA");
  });

  test("another admin's change of the list undoes a move, and a message says so", async ({
    page,
    server,
    admin,
    faults,
  }) => {
    faults.expectFault("status of 409");
    const here = await createChapter(admin);
    for (const title of ["A", "B"]) await createExample(admin, here, { title });
    await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples`);
    await expect(cards(page)).toHaveCount(2);
    await createExample(admin, here, { title: "C", order_index: 1 });
    await button(page, "Move A down").click();
    await expect(page.getByRole("alert")).toContainText("Someone else has changed this list.");
    await expect(cards(page).getByRole("heading")).toHaveText(["A", "B", "C"]);
  });
});

test("an example can be created with the keyboard alone", async ({ page, server, admin }) => {
  const here = await createChapter(admin);
  await openAsAdmin(page, server, `/admin/chapters/${here.chapter.id}/examples`);
  await tabTo(page, page.getByRole("link", { name: "ADD NEW EXAMPLE" }));
  await page.keyboard.press("Enter");
  await expect(heading(page, "Create New Example")).toBeFocused();
  await tabTo(page, page.getByLabel("Example Title"));
  await page.keyboard.type("By keys");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Described");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Pyth");
  await expect(page.getByLabel("Language")).toHaveValue("python");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  await tabTo(page, code(page));
  await page.keyboard.type("x = 1 ");
  await page.keyboard.press("Enter");
  await page.keyboard.type("y = 2");
  await expect(button(page, "Repair trailing spaces")).toBeVisible();
  await tabTo(page, button(page, "Repair trailing spaces"));
  await page.keyboard.press("Enter");
  await expect(code(page)).toHaveValue("x = 1\ny = 2");
  await tabTo(page, button(page, "Create Example"));
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/admin/chapters/${here.chapter.id}/examples`);
  const { examples } = await admin.call<{ examples: object[] }>(
    "GET",
    `/admin/chapters/${here.chapter.id}/examples`,
  );
  expect(examples).toMatchObject([
    {
      title: "By keys",
      description: "Described",
      language: "python",
      order_index: 1,
      code_content: "x = 1\ny = 2",
    },
  ]);
});

test("forms, list and dialogs are accessible in both themes @phone", async ({
  page,
  server,
  admin,
  faults,
}) => {
  faults.expectFault("status of 409");
  const here = await createChapter(admin);
  const row = await createExample(admin, here, { code_content: "a ’\n\tb\n  c", description: "x" });
  await createExample(admin, here, { title: "Second" });
  await openAsAdmin(page, server, "/admin/courses/new");
  await button(page, "Create Course").click();
  await expectAccessible(page, "a course form with a problem");
  await page.goto(`/admin/chapters/${here.chapter.id}/examples`);
  await expect(cards(page)).toHaveCount(2);
  await expectAccessible(page, "the list of examples");
  await page.goto(`/admin/examples/${row.id}/edit`);
  await expect(button(page, "Repair ’")).toBeVisible();
  await expectAccessible(page, "an example form with remarks");
  await page.getByLabel("Example Title").fill("Mine");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(leaving(page)).toBeVisible();
  await expectAccessible(page, "the question before leaving");
  await button(page, "Stay").click();
  await admin.call("PUT", `/admin/examples/${row.id}`, { title: "Theirs", code_content: "y" });
  await button(page, "Update Example").click();
  await expect(page.getByRole("region", { name: "Two versions" })).toBeVisible();
  await expectAccessible(page, "two versions");
});
