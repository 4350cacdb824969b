// The admin dashboard, its insights and its leaderboards, compared with numbers that are counted from the individual
// runs.

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser } from "./support/accounts.ts";
import { openAsAdmin, pressOn } from "./support/admin-server.ts";
import { delayResponses } from "./support/delayed-responses.ts";
import {
  adminClient,
  formatAverage,
  expectedDashboard,
  expectedInsights,
  registerLearner,
  type PracticeHistory,
  createPracticeHistory,
} from "./support/practice-history.ts";
import { testOnEmptyServer } from "./support/empty-server.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect } from "./support/test.ts";

const test = testOnEmptyServer();

let practiceHistory: Promise<PracticeHistory> | null = null;
const historyOf = (server: RunningServer) => (practiceHistory ??= createPracticeHistory(server));

async function openDashboard(page: Page, server: RunningServer, path = "/admin"): Promise<void> {
  await openAsAdmin(page, server, path);
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
}

/** The texts of all visible cells, by row. */
async function cellsOf(table: Locator): Promise<string[][]> {
  await expect(table).toBeVisible();
  return table.evaluate((element) =>
    [...element.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll<HTMLElement>("th, td")]
        .filter((cell) => cell.checkVisibility())
        .map((cell) => cell.innerText.trim()),
    ),
  );
}

const insightRows = (page: Page) => cellsOf(page.getByRole("table", { name: /^Figures of every example/ }));
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const whole = (n: number) => n.toLocaleString("en-US");

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBe(0);
}

test("without courses and learners, the dashboard says that there is no data and does not divide by zero", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 404 .*\/admin\/examples\/\d+\/board/);
  await openDashboard(page, server);
  await expect(page).toHaveTitle("Admin Dashboard | Tabstop");
  await expect(page.locator(".figures dd")).toHaveText(["1", "0", "0", "0"]);
  await expect(section(page, "Active users")).toContainText("share of 1 total users");
  await expect(section(page, "Active users").getByRole("definition")).toHaveText(["0 0%", "0 0%", "0 0%"]);
  const isEmpty = async () => {
    await expect(section(page, "Courses").getByText("No course data available")).toBeVisible();
    await expect(section(page, "Lessons").getByText("No lesson data available")).toBeVisible();
    await expect(section(page, "Examples").getByText("No example data available")).toBeVisible();
  };
  await isEmpty();
  await expect(section(page, "Insights").getByText("There are no examples yet.")).toBeVisible();
  await expectAccessible(page, "the dashboard without anything");

  // A course that no learner has started is in no list either.
  const admin = await adminClient(server);
  const { id: course_id } = await admin("adminCreateCourse", { body: { title: "Draft", published: false } });
  const { id: lesson_id } = await admin("adminCreateLesson", { body: { title: "L", course_id } });
  const { id: chapter_id } = await admin("adminCreateChapter", { body: { title: "C", lesson_id } });
  await admin("adminCreateExample", { body: { title: "E", code_content: "x", chapter_id } });
  await page.reload();
  await expect(page.locator(".figures dd")).toHaveText(["1", "1", "1", "0"]);
  await isEmpty();
  expect(await insightRows(page)).toEqual([["E", "C", "0", "not enough data", "Board"]]);
  // An unpublished course has no leaderboard, because learners do not see the course.
  await page.getByRole("button", { name: "Board of E" }).click();
  await expect(page.getByRole("dialog")).toContainText("There is no board: the course is a draft");
  await admin("adminDeleteCourse", { params: { courseId: course_id } });
});

test("all numbers and lists agree with a count of the individual runs [TEXT-10] @phone", async ({
  page,
  server,
  isMobile,
}) => {
  const all = await historyOf(server);
  const expected = expectedDashboard(all);
  await openDashboard(page, server);
  const users = all.learners.length + 1;
  await expect(page.locator(".figures dd")).toHaveText([
    whole(users),
    whole(all.courses.length),
    whole(all.lessons.length),
    whole(expected.totalCompleted),
  ]);
  const percent = Math.round((100 * expected.active) / users);
  await expect(section(page, "Active users").getByRole("definition")).toHaveText(
    Array(3).fill(`${expected.active} ${percent}%`),
  );
  for (const list of ["top", "bottom"] as const) {
    const named = (what: string) =>
      page.getByRole("table", { name: `${list === "top" ? "Top" : "Bottom"} ${what}` });
    expect(await cellsOf(named("courses"))).toEqual(
      expected.courses[list].map(({ title, examples, completions, rate }) =>
        isMobile
          ? [`${title}\n${examples} examples, ${completions} completed`, rate]
          : [title, whole(examples), whole(completions), rate],
      ),
    );
    expect(await cellsOf(named("lessons"))).toEqual(
      expected.lessons[list].map(({ title, course, rate }) =>
        isMobile ? [`${title}\n${course}`, rate] : [title, course, rate],
      ),
    );
    expect(await cellsOf(named("examples"))).toEqual(
      expected.examples[list].map(({ title, chapter, completions, average }) =>
        isMobile
          ? [`${title}\n${chapter}`, whole(completions), average]
          : [title, chapter, whole(completions), average],
      ),
    );
  }
  expect(expected.courses.top.length + expected.courses.bottom.length).toBe(10);
  // Each row has its title as its header, so that a screen reader says what the numbers are about.
  await expect(page.getByRole("table", { name: "Top lessons" }).getByRole("rowheader").first()).toContainText(
    expected.lessons.top[0]?.title ?? "no lesson",
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "the dashboard");
  await page.getByRole("link", { name: "MANAGE COURSES" }).click();
  await expect(page).toHaveURL(/\/admin\/courses$/);
});

test("each row of the lists leads to the form of what it names, by a press anywhere on it and by keyboard @phone", async ({
  page,
  server,
}) => {
  await historyOf(server);
  await openDashboard(page, server);
  for (const [name, address, label] of [
    ["Courses", /\/admin\/courses\/\d+$/, "Course Title"],
    ["Lessons", /\/admin\/lessons\/\d+\/edit$/, "Lesson Title"],
    ["Examples", /\/admin\/examples\/\d+\/edit$/, "Example Title"],
    ["Insights", /\/admin\/examples\/\d+\/edit$/, "Example Title"],
  ] as const) {
    const row = section(page, name).locator("tbody tr").first();
    const link = row.getByRole("link");
    await expect(link).toHaveCount(1);
    const title = (await link.textContent()) ?? "";
    if (name === "Insights") await link.click();
    // The middle of the last cell, far from the title.
    else await row.locator("td").last().click({ force: true });
    await expect(page).toHaveURL(address);
    await expect(page.getByLabel(label)).toHaveValue(title);
    await page.goBack();
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
    await page.goBack();
  }
  // The button of a row is not covered.
  await section(page, "Insights")
    .getByRole("button", { name: /^Board of/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
});

test("the insights agree with a count of the individual runs, show 50 rows per page, and say where data is missing", async ({
  page,
  server,
}) => {
  const expected = expectedInsights(await historyOf(server)).map(({ title, chapter, learners, figures }) => [
    title,
    chapter,
    whole(learners),
    ...(figures === null
      ? ["not enough data"]
      : [
          `${(Math.round(10 * figures.rate) / 10).toFixed(1)}%`,
          formatAverage(figures.median),
          `${whole(Math.floor(figures.perCharacter))} ms`,
          `${(Math.round(10 * figures.errors) / 10).toFixed(1)}%`,
        ]),
    "Board",
  ]);
  expect(expected.length).toBe(66);
  expect(new Set(expected.map((row) => row.length))).toEqual(new Set([5, 8]));
  await openDashboard(page, server);
  const insights = section(page, "Insights");
  await expect(insights.getByRole("status")).toHaveText("1 to 50 of 66 examples");
  expect(await insightRows(page)).toEqual(expected.slice(0, 50));
  const pages = insights.getByRole("navigation", { name: "Pages of insights", exact: true });
  await pages.getByRole("button", { name: "Next" }).click();
  await expect(insights.getByRole("status")).toHaveText("51 to 66 of 66 examples");
  expect(await insightRows(page)).toEqual(expected.slice(50));
  // On the last page, 'Next' does nothing and keeps the focus.
  await pages.getByRole("button", { name: "Next" }).press("Enter");
  await expect(pages.getByRole("button", { name: "Next" })).toBeFocused();
  await expect(insights.getByRole("status")).toHaveText("51 to 66 of 66 examples");
  await page.reload();
  await expect(insights.getByRole("status")).toHaveText("51 to 66 of 66 examples");
  await pages.getByRole("combobox", { name: "Page" }).selectOption("1 of 2");
  await expect(insights.getByRole("status")).toHaveText("1 to 50 of 66 examples");
  await insights
    .getByRole("navigation", { name: "Pages of insights, below" })
    .getByRole("button", { name: "Next" })
    .click();
  await expect(insights.getByRole("status")).toBeInViewport();
  expect(await insightRows(page)).toEqual(expected.slice(50));
});

test("the insights can be sorted by each column in both directions and back into the course's order", async ({
  page,
  server,
}) => {
  const rows = expectedInsights(await historyOf(server));
  await openDashboard(page, server);
  const insights = section(page, "Insights");
  const column = (name: string) => insights.getByRole("columnheader", { name, exact: true });
  const titlesOf = async () => (await insightRows(page)).map(([title]) => title);
  const figure =
    (name: keyof NonNullable<(typeof rows)[number]["figures"]>) => (row: (typeof rows)[number]) =>
      row.figures?.[name] ?? null;
  const byNumber: [string, (row: (typeof rows)[number]) => number | null][] = [
    ["Learners", (row) => row.learners],
    ["Completion rate", figure("rate")],
    ["Median time", figure("median")],
    ["Per character", figure("perCharacter")],
    ["Error rate", figure("errors")],
  ];
  for (const [name, of] of byNumber) {
    for (const sign of [1, -1]) {
      await column(name).getByRole("button").click();
      await expect(column(name)).toHaveAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      const sorted = rows.toSorted((a, b) => {
        const [x, y] = [of(a), of(b)];
        return x === null || y === null ? Number(x === null) - Number(y === null) : sign * (x - y);
      });
      expect(await titlesOf(), `${name}, ${sign}`).toEqual(sorted.slice(0, 50).map(({ title }) => title));
    }
    await column(name).getByRole("button").click();
    await expect(column(name)).not.toHaveAttribute("aria-sort");
  }
  expect(await titlesOf()).toEqual(rows.slice(0, 50).map(({ title }) => title));

  // Names are sorted with numbers in mind: 2 before 10. A new order shows its first page, and the order is in the
  // address.
  await insights.getByRole("combobox", { name: "Page" }).first().selectOption("2 of 2");
  await column("Chapter").getByRole("button").click();
  await expect(insights.getByRole("status")).toHaveText("1 to 50 of 66 examples");
  expect((await insightRows(page)).filter((_, i) => i % 3 === 0).map(([, chapter]) => chapter)).toEqual(
    Array.from({ length: 17 }, (_, i) => `Chapter ${1 + Math.floor(i / 2)}.${1 + (i % 2)}`),
  );
  await column("Title").getByRole("button").click();
  await column("Title").getByRole("button").click();
  await expect(page).toHaveURL(/\/admin\?sort=-title$/);
  const [first] = await titlesOf();
  expect(first).toBe("Example 11.2.3");
  await page.reload();
  await expect(column("Title")).toHaveAttribute("aria-sort", "descending");
  expect((await titlesOf())[0]).toBe("Example 11.2.3");
});

test("an admin removes a time from a leaderboard after a question; the completion stays, the numbers change @phone", async ({
  page,
  server,
}) => {
  const all = await historyOf(server);
  const example = all.examples[0] as (typeof all.examples)[number];
  const cheat = await registerLearner(server);
  const run = { userId: cheat.id, exampleId: example.id, timeMs: 12, errors: 0 };
  await cheat.client("completeExample", {
    params: { exampleId: example.id },
    body: { status: "completed", time_ms: run.timeMs },
  });
  const medianOf = (runs: typeof all.runs) =>
    formatAverage(expectedInsights({ ...all, runs })[0]?.figures?.median ?? null);
  const [before, after] = [medianOf([...all.runs, run]), medianOf(all.runs)];
  expect(before).not.toBe(after);

  await openDashboard(page, server);
  const row = section(page, "Insights").getByRole("row", { name: example.title });
  await expect(row).toContainText(before);
  const open = row.getByRole("button", { name: `Board of ${example.title}` });
  await open.click();
  const board = page.getByRole("dialog", { name: `Board of ${example.title}` });
  const timed = all.learners.length + 1;
  await expect(board.getByRole("listitem")).toHaveCount(timed);
  await expect(board.getByRole("listitem").first()).toContainText(cheat.username);
  await expect(board.getByRole("listitem").first()).toContainText("00:00.01");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "the board");

  await board.getByRole("listitem").first().getByRole("button").click();
  await expect(board.getByRole("region", { name: `Run of ${cheat.username}` })).toContainText(
    `${cheat.username}@example.com`,
  );
  await expect(board).toContainText("No keystrokes were sent with this time.");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "the board with a chosen time");
  const remove = board.getByRole("button", { name: `Remove this time: ${cheat.username}, 00:00.01` });
  await remove.click();
  const question = page.getByRole("alertdialog", { name: "Confirm Removal" });
  await expect(question).toContainText(
    `remove the time 00:00.01 of ${cheat.username} from the board of ${example.title}? This action cannot be undone.`,
  );
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page, "the question");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(board.getByRole("listitem")).toHaveCount(timed);

  await remove.click();
  await question.getByRole("button", { name: "Remove this time" }).click();
  await expect(board.getByRole("status")).toHaveText("Time removed successfully!");
  await expect(board.getByRole("listitem")).toHaveCount(timed - 1);
  await expect(board.getByText(cheat.username)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(board).toBeHidden();
  await expect(open).toBeFocused();
  await expect(row).toContainText(after);
  await expect(row).toContainText("100.0%");

  const seen = await cheat.client("getLeaderboard", { params: { exampleId: example.id } });
  expect(seen.leaderboard.map(({ user_id }) => user_id)).not.toContain(cheat.id);
  expect(seen.userRank).toBeNull();
  const progress = await cheat.client("listCourses");
  expect(progress.courses.reduce((sum, course) => sum + course.completed_examples, 0)).toBe(1);
});

test("the dialog shows that another admin has removed the time or that removing failed; a double click removes once", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of (404|500|502)/);
  const { examples } = await historyOf(server);
  const example = examples[0] as (typeof examples)[number];
  const [one, two] = [await registerLearner(server), await registerLearner(server)];
  const params = (who: typeof one) => ({ exampleId: example.id, userId: who.id });
  for (const who of [one, two])
    await who.client("completeExample", {
      params: { exampleId: example.id },
      body: { status: "completed", time_ms: 5 },
    });
  await openDashboard(page, server);
  await page.getByRole("button", { name: `Board of ${example.title}` }).click();
  const board = page.getByRole("dialog", { name: `Board of ${example.title}` });
  const question = page.getByRole("alertdialog", { name: "Confirm Removal" });
  const rowOf = (who: typeof one) =>
    board.getByRole("listitem").filter({ has: page.getByText(who.username, { exact: true }) });

  const remove = board.getByRole("button", { name: /^Remove this time/ });
  await rowOf(one).getByRole("button").click();
  await remove.click();
  await (await adminClient(server))("removeTime", { params: params(one) });
  await question.getByRole("button", { name: "Remove this time" }).click();
  await expect(board.getByRole("status")).toHaveText("This time was no longer on the board.");
  await expect(rowOf(one)).toHaveCount(0);

  await rowOf(two).getByRole("button").click();
  await remove.click();
  let removals = 0;
  await page.route("**/api/admin/examples/*/times/*", async (route) => {
    removals += 1;
    if (removals === 1)
      return route.fulfill({ status: 500, json: { error: "The disk is full.", code: "INTERNAL" } });
    if (removals === 2) return route.fulfill({ status: 502, body: "" });
    return route.continue();
  });
  // The button appears near the one that asked. The second press of a double click must not confirm.
  await pressOn(question.getByRole("button", { name: "Remove this time" }), 2);
  await expect(question).toBeVisible();
  expect(removals).toBe(0);
  for (const sentence of ["Error: The disk is full.", "Error: 502"]) {
    await question.getByRole("button", { name: "Remove this time" }).click();
    await expect(question.getByRole("alert")).toHaveText(sentence);
  }
  await question.getByRole("button", { name: "Remove this time" }).dblclick();
  await expect(board.getByRole("status")).toHaveText("Time removed successfully!");
  await expect(rowOf(two)).toHaveCount(0);
  expect(removals).toBe(3);
});

test("a learner's new best time is not removed in place of the one that the question named", async ({
  page,
  server,
}) => {
  const { examples } = await historyOf(server);
  const example = examples[0] as (typeof examples)[number];
  const learner = await registerLearner(server);
  const finish = (timeMs: number) =>
    learner.client("completeExample", {
      params: { exampleId: example.id },
      body: { status: "completed", time_ms: timeMs },
    });
  await finish(9);
  await openDashboard(page, server);
  await page.getByRole("button", { name: `Board of ${example.title}` }).click();
  const board = page.getByRole("dialog", { name: `Board of ${example.title}` });
  const row = board.getByRole("listitem").filter({ has: page.getByText(learner.username, { exact: true }) });
  const remove = board.getByRole("button", { name: /^Remove this time/ });
  await row.getByRole("button").click();
  await remove.click();
  const question = page.getByRole("alertdialog", { name: "Confirm Removal" });
  await expect(question).toContainText(`remove the time 00:00.00 of ${learner.username} from`);
  await finish(7);
  await question.getByRole("button", { name: "Remove this time" }).click();
  await expect(board.getByRole("status")).toContainText("Nothing was removed");
  const seen = await learner.client("getLeaderboard", { params: { exampleId: example.id } });
  expect(seen.userRank?.best_time_ms).toBe(7);
  // A question about the new time removes it.
  await row.getByRole("button").click();
  await remove.click();
  await question.getByRole("button", { name: "Remove this time" }).click();
  await expect(board.getByRole("status")).toHaveText("Time removed successfully!");
  await expect(row).toHaveCount(0);
});

test("the whole dashboard works with the keyboard alone", async ({ page, server }) => {
  const { examples } = await historyOf(server);
  const example = examples[1] as (typeof examples)[number];
  const who = await registerLearner(server);
  await who.client("completeExample", {
    params: { exampleId: example.id },
    body: { status: "completed", time_ms: 7 },
  });
  await openDashboard(page, server);
  const insights = section(page, "Insights");
  await expect(insights.getByRole("status")).toBeVisible();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
  });
  const tabTo = async (target: Locator) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`60 Tabs did not lead to ${target.toString()}`);
  };
  await tabTo(page.getByRole("link", { name: "MANAGE COURSES" }));
  await tabTo(insights.getByRole("combobox", { name: "Page" }).first());
  await tabTo(insights.getByRole("button", { name: "Error rate" }));
  await page.keyboard.press("Enter");
  await expect(insights.getByRole("columnheader", { name: "Error rate" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await expect(insights.getByRole("columnheader", { name: "Error rate" })).not.toHaveAttribute("aria-sort");
  const open = insights.getByRole("button", { name: `Board of ${example.title}` });
  await tabTo(open);
  await page.keyboard.press("Enter");
  const board = page.getByRole("dialog", { name: `Board of ${example.title}` });
  await expect(board.getByRole("button", { name: "Close" })).toBeFocused();
  await expect(board.getByText(who.username, { exact: true })).toBeVisible();
  await tabTo(
    board
      .getByRole("listitem")
      .filter({ has: page.getByText(who.username, { exact: true }) })
      .getByRole("button"),
  );
  await page.keyboard.press("Enter");
  await expect(board).toContainText("No keystrokes were sent with this time.");
  await tabTo(board.getByRole("button", { name: `Remove this time: ${who.username}` }));
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Confirm Removal" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(board.getByRole("button", { name: "Close" })).toBeFocused();
  await tabTo(board.getByRole("button", { name: `Remove this time: ${who.username}` }));
  await page.keyboard.press("Enter");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(board.getByRole("status")).toHaveText("Time removed successfully!");
  await expect(board.getByText(who.username, { exact: true })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
});

test("the page says that it checks for admin access, and a learner is then redirected", async ({
  page,
  server,
}) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/login$/);

  const releaseResponses = await delayResponses(page, "**/api/admin/dashboard");
  await openAsNewUser(page, "/admin");
  await expect(page.getByRole("status")).toHaveText("Verifying admin access...");
  releaseResponses();
  await expect(page).toHaveURL(/\/courses$/);
  expect((await historyOf(server)).courses.length).toBe(11);
});

test("a user who is no longer an admin is redirected at their next request", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 403/);
  const { examples } = await historyOf(server);
  await openDashboard(page, server);
  await page.route("**/api/admin/examples/*/times/*", (route) =>
    route.fulfill({ status: 403, json: { error: "Only admins may do this.", code: "FORBIDDEN" } }),
  );
  const example = examples[0] as (typeof examples)[number];
  await page.getByRole("button", { name: `Board of ${example.title}` }).click();
  await page.getByRole("dialog").getByRole("listitem").first().getByRole("button").click();
  await page.getByRole("button", { name: /^Remove this time/ }).click();
  await page.getByRole("button", { name: "Remove this time", exact: true }).click();
  await expect(page).toHaveURL(/\/courses$/);
});

test("without the server, the dashboard keeps its numbers and says what failed, and later it loads again [TEXT-45]", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_CONNECTION|ERR_EMPTY|Failed to load resource/);
  const all = await historyOf(server);
  await page.clock.install();
  await openDashboard(page, server);
  const completions = page.locator(".figures dd").last();
  await expect(completions).toHaveText(/^\d+$/);
  await expect(section(page, "Insights").getByRole("status")).toBeVisible();
  await server.stop();
  let isUp = false;
  try {
    // Loaded numbers are fresh for 30 s, and the admin's role for five minutes. After that, both are requested again as
    // soon as the network is back.
    await page.clock.fastForward(301_000);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const alert = page.getByRole("alert").filter({ hasText: "Error: Failed to fetch dashboard data" });
    await expect(async () => {
      await page.clock.fastForward(2_500);
      await expect(alert).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(section(page, "Insights").getByRole("alert")).toContainText(
      "Error: The server could not be reached",
    );
    await expect(completions).toHaveText(/^\d+$/);
    await expect(page.getByRole("table", { name: "Top courses" })).toBeVisible();
    await expectAccessible(page, "the dashboard without its server");
    await server.start();
    isUp = true;
    await alert.getByRole("button", { name: "Try Again" }).click();
    await expect(alert).toBeHidden();
    await expect(completions).toHaveText(/^\d+$/);
    expect(all.courses.length).toBe(11);
  } finally {
    if (!isUp) await server.start();
  }
});

test("when the dashboard fails to load, its parts load on their own, and each shows its own failure [TEXT-46]", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 50\d/);
  await historyOf(server);
  const { topCourses } = await (await adminClient(server))("getCourseStats");
  await page.clock.install();
  await openDashboard(page, server);
  await page.getByRole("link", { name: "MANAGE COURSES" }).click();
  // The old screen stays visible until the new one can be drawn.
  await expect(page.getByRole("heading", { level: 1, name: "Courses" })).toBeVisible();
  await page.route("**/api/admin/dashboard", (route) => route.fulfill({ status: 503, body: "" }));
  const failing = new Set(["users", "courses", "lessons", "examples"]);
  await page.route("**/api/admin/*/stats", (route) => {
    const [, part = ""] = /admin\/(\w+)\/stats/.exec(route.request().url()) ?? [];
    return failing.has(part) ? route.fulfill({ status: 502, body: "" }) : route.continue();
  });
  // Loaded data is dropped five minutes after it was last shown.
  await page.clock.fastForward(301_000);
  await page.goBack();
  const says = (text: string) => page.getByRole("alert").filter({ hasText: text });
  const sentences = {
    users: "Error: Failed to fetch user statistics",
    courses: "Error: Failed to fetch course statistics",
    lessons: "Error: Failed to fetch lesson statistics",
    examples: "Error: Failed to fetch example statistics",
  };
  await expect(async () => {
    await page.clock.fastForward(2_500);
    await expect(says("Error: Failed to fetch dashboard data")).toBeVisible({ timeout: 500 });
    for (const sentence of Object.values(sentences))
      await expect(says(sentence)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.locator(".figures dd")).toHaveText(["–", "–", "–", "–"]);
  await expectAccessible(page, "the dashboard of which every part failed");

  failing.delete("courses");
  await says(sentences.courses).getByRole("button", { name: "Try Again" }).click();
  expect((await cellsOf(page.getByRole("table", { name: "Top courses" }))).map(([title]) => title)).toEqual(
    topCourses.map(({ title }) => title),
  );
  await expect(says(sentences.courses)).toBeHidden();
  await expect(says(sentences.lessons)).toBeVisible();
});
