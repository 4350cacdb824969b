// The learner's home, where no lesson is chosen: where to go on, the week, the goal for a day, what is due, the last
// runs, and the courses for a newcomer.

import type { Page } from "@playwright/test";
import { openAsNewUser } from "./support/accounts.ts";
import { adminApiClient, apiClientOf, completeExample, createCourse } from "./support/courses.ts";
import { testOnEmptyServer } from "./support/empty-server.ts";
import { homeOf, homeSentence, isHome, learnerWithHome, openHome } from "./support/home.ts";
import { builtInExamples, completeDaysAgo } from "./support/memory.ts";
import { copy } from "./support/progress.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const main = (page: Page) => page.getByRole("main");
const part = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
const goOn = (page: Page) => main(page).getByRole("link", { name: /^Continue, / });
const goal = (page: Page) => page.getByRole("combobox", { name: "Goal of the day" });

test("a newcomer finds every course with its level, its length and its first lines, and a row opens its first example @phone", async ({
  page,
  server,
}) => {
  await openAsNewUser(page, "/courses");
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("What do you want to type?");
  await expect(page.getByText(homeSentence, { exact: true })).toBeVisible();
  await expect(main(page)).toContainText(
    "A course opens at its first example. Your first key starts the clock.",
  );
  const { courses } = await homeOf(await apiClientOf(page, server));
  const rows = main(page).getByRole("listitem");
  await expect(rows).toHaveCount(courses?.length ?? 0);
  const javascript = courses?.find(({ title }) => title === "JavaScript Essentials");
  const row = rows.filter({ hasText: "JavaScript Essentials" });
  await expect(row).toContainText("Beginner");
  await expect(row).toContainText(`${javascript?.total_examples} examples`);
  await expect(row).toContainText(javascript?.description ?? "?");
  await expect(row.locator(".code-lines > span")).toHaveText(javascript?.lines ?? []);
  await expect(row.locator(".code-lines")).toHaveAttribute("aria-hidden", "true");
  await expect(main(page).getByRole("region", { name: "This week" })).toHaveCount(0);
  // Nothing is chosen yet, so that Enter has nothing to do.
  await page.waitForTimeout(500);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/courses$/);
  await row.getByRole("link").click();
  const [first] = await builtInExamples(await apiClientOf(page, server), { haveConstructs: false });
  await waitForCode(page, first?.title ?? "");
  await expect(page).toHaveURL(new RegExp(`lessonId=${first?.lessonId}`));
  // Back is the home again, not the way into the course.
  await page.goBack();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("What do you want to type?");
});

test("the pencil of a course turns into ink under the pointer and with the focus", async ({ page }) => {
  await openAsNewUser(page, "/courses");
  const row = main(page).getByRole("link").filter({ hasText: "JavaScript Essentials" });
  const ink = () =>
    row
      .locator(".code-lines .u")
      .first()
      .evaluate((piece) => getComputedStyle(piece).color);
  const pencil = await ink();
  await row.hover();
  await expect.poll(ink).not.toBe(pencil);
  await page.mouse.move(0, 0);
  await expect.poll(ink).toBe(pencil);
  await page.keyboard.press("Tab");
  await row.focus();
  await expect.poll(ink).not.toBe(pencil);
});

test("Continue names the next example, shows its first lines, and opens it by Enter, by press and by its code @phone", async ({
  page,
  server,
}) => {
  const { api } = await learnerWithHome(page, server);
  await openHome(page);
  const next = (await homeOf(api)).continue;
  expect(next).not.toBeNull();
  const title = next?.title ?? "";
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(main(page)).toContainText(
    `${next?.course}, ${next?.lesson}, ${next?.chapter}, example ${next?.place} of ${next?.of}`,
  );
  const code = main(page).locator(".go-code");
  await expect(code.locator(".src")).toHaveText(next?.lines ?? []);
  await expect(code).toHaveAttribute("aria-hidden", "true");
  await expect(page.locator(".code .cur")).toHaveCount(1);
  // Neither leaderboard nor rail: they belong to an example.
  await expect(page.getByRole("complementary", { name: "Leaderboard" })).toHaveCount(0);

  await page.waitForTimeout(500);
  await page.keyboard.press("Enter");
  await waitForCode(page, title);
  await expect(page.getByText("0 errors")).toBeVisible();
  await page.goBack();
  await goOn(page).click();
  await waitForCode(page, title);
  await page.goBack();
  await code.click();
  await waitForCode(page, title);
});

test("an Enter that is held is not typed, and in a control it is the control's own", async ({
  page,
  server,
}) => {
  const { api } = await learnerWithHome(page, server);
  await openHome(page);
  const title = (await homeOf(api)).continue?.title ?? "";
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Enter");
  await goal(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/courses$/);
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(title);
  await goal(page).blur();
  await page.waitForTimeout(500);
  await page.keyboard.down("Enter");
  await waitForCode(page, title);
  for (let i = 0; i < 5; i++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(page.getByText("0 errors")).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
});

test("the first Tab after a link to the courses reaches Continue, and after a load it is the skip link that leads there", async ({
  page,
  server,
}) => {
  await learnerWithHome(page, server);
  await openHome(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(goOn(page)).toBeFocused();
  await page.goto("/profile");
  await page.getByRole("link", { name: "Courses", exact: true }).click();
  await expect(goOn(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(goOn(page)).toBeFocused();
});

test("the week is a list of days with their minutes, today is marked, and the last runs lead to their examples", async ({
  page,
  server,
}) => {
  const { api } = await learnerWithHome(page, server);
  await openHome(page);
  const home = await homeOf(api);
  const days = part(page, "This week").getByRole("listitem");
  await expect(days).toHaveCount(7);
  for (const [index, { day, ms }] of home.week.entries()) {
    const item = days.nth(index);
    if (ms > 0) await expect(item).toContainText(`, ${Math.floor(ms / 60_000)} minute`);
    if (day === home.today) await expect(item).toHaveAttribute("aria-current", "date");
    else await expect(item).not.toHaveAttribute("aria-current");
  }
  await expect(part(page, "This week")).toContainText(`${home.streak} days in a row`);
  const rows = part(page, "Last runs").getByRole("row");
  await expect(rows).toHaveCount(home.runs.length + 1);
  expect(home.runs).toHaveLength(5);
  const [run] = home.runs;
  await expect(rows.nth(1)).toContainText(`${run?.example}`);
  await expect(rows.nth(1)).toContainText(`${run?.course}, ${run?.lesson}`);
  await expect(rows.nth(1)).toContainText(`${run?.wpm} wpm`);
  await expect(rows.nth(1)).toContainText(`${run?.accuracy}%`);
  await expect(rows.nth(1)).toContainText("06:00.00");
  await expect(rows.nth(1)).toContainText(/today, \d\d:\d\d/);
  await expect(rows.nth(2)).toContainText("yesterday");
  await expect(part(page, "Last runs").getByRole("link", { name: "Progress" })).toHaveAttribute(
    "href",
    "/progress",
  );
  await rows.nth(1).getByRole("link").click();
  await waitForCode(page, run?.example ?? "");
  await expect(page).toHaveURL(new RegExp(`exampleId=${run?.exampleId}$`));
});

test("the goal is changed in place: saved at once, known in the other tab, and back after a failure @phone", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/status of 500 .*\/auth\/preferences$/);
  await learnerWithHome(page, server);
  await openHome(page);
  const today = part(page, "Today");
  await goal(page).selectOption("20 minutes a day");
  await expect(today).toContainText("of 20 minutes");
  await expect(today.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "30");
  await expect(today.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "6 of 20 minutes");
  const other = await context.newPage();
  await openHome(other);
  await expect(goal(other)).toHaveValue("20");

  // Two changes, of which the second one comes while the first one is being saved.
  await goal(page).selectOption("5 minutes a day");
  await goal(page).selectOption("No goal");
  await expect(today.getByRole("progressbar")).toHaveCount(0);
  await expect(today).toContainText(/6\s*minutes/);
  await other.bringToFront();
  await expect(goal(other)).toHaveValue("");
  await page.bringToFront();
  await goal(page).selectOption("5 minutes a day");
  await expect(today).toContainText("of 5 minutes, done for today");
  await page.reload();
  await expect(today).toContainText("of 5 minutes, done for today");

  await page.route("**/api/auth/preferences", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await goal(page).selectOption("30 minutes a day");
  await expect(today.getByRole("status")).toContainText("Your goal is not saved.");
  await expect(goal(page)).toHaveValue("5");
  await page.unrouteAll();
  await goal(page).selectOption("30 minutes a day");
  await expect(today).toContainText("of 30 minutes");
  await expect(today.getByRole("status")).toHaveCount(0);
});

test("what is due leads to the review, and when nothing is due the day is named on which something comes", async ({
  page,
  server,
}) => {
  const { api } = await learnerWithHome(page, server);
  await openHome(page);
  const home = await homeOf(api);
  expect(home.due).toBeGreaterThan(0);
  await expect(part(page, "Review")).toContainText(`${home.due}`);
  await expect(part(page, "Review")).toContainText(/about (a minute|\w+ minutes)/);
  await part(page, "Review")
    .getByRole("link", { name: `Review ${home.due}` })
    .click();
  await expect(page).toHaveURL(/\/review$/);

  await openAsNewUser(page, "/profile");
  const newer = await apiClientOf(page, server);
  const [example] = await builtInExamples(newer);
  await completeDaysAgo(newer, example?.id ?? 0, 0);
  await openHome(page);
  const later = await homeOf(newer);
  expect(later).toMatchObject({ due: 0, has_cards: true });
  await expect(part(page, "Review")).toContainText("Nothing due");
  await expect(part(page, "Review")).toContainText("Next tomorrow");
  await expect(part(page, "Review").getByRole("link")).toHaveCount(0);
});

test("before the first card the other two parts share the width", async ({ page, server }) => {
  const course = await createCourse(await adminApiClient(server, page.request), {
    Lesson: { Chapter: { One: "plain words here", Two: "more words" } },
  });
  await openAsNewUser(page, "/profile");
  const api = await apiClientOf(page, server);
  await completeExample(api, course.example("One"), 9_000);
  await openHome(page);
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Two");
  await expect(part(page, "Review")).toHaveCount(0);
  // Without a goal only the minutes are said.
  await expect(part(page, "Today")).toContainText(/0\s*minutes/);
  await expect(goal(page)).toHaveValue("");
  const widths = await Promise.all(
    ["This week", "Today"].map(async (name) => (await part(page, name).boundingBox())?.width ?? 0),
  );
  expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 0))).toBeLessThan(2);
});

test("back from a lesson the home has what has happened since", async ({ page, server }) => {
  const course = await createCourse(await adminApiClient(server, page.request), {
    Lesson: { Chapter: { First: "ab", Second: "cd", Third: "ef" } },
  });
  await openAsNewUser(page, "/profile");
  const api = await apiClientOf(page, server);
  await completeExample(api, course.example("First"), 9_000);
  await openHome(page);
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Second");
  await goOn(page).click();
  await waitForCode(page, "Second");
  await typeKeys(page, "cd");
  await expect(page.getByRole("dialog", { name: "Second" })).toBeVisible();
  await page.getByRole("link", { name: "Courses", exact: true }).click();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Third");
  await expect(part(page, "Last runs").getByRole("row").nth(1)).toContainText("Second");
});

test("while the home loads its place is kept, and when it fails Continue and the courses go on without it @phone", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 418/);
  const { api } = await learnerWithHome(page, server);
  const next = (await homeOf(api)).continue;
  let proceed = () => {};
  const gate = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  await page.route("**/api/courses/home**", async (route) => {
    await gate;
    await route.fulfill({ status: 418 });
  });
  await page.goto("/courses");
  await expect(page.getByText(homeSentence, { exact: true })).toBeVisible();
  await expect(main(page).locator(".skel")).toHaveCount(2);
  await expect(main(page).getByText("Loading...")).toBeAttached();
  proceed();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(next?.title ?? "?");
  await expect(main(page).locator(".go-code .src")).toHaveText(next?.lines ?? []);
  await expect(main(page).getByRole("alert")).toContainText("HTTP error! status: 418");
  await expect(part(page, "This week")).toHaveCount(0);
  await page.unrouteAll();
  await main(page).getByRole("button", { name: "Try Again" }).click();
  await expect(part(page, "This week")).toBeVisible();
  await expect(main(page).getByRole("alert")).toHaveCount(0);
});

test("a newcomer finds the courses even when the home fails", async ({ page, faults }) => {
  faults.expectFault(/status of 418/);
  await page.route("**/api/courses/home**", (route) => route.fulfill({ status: 418 }));
  await openAsNewUser(page, "/courses");
  const row = main(page).getByRole("link").filter({ hasText: "JavaScript Essentials" });
  await expect(row).toBeVisible();
  await expect(main(page).getByRole("alert")).toContainText("HTTP error! status: 418");
  await row.click();
  await expect(page.getByRole("timer")).toBeVisible();
});

test("without a network the home shows what it knew last, and from when that is", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/Failed to load resource/);
  const { api } = await learnerWithHome(page, server);
  await openHome(page);
  const title = (await homeOf(api)).continue?.title ?? "?";
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(main(page).getByRole("status").filter({ hasText: "As of " })).toBeVisible({ timeout: 30_000 });
  await expect(part(page, "This week")).toBeVisible();
  await page.unrouteAll();
  await main(page).getByRole("button", { name: "Try Again" }).click();
  await expect(main(page).getByText(/^As of /)).toHaveCount(0);
});

test("after midnight the week is loaded again", async ({ page, server }) => {
  const noon = new Date();
  noon.setHours(23, 58, 0, 0);
  await learnerWithHome(page, server);
  await page.clock.install({ time: noon });
  await openHome(page);
  const again = page.waitForRequest(isHome);
  await page.clock.fastForward(5 * 60_000);
  await again;
});

test("on a phone the courses are a drawer away @phone", async ({ page, server, isMobile }) => {
  test.skip(!isMobile, "wider windows have the column");
  await learnerWithHome(page, server);
  await openHome(page);
  await page.getByRole("button", { name: "Show courses" }).tap();
  const drawer = page.getByRole("dialog", { name: "Courses" });
  await expect(drawer.getByText("JavaScript Essentials")).toBeVisible();
});

test("a course's address opens its first lesson with an open example, and says what is not there", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 404/);
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(admin, {
    Empty: {},
    Full: { Chapter: { A: "aa" } },
    Next: { Chapter: { B: "bb", C: "cc" } },
  });
  const bare = await createCourse(admin, {});
  await openAsNewUser(page, `/courses?courseId=${course.courseId}`);
  await waitForCode(page, "A");
  await completeExample(await apiClientOf(page, server), course.example("A"), 9_000);
  await page.goto(`/courses?courseId=${course.courseId}&search=x`);
  await waitForCode(page, "B");
  await expect(page).toHaveURL(new RegExp(`lessonId=${course.lesson("Next")}&search=x$`));
  await page.goto(`/courses?courseId=${bare.courseId}`);
  await expect(main(page)).toContainText("No lessons found");
  await page.goto("/courses?courseId=2147483647");
  await expect(main(page).getByRole("alert")).toContainText("There is no such course.");
  await main(page).getByRole("link", { name: "Go to the courses" }).click();
  await expect(page.getByText(homeSentence, { exact: true })).toBeVisible();
});

testOnEmptyServer()(
  "without courses the home says so, and when everything is typed it offers a review or one again",
  async ({ page, server }) => {
    await openAsNewUser(page, "/courses");
    await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("No courses yet.");
    await expect(main(page)).toContainText("An admin can add one.");
    const course = await createCourse(await adminApiClient(server, page.request), {
      Lesson: { Chapter: { Only: "only words" } },
    });
    const api = await apiClientOf(page, server);
    await completeExample(api, course.example("Only"), 9_000);
    await openHome(page);
    await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Everything typed.");
    await expect(part(page, "This week")).toBeVisible();
    await page.waitForTimeout(500);
    await page.keyboard.press("Enter");
    await waitForCode(page, "Only");
    await page.goBack();
    await main(page).getByRole("link", { name: "Type one again" }).click();
    await waitForCode(page, "Only");

    // From tomorrow on the constructs of a real language are due.
    const script = await createCourse(
      await adminApiClient(server, page.request),
      { Lesson: { Chapter: { Arrow: "const add = (a, b) => a + b;" } } },
      { language: "javascript" },
    );
    const [arrow] = [{ id: script.example("Arrow") }];
    await copy(api, { ...arrow, lessonId: 0, title: "", code: "" }, { daysAgo: 1, timeMs: 9_000, errors: 0 });
    await expect.poll(async () => (await homeOf(api)).due, { timeout: 30_000 }).toBeGreaterThan(0);
    await openHome(page);
    await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Everything typed.");
    await main(page).locator(".go-on").getByRole("link", { name: "Review" }).click();
    await expect(page).toHaveURL(/\/review$/);
  },
);
