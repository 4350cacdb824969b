// The review: its examples one after the other, their results, its end, and what there is when nothing is due.

import type { Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { expectAccessible } from "../support/accessibility.ts";
import { adminApiClient, createCourse } from "../support/courses.ts";
import {
  completeDaysAgo,
  constructsFound,
  learnerWhoWaits,
  learnerWithNothingDue,
  learnerWithReview,
  type MemoryExample,
  type MemoryLearner,
  newLearner,
  reviewExampleOf,
  typeFromMemory,
} from "../support/memory.ts";
import type { RunningServer } from "../support/running-server.ts";
import { expect, test } from "../support/test.ts";

const dayMs = 86_400_000;
const field = (page: Page) => page.getByRole("textbox", { name: /^Type from memory: / });
const result = (page: Page) => page.getByRole("dialog", { name: /^Example complete: / });
const announced = (page: Page) => result(page).locator(".sr[role=status]");
const end = (page: Page) => page.getByRole("heading", { level: 1, name: "Done for today" });
const ticks = (page: Page) => page.getByRole("navigation", { name: "Examples" });
/** The sentence about the review that was left. */
const note = (page: Page) => page.locator(".page-note");

/** The example that can be typed now. */
async function onScreen(page: Page, { examples }: Pick<MemoryLearner, "examples">): Promise<MemoryExample> {
  await expect(field(page)).toBeFocused();
  const label = await field(page).getAttribute("aria-label");
  const found = examples.find(({ title }) => label === `Type from memory: ${title}`);
  if (found === undefined) throw new RangeError(`no example of the learner has the label ${label}`);
  return found;
}

function reviewOf({ api }: Pick<MemoryLearner, "api">): Promise<ResponseOf<"getReview">> {
  return api.request("GET", "/review");
}

/** Opens the review and returns how many examples it has. */
async function openReview(page: Page, learner: MemoryLearner): Promise<number> {
  const { session } = await reviewOf(learner);
  await page.goto("/review");
  await onScreen(page, learner);
  return session.length;
}

/** Types the example on the screen without a slip, and returns it. */
async function typeIt(page: Page, learner: Pick<MemoryLearner, "examples">): Promise<MemoryExample> {
  const example = await onScreen(page, learner);
  await typeFromMemory(page, example.code);
  await expect(result(page)).toBeVisible();
  return example;
}

/** Presses Enter until the result is gone: it does nothing in its first moments. */
async function pressNext(page: Page): Promise<void> {
  await expect(async () => {
    if (await result(page).isVisible()) await page.keyboard.press("Enter");
    await expect(result(page)).toBeHidden({ timeout: 1_000 });
  }).toPass();
}

/** Presses keys as soon as an element is there, before the learner can have read it, however busy the machine is. */
function pressAsSoonAs(page: Page, selector: string, text: string, keys: readonly string[]): Promise<void> {
  return page.evaluate(
    (given) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(given.selector)?.textContent?.includes(given.text) !== true) return;
        observer.disconnect();
        for (const key of given.keys)
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    },
    { selector, text, keys },
  );
}

/** A learner of a course of their own, whose examples can be deleted. */
async function learnerOfOwnCourse(page: Page, server: RunningServer): Promise<MemoryLearner> {
  const admin = await adminApiClient(server, page.request);
  const codes = {
    First: 'const first = ["a"];\n',
    Second: "let second = true ? 1 : 2;\n",
    Third: "while (third) third--;\n",
  };
  const course = await createCourse(
    admin,
    Object.fromEntries(
      Object.entries(codes).map(([title, code]) => [`Lesson ${title}`, { Chapter: { [title]: code } }]),
    ),
    { language: "javascript" },
  );
  const learner = await newLearner(page, server);
  const examples = Object.entries(codes).map(([title, code]) => ({
    ...{ id: course.example(title), lessonId: course.lesson(`Lesson ${title}`), title, code },
  }));
  for (const { id } of examples) {
    await constructsFound(learner.api, id);
    await completeDaysAgo(learner.api, id, 2);
  }
  return { ...learner, examples };
}

test("a whole review is typed with the keyboard, from its first example to the lesson after it @phone", async ({
  page,
  server,
}) => {
  test.slow();
  const learner = await learnerWithReview(page, server);
  const count = await openReview(page, learner);
  expect(count).toBeGreaterThan(1);
  await expect(page).toHaveTitle("Review | Tabstop");
  await expect(page.getByRole("complementary", { name: "Courses" })).toHaveCount(0);
  const asked = new Set<string>();
  let shown = "";
  for (let at = 1; at <= count; at++) {
    await expect(ticks(page)).toContainText(`${at} of ${count}`);
    const example = await onScreen(page, learner);
    const { session } = await reviewOf(learner);
    const way = session.find(({ exampleId }) => exampleId === example.id)?.way ?? "gaps";
    const { constructs } = await reviewExampleOf(learner.api, example.id, way);
    const hidden = constructs.filter((construct) => construct.hidden);
    for (const { name } of hidden) asked.add(name);
    const offset = hidden.at(-1)?.places[0]?.[0] ?? 0;
    // The first thing of the review has to be shown.
    if (at === 1) shown = hidden.at(-1)?.name ?? "";
    await typeFromMemory(page, example.code, at === 1 ? { helps: [offset] } : {});
    await expect(result(page)).toBeFocused();
    await expect(result(page)).toContainText(`Example ${at} of ${count}`);
    if (at === count) await pressAsSoonAs(page, "h1", "Done for today", ["Enter"]);
    await pressNext(page);
  }
  await expect(end(page)).toBeFocused();
  const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
  await expect(page.getByText(`${words[count]} examples from memory. Day 2 in a row.`)).toBeVisible();
  const figures = page.locator("dl.figures");
  await expect(figures).toContainText(
    new RegExp(`Asked${asked.size}Came back${asked.size - 1}Shown1Time\\d+ s`),
  );
  await expect(page.getByText("it comes back tomorrow")).toBeVisible();
  await expect(page.locator(".was-asked code")).toHaveText([shown]);

  // The week is what the server says after the last run.
  const { week } = await reviewOf(learner);
  expect(week[1]?.due).toBeGreaterThan(0);
  const chart = page.getByRole("img", { name: /^Due per day: / });
  await expect(chart).toHaveCount(1);
  const rows = page.getByRole("table", { name: "What comes due each day" }).getByRole("row");
  await expect(rows).toHaveCount(1 + week.length);
  expect((await rows.getByRole("cell").allTextContents()).map(Number)).toEqual(week.map(({ due }) => due));
  await expectAccessible(page, "the end of a review");

  await expect(page.getByText("Values and Operators, JavaScript Essentials")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/courses\?lessonId=\d+$/);
  await expect(page.getByRole("textbox", { name: /^Type this example: / })).toBeFocused();
  // The review had come to its end, so there is nothing to say of what is left.
  await expect(note(page)).toHaveCount(0);
});

test("a review asks from memory only, and another way begins its example again @phone", async ({
  page,
  server,
  isMobile,
}) => {
  const learner = await learnerWithReview(page, server);
  await openReview(page, learner);
  const { title } = await onScreen(page, learner);
  await expectAccessible(page, "an example of a review");
  if (isMobile) {
    const list = page.getByRole("combobox", { name: "Way of typing" });
    await expect(list.getByRole("option", { name: "Copy" })).toBeDisabled();
    await list.selectOption("Recall");
  } else {
    const copy = page.getByRole("radio", { name: "Copy" });
    await expect(copy).toBeDisabled();
    await expect(page.locator("label", { has: copy })).toHaveAttribute("title", "Review asks from memory.");
    await page.getByRole("radio", { name: "Recall" }).click();
    await expect(page.getByRole("radio", { name: "Recall" })).toBeChecked();
  }
  await expect(field(page)).toHaveAttribute("aria-label", `Type from memory: ${title}`);
  await expect(page).toHaveURL(/\/review$/);
});

test("the panel and the result say when each construct comes back @phone", async ({
  page,
  server,
  isMobile,
}) => {
  const learner = await learnerWithReview(page, server);
  await openReview(page, learner);
  await typeIt(page, learner);
  const panel = isMobile ? result(page) : page.getByRole("complementary", { name: "From memory" });
  await expect(panel).toContainText(/Came back\s*\d+/);
  await expect(panel).toContainText("in 3 days");
  await expect(announced(page)).toHaveText(/^\d+ of \d+ came back\.$/);
  await expectAccessible(page, "the result of an example of a review");
});

test("N, P, the arrows and the ticks move within the review", async ({ page, server }) => {
  const learner = await learnerWithReview(page, server);
  const count = await openReview(page, learner);
  const titles = [(await onScreen(page, learner)).title];
  await expect(page.getByRole("button", { name: "Previous example" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(ticks(page)).toContainText(`2 of ${count}`);
  titles.push((await onScreen(page, learner)).title);
  expect(new Set(titles).size).toBe(2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await expect(ticks(page)).toContainText(`1 of ${count}`);
  await ticks(page)
    .getByRole("button", { name: `Example ${count}` })
    .click();
  await expect(ticks(page)).toContainText(`${count} of ${count}`);
  await expect(page.getByRole("button", { name: "Next example" })).toBeDisabled();
  await page.getByRole("button", { name: "Previous example" }).click();
  await expect(ticks(page)).toContainText(`${count - 1} of ${count}`);
  await typeIt(page, learner);
  // Nothing of it is in the history: Back leaves the review.
  await pressNext(page);
  await expect(ticks(page).getByRole("button", { name: `Example ${count - 1}, completed` })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

test("Try Again asks the same places, and the example counts once", async ({ page, server }) => {
  const learner = await learnerOfOwnCourse(page, server);
  const count = await openReview(page, learner);
  const { title } = await typeIt(page, learner);
  const said = /(\d+) of \d+ came back\./;
  await expect(announced(page)).toHaveText(said);
  const first = await result(page).locator(".result-time").textContent();
  await expect(async () => {
    if (await result(page).isVisible()) await page.keyboard.press("r");
    await expect(result(page)).toBeHidden({ timeout: 1_000 });
  }).toPass();
  expect((await typeIt(page, learner)).title).toBe(title);
  await expect(result(page).locator(".result-time")).toHaveText(first ?? "");
  await expect(result(page)).toContainText(`Example 1 of ${count}`);
  await page.getByRole("link", { name: "Courses" }).click();
  await expect(note(page)).toHaveText(`One example done, ${count - 1} left for later.`);
});

test("keys of a learner who still types press nothing on a result, and a double Enter goes on once", async ({
  page,
  server,
}) => {
  const learner = await learnerOfOwnCourse(page, server);
  const count = await openReview(page, learner);
  const { code, title } = await onScreen(page, learner);
  await pressAsSoonAs(page, ".memory-result", title, ["Enter", "r"]);
  await typeFromMemory(page, code);
  await expect(result(page)).toBeVisible();
  await expect(result(page)).toContainText(title);
  // The first press goes on; the second one must not go further.
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    for (const key of ["Enter", "Enter"])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await expect(ticks(page)).toContainText(`2 of ${count}`);
  await onScreen(page, learner);
  await expect(page.locator(".state")).toHaveText("Ready");
  await expect(page.locator(".stats")).toContainText("0 errors");
});

test("leaving asks nothing, and what is left is said once on the next page @phone", async ({
  page,
  server,
}) => {
  const learner = await learnerOfOwnCourse(page, server);
  const { due } = await reviewOf(learner);
  const count = await openReview(page, learner);
  await page.keyboard.press("Escape");
  // Esc leaves the code only.
  await expect(page).toHaveURL(/\/review$/);
  await page.keyboard.press("Enter");
  await typeIt(page, learner);
  await pressNext(page);
  await typeFromMemory(page, (await onScreen(page, learner)).code.slice(0, 5));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/courses$/);
  await expect(note(page)).toHaveText(`One example done, ${count - 1} left for later.`);
  await expect(note(page)).toHaveRole("status");
  await expect(note(page)).toBeVisible();
  await expectAccessible(page, "the courses after a review");
  // The page is as high as the window still.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(
    0,
  );
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(/lessonId=/);
  await expect(note(page)).toHaveCount(0);

  // The finished one counts.
  expect((await reviewOf(learner)).due).toBeLessThan(due);
  await page.getByRole("link", { name: /^Review/ }).click();
  await onScreen(page, learner);
  await page.goBack();
  await expect(note(page)).toHaveText(/^(One|Two|Three) examples? left for later\.$/);
  await page.goForward();
  await onScreen(page, learner);
  await expect(note(page)).toHaveCount(0);
  await page.goBack();
  await expect(note(page)).toHaveText(/left for later\.$/);
  await page.reload();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(note(page)).toHaveCount(0);
});

test("an example that has gone is skipped, and the review is shorter", async ({ page, server, faults }) => {
  faults.expectFault(/status of 404/);
  const learner = await learnerOfOwnCourse(page, server);
  const { session } = await reviewOf(learner);
  await page.goto("/review");
  await onScreen(page, learner);
  const admin = await adminApiClient(server, page.request);
  await admin.request("DELETE", `/admin/examples/${session[1]?.exampleId}`);
  await page.reload();
  // It is asked for again.
  await expect(ticks(page)).toContainText("1 of 2");

  // Deleted while the review has it.
  const other = await learnerOfOwnCourse(page, server);
  const list = (await reviewOf(other)).session;
  await page.goto("/review");
  await onScreen(page, other);
  await admin.request("DELETE", `/admin/examples/${list[1]?.exampleId}`);
  await typeIt(page, other);
  await pressNext(page);
  await expect(ticks(page)).toContainText("2 of 2");
  expect((await onScreen(page, other)).id).toBe(list[2]?.exampleId);
  await typeIt(page, other);
  await pressNext(page);
  await expect(page.getByText(/^Two examples from memory\./)).toBeVisible();
});

test("an example that cannot be loaded says so on the result, and another try goes on", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 503/);
  const learner = await learnerOfOwnCourse(page, server);
  await openReview(page, learner);
  await page.route("**/api/reviews/*?*", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ status: 503, json: { error: "The database is away.", code: "UNAVAILABLE" } })
      : route.fallback(),
  );
  await typeIt(page, learner);
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(result(page).getByRole("alert")).toContainText("The database is away.", { timeout: 4_000 });
  }).toPass();
  await expectAccessible(page, "a next example that could not be loaded");
  await page.unroute("**/api/reviews/*?*");
  await pressNext(page);
  await expect(ticks(page)).toContainText("2 of");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(note(page)).toHaveText(/^One example done, \d left for later\.$/);
});

test("a review that cannot be loaded says so, and another try loads it", async ({ page, server, faults }) => {
  faults.expectFault(/status of 503/);
  const learner = await learnerOfOwnCourse(page, server);
  const fail = "**/api/review?*";
  await page.route(fail, (route) =>
    route.fulfill({ status: 503, json: { error: "The database is away.", code: "UNAVAILABLE" } }),
  );
  await page.goto("/review");
  const problem = page.getByRole("main").getByRole("alert");
  await expect(problem).toContainText("The database is away.");
  await expectAccessible(page, "a review that could not be loaded");
  await page.unroute(fail);
  await problem.getByRole("button", { name: "Try Again" }).click();
  await onScreen(page, learner);
});

test("without a network what is loaded goes on, and the end says what is not saved", async ({
  page,
  server,
  context,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED/);
  const learner = await learnerOfOwnCourse(page, server);
  const { session } = await reviewOf(learner);
  const prefetched = session
    .slice(1, 2)
    .map(({ exampleId, way }) =>
      page.waitForResponse((response) => response.url().includes(`/reviews/${exampleId}?way=${way}`)),
    );
  await page.goto("/review");
  await onScreen(page, learner);
  await Promise.all(prefetched);
  await context.setOffline(true);
  await typeIt(page, learner);
  await expect(result(page)).toContainText("Not saved yet.");
  await pressNext(page);
  await typeIt(page, learner);
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(result(page).getByRole("alert")).toBeVisible({ timeout: 4_000 });
  }).toPass();
  // The last one could not be loaded; the others count when there is a network again.
  await context.setOffline(false);
  await expect(result(page)).not.toContainText("Not saved yet.", { timeout: 20_000 });
  await pressNext(page);
  await onScreen(page, learner);
  await context.setOffline(true);
  await typeIt(page, learner);
  await pressNext(page);
  await expect(end(page)).toBeVisible();
  await expect(page.getByText("Three examples from memory.", { exact: true })).toBeVisible();
  await expect(page.getByText("1 run from memory is not saved yet.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "The week ahead" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Go to the courses" })).toBeVisible();
});

test("two tabs have a list each, which does not grow while one works", async ({ page, server, context }) => {
  const learner = await learnerOfOwnCourse(page, server);
  const count = await openReview(page, learner);
  const other = await context.newPage();
  await other.goto("/review");
  await onScreen(other, learner);
  await typeIt(page, learner);
  await pressNext(page);
  await expect(ticks(page)).toContainText(`2 of ${count}`);
  await expect(ticks(other)).toContainText(`1 of ${count}`);
  // More comes due: an example that was completed two days ago arrives from another device.
  const admin = await adminApiClient(server, page.request);
  const late = await createCourse(
    admin,
    { Late: { Chapter: { Late: "switch (late) { default: break; }\n" } } },
    { language: "javascript" },
  );
  await completeDaysAgo(learner.api, late.example("Late"), 2);
  await typeIt(page, learner);
  await expect(result(page)).toContainText(`Example 2 of ${count}`);
  await other.close();
});

test("the link in the bar begins a review again that is over, and leaves one alone that is under way", async ({
  page,
  server,
}) => {
  const { api } = await newLearner(page, server);
  const admin = await adminApiClient(server, page.request);
  const codes = { First: "let first;\n", More: "if (more) more();\n", Most: "class Most extends More {}\n" };
  const course = await createCourse(admin, { Own: { Chapter: codes } }, { language: "javascript" });
  const examples = Object.entries(codes).map(([title, code]) => ({
    ...{ id: course.example(title), lessonId: course.lesson("Own"), title, code },
  }));
  const complete = async ({ id }: MemoryExample, daysAgo = 2) => {
    await constructsFound(api, id);
    await completeDaysAgo(api, id, daysAgo);
  };
  const [first, more, most] = examples as [MemoryExample, MemoryExample, MemoryExample];
  const link = page.getByRole("link", { name: /^Review/ });
  // What was copied today comes tomorrow. The rest arrives late, from another device.
  await complete(first, 0);
  await page.goto("/review");
  await expect(page.getByRole("heading", { level: 1, name: "Nothing is due today." })).toBeVisible();
  await complete(more);
  await link.click();
  await onScreen(page, { examples });
  // A run that is under way stays.
  await typeFromMemory(page, more.code, {}, { to: 6 });
  await page.mouse.move(300, 300);
  await page.mouse.move(340, 310);
  await link.click();
  await field(page).focus();
  await typeFromMemory(page, more.code, {}, { from: 6 });
  await expect(result(page)).toBeVisible();
  await pressNext(page);
  await expect(end(page)).toBeVisible();
  await complete(most);
  await link.click();
  await onScreen(page, { examples });
});

test("nothing due says when the next come @phone", async ({ page, server }) => {
  const learner = await learnerWithNothingDue(page, server);
  const { next_due, next_due_day } = await reviewOf(learner);
  await page.goto("/review");
  await expect(page.getByRole("heading", { level: 1, name: "Nothing is due today." })).toBeVisible();
  const day = new Intl.DateTimeFormat("en-GB", {
    ...({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const),
  });
  const parts = Object.fromEntries(
    day.formatToParts(Date.parse(String(next_due_day))).map(({ type, value }) => [type, value]),
  );
  const on = `${parts["weekday"]}, ${parts["day"]} ${parts["month"]}`;
  await expect(page.getByText(`The next ${next_due} come on ${on}.`)).toBeVisible();
  await expect(page.locator(".day-ruler text")).toContainText(["today"]);
  const ahead = Math.round(
    (Date.parse(String(next_due_day)) - Math.floor(Date.now() / dayMs) * dayMs) / dayMs,
  );
  await expect(page.locator(".day-ruler .v")).toHaveCount(ahead <= 7 ? 1 : 0);
  await expectAccessible(page, "nothing due");
  await page.getByRole("link", { name: "Go to the courses" }).click();
  await expect(page).toHaveURL(/\/courses$/);
  await expect(note(page)).toHaveCount(0);
});

test("nothing due says what a review is to a learner who had none @phone", async ({ page, server }) => {
  await newLearner(page, server, "/review");
  await expect(page.getByText("What you have typed comes back here the day after.")).toBeVisible();
  await expect(page.locator(".day-ruler .v")).toHaveCount(0);
  await expectAccessible(page, "nothing due yet");
});

test("nothing due says that what is due waits for an example @phone", async ({ page, server }) => {
  const learner = await learnerWhoWaits(page, server);
  const { waiting } = await reviewOf(learner);
  expect(waiting).toBeGreaterThan(1);
  await page.goto("/review");
  await expect(
    page.getByText(`The next ${waiting} wait until you finish an example that has them.`),
  ).toBeVisible();
});

test("a visitor logs in first, and comes to the review @phone", async ({ page, server }) => {
  const learner = await newLearner(page, server);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/review");
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Email").fill(learner.account.email);
  await page.getByLabel("Password").fill(learner.account.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/review$/);
  await expect(page.getByRole("heading", { level: 1, name: "Nothing is due today." })).toBeVisible();
});
