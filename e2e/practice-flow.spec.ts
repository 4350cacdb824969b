// Navigation in practice: the sidebar and its filter, which example opens, which one is next, the end of a course,
// empty and failed states, and that Back, Forward and a reload keep the place.

import type { Locator, Page } from "@playwright/test";
import { openAsNewUser } from "./support/accounts.ts";
import {
  adminApiClient,
  apiClientOf,
  completeExample,
  type TestCourse,
  createCourse,
} from "./support/courses.ts";
import { advanceClock, stopClock } from "./support/clock.ts";
import { delayResponses, waitUntilHandled } from "./support/delayed-responses.ts";
import { repeatUntilHidden } from "./support/repeat-until-hidden.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Courses" });
const board = (page: Page) => page.getByRole("complementary", { name: "Leaderboard" });
const result = (page: Page, title: string) => page.getByRole("dialog", { name: title });
const courseEnd = (page: Page) => page.getByRole("dialog", { name: "Congratulations!" });
const courseIn = (page: Page, title: string) => sidebar(page).getByRole("group").filter({ hasText: title });

/** Clicks a button of a result until it has an effect. */
async function press(button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  await repeatUntilHidden(button, () => button.click({ timeout: 1_000 }));
}

async function finish(page: Page, title: string): Promise<void> {
  await typeKeys(page, await waitForCode(page, title));
  await expect(result(page, title)).toBeVisible();
}

const next = (page: Page, title: string) =>
  press(result(page, title).getByRole("button", { name: "Next Example" }));

/** Creates a course of two lessons. In the first lesson an empty chapter is between two others. */
function shortCourse(server: RunningServer, page: Page, name: string): Promise<TestCourse> {
  return adminApiClient(server, page.request).then((admin) =>
    createCourse(
      admin,
      {
        [`${name} one`]: {
          "First steps": { "Letter a": "a", "Letter b": "b" },
          "Empty for now": {},
          "Last steps": { "Letter c": "c" },
        },
        [`${name} two`]: { "Second start": { "Letter d": "d" } },
      },
      { name, level: "intermediate" },
    ),
  );
}

test("the sidebar expands and collapses its courses and counts completed examples", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Counted");
  await openAsNewUser(page, "/courses");
  const mine = courseIn(page, course.title);
  await expect(mine).toContainText("Intermediate");
  await expect(mine).toContainText("0 of 4 examples completed");
  const first = mine.getByRole("link", { name: "Counted one" });
  await expect(first).toBeHidden();
  await mine.getByText(course.title).click();
  await expect(first).toBeVisible();
  await mine.getByText(course.title).click();
  await expect(first).toBeHidden();
  await mine.getByText(course.title).press("Enter");
  await first.press("Enter");

  await expect(page).toHaveURL(new RegExp(`lessonId=${course.lesson("Counted one")}$`));
  await expect(first).toHaveAttribute("aria-current", "true");
  await finish(page, "Letter a");
  await expect(mine).toContainText("1 of 4 examples completed");
  await expect(mine.getByRole("link", { name: "1 of 3 Counted one" })).toBeVisible();
  await next(page, "Letter a");
  await finish(page, "Letter b");
  await next(page, "Letter b");
  await finish(page, "Letter c");
  await expect(mine.getByRole("link", { name: "Completed Counted one" })).toBeVisible();
  await expect(mine).toContainText("3 of 4 examples completed");
  await page.reload();
  await expect(mine).toContainText("3 of 4 examples completed");
});

test("the filter finds courses and lessons, is part of the address, and stays while the learner practises", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Quince");
  await openAsNewUser(page, "/courses?search=quince%20TWO");
  const field = sidebar(page).getByRole("searchbox", { name: "Filter courses and lessons" });
  await expect(field).toHaveValue("quince TWO");
  await expect(sidebar(page).getByRole("link")).toHaveText([/Quince two$/]);
  await field.fill("quince");
  await expect(page).toHaveURL(/search=quince$/);
  await expect(sidebar(page).getByRole("link")).toHaveCount(2);
  await expect(sidebar(page).getByRole("group")).toHaveCount(1);
  await field.fill("no such words");
  await expect(sidebar(page).getByText("No lessons found")).toBeVisible();
  await field.fill("Quince");
  await sidebar(page).getByRole("link", { name: "Quince one" }).click();
  await waitForCode(page, "Letter a");
  await expect(page).toHaveURL(/search=Quince$/);
  await page.getByRole("link", { name: "Example 2" }).click();
  await waitForCode(page, "Letter b");
  await expect(page).toHaveURL(/search=Quince$/);
  await page.getByRole("button", { name: "Previous example" }).click();
  await waitForCode(page, "Letter a");
  await page.reload();
  await expect(field).toHaveValue("Quince");
  await expect(page).toHaveURL(new RegExp(`exampleId=${course.example("Letter a")}&search=Quince$`));
  await field.fill("");
  await expect(page).not.toHaveURL(/search/);
  await expect(sidebar(page).getByRole("group")).not.toHaveCount(1);
});

test("a lesson opens at the server's choice, or at its first open example, or at its first one", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Opened");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  // No progress is saved, so the server chooses an example of another course.
  await page.goto(course.address("Opened two"));
  await waitForCode(page, "Letter d");
  await completeExample(mira, course.example("Letter a"), 900);
  await page.goto(course.address("Opened one"));
  await waitForCode(page, "Letter b");
  await completeExample(mira, course.example("Letter b"), 900);
  await page.goto("/courses");
  await page.getByRole("link", { name: "Continue" }).click();
  await waitForCode(page, "Letter c");
  await expect(page).toHaveURL(new RegExp(`lessonId=${course.lesson("Opened one")}$`));
  await completeExample(mira, course.example("Letter c"), 900);
  await completeExample(mira, course.example("Letter d"), 900);
  await page.goto("/courses");
  await page.goto(course.address("Opened one"));
  await waitForCode(page, "Letter a");
});

test("an unknown example is removed from the address, and the one that opens in its place stays when completed", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Stale");
  await openAsNewUser(page, `${course.address("Stale one")}&exampleId=2147483647&search=stale`);
  await finish(page, "Letter a");
  await expect(page).toHaveURL(new RegExp(`lessonId=${course.lesson("Stale one")}&search=stale$`));
  await expect(sidebar(page)).toContainText("1 of 4 examples completed");
  await expect(result(page, "Letter a")).toBeVisible();
});

test("a chapter opens at its first open example, or at its first one when all are completed", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Chosen");
  await openAsNewUser(page, "/courses");
  const mira = await apiClientOf(page, server);
  await completeExample(mira, course.example("Letter a"), 900);
  await completeExample(mira, course.example("Letter c"), 900);
  await page.goto(course.address("Chosen one", "Letter c"));
  await waitForCode(page, "Letter c");
  const chapters = page.getByRole("combobox", { name: "Chapter" });
  await expect(chapters.getByRole("option", { name: "2. Empty for now" })).toBeDisabled();
  await chapters.selectOption({ label: "1. First steps" });
  await waitForCode(page, "Letter b");
  await chapters.selectOption({ label: "3. Last steps" });
  await waitForCode(page, "Letter c");
});

test("Next Example leads to the end of the course, Try Again restarts, and BEGIN REVIEW opens the first example [TEXT-28] @phone", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Whole");
  // Records how long after the server's response the address changed.
  await page.addInitScript(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...all) => {
      const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const respondedAt = requests.findLast(({ name }) => name.endsWith("/courses/next-lesson"))?.responseEnd;
      document.documentElement.dataset.waited = String(performance.now() - (respondedAt ?? Number.NaN));
      push(...all);
    };
  });
  await openAsNewUser(page, course.address("Whole one"));
  await finish(page, "Letter a");
  await press(result(page, "Letter a").getByRole("button", { name: "Try Again" }));
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText("00:00.00");
  await finish(page, "Letter a");
  await next(page, "Letter a");
  await finish(page, "Letter b");
  await next(page, "Letter b");
  // The empty chapter is skipped.
  await finish(page, "Letter c");
  await next(page, "Letter c");
  await waitForCode(page, "Letter d");
  await expect(page).toHaveURL(new RegExp(`/courses\\?lessonId=${course.lesson("Whole two")}$`));
  const waited = Number(await page.locator("html").getAttribute("data-waited"));
  expect(waited).toBeGreaterThanOrEqual(490);
  expect(waited).toBeLessThan(2_500);

  await finish(page, "Letter d");
  await next(page, "Letter d");
  await expect(courseEnd(page)).toContainText(course.title);
  await expect(courseEnd(page)).toContainText("4 of 4 examples completed");
  await press(courseEnd(page).getByRole("button", { name: "Try Again" }));
  await finish(page, "Letter d");
  await next(page, "Letter d");
  await press(courseEnd(page).getByRole("button", { name: "BEGIN REVIEW" }));
  await waitForCode(page, "Letter a");
  await expect(page).toHaveURL(new RegExp(`lessonId=${course.lesson("Whole one")}$`));
  // A review goes through all examples in order, although they are completed.
  await finish(page, "Letter a");
  await next(page, "Letter a");
  await waitForCode(page, "Letter b");
});

test("the end of a course says which examples are still open and opens the first one", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Gaps");
  await openAsNewUser(page, course.address("Gaps two"));
  await completeExample(await apiClientOf(page, server), course.example("Letter b"), 900);
  await finish(page, "Letter d");
  await next(page, "Letter d");
  await expect(courseEnd(page)).toContainText("2 of 4 examples completed");
  await expect(courseEnd(page)).toContainText("Still open");
  await expect(courseEnd(page)).toContainText(
    "Gaps one, First steps, example 1 of 2. One more is still open: Letter c.",
  );
  await press(courseEnd(page).getByRole("button", { name: "Type Letter a" }));
  await waitForCode(page, "Letter a");
});

test("a double click has one effect only", async ({ page, server }) => {
  const course = await shortCourse(server, page, "Twice");
  const posts: string[] = [];
  const saved: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST") return;
    posts.push(new URL(request.url()).pathname);
    if (request.url().includes("/courses/progress")) saved.push(request.postDataJSON().exampleId);
  });
  await page.clock.install();
  await openAsNewUser(page, "/courses");
  await completeExample(await apiClientOf(page, server), course.example("Letter a"), 900);
  await page.reload();
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await page.getByRole("link", { name: "Continue" }).dblclick();
  await waitForCode(page, "Letter b");
  expect(await steps()).toBe(before + 1);

  // The result ignores late presses in its first moments and then accepts one.
  await stopClock(page);
  await typeKeys(page, "b");
  // The result is drawn in the task in which the run is stored and sent, which follows that of the key.
  await page.clock.runFor(1);
  const nextExample = result(page, "Letter b").getByRole("button", { name: "Next Example" });
  await nextExample.click();
  await page.keyboard.press("Enter");
  await advanceClock(page, 399);
  await expect(result(page, "Letter b")).toBeVisible();
  await press(nextExample);
  await finish(page, "Letter c");
  const atTheEnd = await steps();
  await expect(async () => {
    await result(page, "Letter c").getByRole("button", { name: "Next Example" }).dblclick();
    expect(posts.filter((path) => path.endsWith("/next-lesson"))).toHaveLength(1);
  }).toPass();
  await waitForCode(page, "Letter d");
  expect(await steps()).toBe(atTheEnd + 1);
  expect(posts.filter((path) => path.endsWith("/next-lesson"))).toHaveLength(1);
  await expect.poll(() => saved).toEqual([course.example("Letter b"), course.example("Letter c")]);
});

test("a shortcut that is pressed twice quickly or held has one effect and types nothing afterwards [TYPE-61]", async ({
  page,
  server,
}) => {
  const admin = await adminApiClient(server, page.request);
  const code = { Sample: "ab", Nail: "nail", Rest: "rest" };
  const course = await createCourse(admin, { Again: { Chapter: code } }, { name: "Again" });
  await page.clock.install();
  await openAsNewUser(page, course.address("Again", "Sample"));
  await waitForCode(page, "Sample");
  await stopClock(page);
  const expectTyped = async (share: number, errors: string) => {
    await page.clock.runFor(50);
    const bar = page.getByRole("progressbar", { name: "Typed" });
    await expect(bar).toHaveAttribute("aria-valuenow", String(share));
    // A newcomer's figures are there and hidden before the first key.
    await expect(page.getByText(errors, { exact: true })).toBeAttached();
  };
  const pressAll = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  // The second press types nothing even if it would be right, because the learner cannot have read the next example
  // yet.
  await pressAll("Escape", "n", "n");
  await waitForCode(page, "Nail");
  await expectTyped(0, "0 errors");
  await page.keyboard.press("Escape");
  for (let i = 0; i < 4; i++) await page.keyboard.down("n");
  await page.keyboard.up("n");
  await waitForCode(page, "Rest");
  await expectTyped(0, "0 errors");
  await pressAll("Escape", "p", "p");
  await waitForCode(page, "Nail");
  await expectTyped(0, "0 errors");
  // After a restart of the same example, the second press is text only if it is right.
  await pressAll("Escape", "r", "r");
  await expectTyped(0, "0 errors");
  await pressAll("Escape", "Enter", "Enter");
  await expectTyped(0, "0 errors");
  await page.getByRole("button", { name: "Next example" }).focus();
  await pressAll("Enter", "Enter");
  await waitForCode(page, "Rest");
  await expectTyped(0, "0 errors");
  await pressAll("Escape", "r", "r");
  await expectTyped(25, "0 errors");
  // After a moment, or after another key, it is an ordinary key.
  await pressAll("Escape", "r");
  await page.clock.runFor(400);
  await pressAll("r", "r");
  await expectTyped(25, "1 error");

  // The same is true in the filter, which C opens.
  const filter = sidebar(page).getByRole("searchbox");
  await pressAll("Escape", "c");
  await expect(filter).toBeHidden();
  await page.keyboard.down("c");
  await page.clock.runFor(50);
  await expect(filter).toBeFocused();
  await page.keyboard.down("c");
  await page.keyboard.up("c");
  await page.keyboard.press("c");
  await expect(filter).toHaveValue("");
  await page.clock.runFor(400);
  await page.keyboard.press("c");
  await expect(filter).toHaveValue("c");

  // The same is true on a result.
  await page.clock.resume();
  await page.goto(course.address("Again", "Sample"));
  await waitForCode(page, "Sample");
  await stopClock(page);
  await page.keyboard.type("ab");
  // The result is drawn in the task in which the run is stored and sent, which follows that of the key.
  await page.clock.runFor(1);
  await expect(result(page, "Sample")).toBeVisible();
  await page.clock.runFor(400);
  await pressAll("Enter", "Enter");
  await waitForCode(page, "Nail");
  await expectTyped(0, "0 errors");
});

test("Try Again cancels the change to the next lesson", async ({ page, server }) => {
  const course = await shortCourse(server, page, "Undecided");
  await openAsNewUser(page, course.address("Undecided one", "Letter c"));
  await finish(page, "Letter c");
  const releaseResponses = await delayResponses(page, "**/courses/next-lesson", (route) =>
    route.continue().catch(() => {}),
  );
  const handled = waitUntilHandled(page, "/courses/next-lesson");
  const end = result(page, "Letter c");
  await press(end.getByRole("button", { name: "Next Example" }));
  await expect(end.getByRole("button", { name: "Loading..." })).toBeVisible();
  await press(end.getByRole("button", { name: "Try Again" }));
  releaseResponses();
  await waitForCode(page, "Letter c");
  await typeKeys(page, "c");
  await expect(end).toBeVisible();
  await handled;
  await expect(page).toHaveURL(/exampleId=/);
  await page.unrouteAll({ behavior: "wait" });
  await next(page, "Letter c");
  await waitForCode(page, "Letter d");
});

test("Back, Forward and a reload keep the place", async ({ page, server }) => {
  const course = await shortCourse(server, page, "Places");
  await openAsNewUser(page, "/courses");
  await page.goto(course.address("Places one"));
  await waitForCode(page, "Letter a");
  await page.getByRole("button", { name: "Next example" }).click();
  await waitForCode(page, "Letter b");
  await sidebar(page).getByRole("link", { name: "Places two" }).click();
  await waitForCode(page, "Letter d");
  await typeKeys(page, "d");
  await expect(result(page, "Letter d")).toBeVisible();

  await page.goBack();
  await waitForCode(page, "Letter b");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goBack();
  await waitForCode(page, "Letter a");
  // Another example is now the first uncompleted one. The place stays the same.
  await completeExample(await apiClientOf(page, server), course.example("Letter a"), 900);
  await page.reload();
  await waitForCode(page, "Letter a");
  await page.goForward();
  await waitForCode(page, "Letter b");
  await page.goForward();
  await waitForCode(page, "Letter d");
  await page.reload();
  await waitForCode(page, "Letter d");
});

test("after choosing a chapter, expanding a course or closing a panel with the pointer, typing goes to the code [TYPE-65]", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Clicked");
  const other = await shortCourse(server, page, "Beside");
  await openAsNewUser(page, course.address("Clicked one"));
  await waitForCode(page, "Letter a");
  const chapters = page.getByRole("combobox", { name: "Chapter" });
  // The system draws the list of options: the test presses the field, and the driver chooses the option.
  await chapters.dispatchEvent("pointerdown");
  await chapters.focus();
  await chapters.selectOption({ label: "3. Last steps" });
  await waitForCode(page, "Letter c");
  await typeKeys(page, "x");
  await expect(page.getByText("1 error", { exact: true })).toBeVisible();

  await courseIn(page, other.title).getByText(other.title).click();
  await expect(courseIn(page, other.title).getByRole("link").first()).toBeVisible();
  await page.keyboard.press("y");
  await expect(page.getByText("2 errors", { exact: true })).toBeVisible();
  await board(page).getByRole("button", { name: "Collapse leaderboard" }).click();
  await page.keyboard.press("z");
  await expect(page.getByText("3 errors", { exact: true })).toBeVisible();

  // A control that is reached with the keyboard keeps the focus, and so does one that a key presses.
  await courseIn(page, other.title).getByText(other.title).click();
  await page.keyboard.press("Space");
  await expect(courseIn(page, other.title).getByRole("link").first()).toBeVisible();
  await chapters.focus();
  await chapters.press("ArrowUp");
  await expect(page).toHaveURL(new RegExp(`exampleId=${course.example("Letter a")}`));
  await expect(chapters).toBeFocused();
});

test("a click on what is not a control leaves the focus in the code, and text can still be selected [TYPE-71]", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Empty places");
  await openAsNewUser(page, course.address("Empty places one"));
  await waitForCode(page, "Letter a");
  const field = page.getByRole("textbox", { name: "Type this example: Letter a" });
  const bar = await page.getByRole("banner").boundingBox();
  const stage = await page.getByRole("main").boundingBox();
  const title = page.getByRole("heading", { name: "Letter a", level: 2 });
  const heading = await title.boundingBox();
  if (bar === null || stage === null || heading === null) throw new Error("no boxes");
  const places = [
    [bar.x + bar.width / 2, bar.y + bar.height / 2],
    [stage.x + 8, stage.y + 8],
    [heading.x + 5, heading.y + heading.height / 2],
    // Beside the heading of the courses, and below the last row of the leaderboard.
    [150, stage.y + 28],
    [1300, stage.y + stage.height - 100],
  ] as const;
  for (const [x, y] of places)
    for (const button of ["left", "right"] as const) {
      await page.mouse.click(x, y, { button });
      await expect(field, `${button} button at ${x}, ${y}`).toBeFocused();
    }
  // Also while the button is still pressed, except on text, where a selection may begin.
  await page.mouse.move(...(places[0] as [number, number]));
  await page.mouse.down();
  await expect(field).toBeFocused();
  await page.mouse.up();

  await title.dblclick({ position: { x: 5, y: 10 } });
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe("Letter");
  await expect(field).not.toBeFocused();
  await page.mouse.click(...(places[0] as [number, number]));
  await expect(field).toBeFocused();

  // After Esc the learner has left the code, and a click does not go back.
  await page.keyboard.press("Escape");
  await page.mouse.click(...(places[1] as [number, number]));
  await expect(field).not.toBeFocused();
  // A field that has the focus loses it to the code.
  await page.keyboard.press("Enter");
  await page.getByRole("searchbox", { name: "Filter courses and lessons" }).first().focus();
  await page.mouse.click(...(places[1] as [number, number]));
  await expect(field).toBeFocused();
});

test("practice works on a page that the browser translates (simulated as Google Translate does it) [TYPE-66]", async ({
  page,
  server,
}) => {
  const course = await shortCourse(server, page, "Foreign");
  await openAsNewUser(page, course.address("Foreign one"));
  await waitForCode(page, "Letter a");
  // The translator repeatedly puts each text into two elements of its own, and Arabic is written from right to left.
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
    const translate = () => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.data.trim() === "" || text.parentElement?.closest("font, textarea, svg, [translate=no]"))
          continue;
        const outer = document.createElement("font");
        const inner = document.createElement("font");
        inner.textContent = `‹${text.data}›`;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    new MutationObserver(translate).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    translate();
  });
  const code = page.locator(".code-area");
  const stats = page.locator(".stats");
  const dialog = page.getByRole("dialog");
  const proceed = (name: RegExp) =>
    expect(async () => {
      if (await dialog.isVisible()) await dialog.getByRole("button", { name }).click({ timeout: 1_000 });
      await expect(dialog).toBeHidden({ timeout: 1_500 });
    }).toPass();
  await expect(page.locator(".lesson-title font").first()).toBeAttached();
  for (const [letter, place] of [
    ["a", "1 of 2"],
    ["b", "2 of 2"],
    ["c", "1 of 1"],
    ["d", "1 of 1"],
  ] as const) {
    await waitForCode(page, `Letter ${letter}`);
    await expect(page.getByRole("navigation", { name: "Examples" })).toContainText(place);
    await expect(page.locator(".example h2")).toContainText(`Letter ${letter}`);
    await expect(code.locator("pre")).toHaveText(letter);
    await expect(code.locator("font")).toHaveCount(0);
    await typeKeys(page, "x");
    await expect(stats).toContainText("0% accuracy");
    await expect(stats).toContainText("1 error");
    // The ruler and the timer are read from left to right on every page.
    expect(await code.evaluate((area) => getComputedStyle(area).direction)).toBe("ltr");
    expect(await page.getByRole("timer").evaluate((timer) => getComputedStyle(timer).direction)).toBe("ltr");
    await typeKeys(page, letter);
    const errors = dialog.locator("div:has(> dt)").filter({ hasText: "Errors" });
    await expect(errors.locator("dd").first()).toContainText("1");
    if (letter === "a") {
      await proceed(/Try Again/);
      await expect(stats).toContainText("Ready");
      await typeKeys(page, letter);
    }
    if (letter !== "d") await proceed(/Next Example|Loading/);
  }
  await expect(async () => {
    await dialog.getByRole("button", { name: /Next Example/ }).click({ timeout: 1_000 });
    await expect(dialog).toContainText("Congratulations!", { timeout: 1_000 });
  }).toPass();
  await expect(dialog).toContainText("4 of 4 examples completed");
  await expect(courseIn(page, course.title)).toContainText("4/4");
  await expect(board(page).getByRole("listitem")).toContainText("You");
});

test("empty courses, lessons, chapters and leaderboards say so [TEXT-51]", async ({ page, server }) => {
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(
    admin,
    { Hollow: {}, "Half hollow": { Nothing: {} } },
    { name: "Hollow" },
  );
  const bare = await createCourse(admin, {}, { name: "Bare" });
  const full = await shortCourse(server, page, "Unplayed");
  await openAsNewUser(page, "/courses");
  await expect(
    page.getByText("Please select a lesson from the sidebar to begin learning.", { exact: true }),
  ).toBeVisible();
  await courseIn(page, bare.title).getByText(bare.title).click();
  await expect(courseIn(page, bare.title).getByText("No lessons found", { exact: true })).toBeVisible();
  await page.goto(course.address("Hollow"));
  await expect(page.getByRole("main").getByText("No lesson data available", { exact: true })).toBeVisible();
  await page.goto(course.address("Half hollow"));
  await expect(page.getByRole("main").getByText("No example data available", { exact: true })).toBeVisible();
  await page.goto(full.address("Unplayed one"));
  await expect(
    board(page).getByText("No times recorded yet. Complete this example to be the first!", { exact: true }),
  ).toBeVisible();
  // A server without courses, as with CATALOGUE=off before the first import.
  await page.route("**/courses/courses", (route) => route.fulfill({ json: { courses: [] } }));
  await page.goto("/courses");
  await expect(sidebar(page).getByText("No course data available", { exact: true })).toBeVisible();
});

test("loading and failures are shown, and a failed request can be repeated [TEXT-40]", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/Failed to load resource/);
  const course = await shortCourse(server, page, "Failing");
  await openAsNewUser(page, "/courses");
  const lesson = course.address("Failing one");
  const failRequests = (glob: string, status = 418) => page.route(glob, (route) => route.fulfill({ status }));

  await failRequests("**/api/courses/courses");
  await failRequests("**/api/courses/lessons/*");
  await page.goto(lesson);
  await expect(sidebar(page).getByRole("alert")).toContainText("Error loading courses");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("HTTP error! status: 418");
  await page.unrouteAll();
  await failRequests("**/api/courses/leaderboard/*");
  await sidebar(page).getByRole("button", { name: "Try Again" }).click();
  await expect(courseIn(page, course.title)).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Try Again" }).click();
  await waitForCode(page, "Letter a");
  await expect(board(page).getByRole("alert")).toContainText("Failed to load leaderboard (Status: 418)");
  await page.unrouteAll();
  await board(page).getByRole("button", { name: "Try Again" }).click();
  await expect(board(page).getByText("No times recorded yet.")).toBeVisible();

  // The lessons of one course.
  await failRequests(`**/api/courses/courses/${course.courseId}`);
  await page.goto("/courses");
  await courseIn(page, course.title).getByText(course.title).click();
  await expect(courseIn(page, course.title).getByRole("alert")).toContainText("HTTP error! status: 418");
  await page.unrouteAll();
  await courseIn(page, course.title).getByRole("button", { name: "Try Again" }).click();
  await courseIn(page, course.title).getByRole("link", { name: "Failing one" }).click();
  await waitForCode(page, "Letter a");

  // The server's message.
  await page.goto("/courses?lessonId=2147483647");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("There is no such lesson.");

  // The next example: with N, and from a result.
  await failRequests("**/api/courses/next-lesson");
  await page.goto(course.address("Failing one", "Letter c"));
  await waitForCode(page, "Letter c");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("HTTP error! status: 418");
  await page.keyboard.press("Enter");
  await finish(page, "Letter c");
  const end = result(page, "Letter c");
  await expect(async () => {
    await end.getByRole("button", { name: "Next Example" }).click();
    await expect(end.getByRole("alert")).toContainText("HTTP error! status: 418", { timeout: 500 });
  }).toPass();
  await page.unrouteAll();
  await next(page, "Letter c");
  await waitForCode(page, "Letter d");

  // The lesson also opens without the response that names the next example.
  await page.route("**/api/courses/next-lesson", () => {});
  await page.goto(lesson);
  await expect(page.getByRole("main").getByText("Loading...")).toBeAttached();
  await waitForCode(page, "Letter a");
});
