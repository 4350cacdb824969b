// A newcomer's first days: the line before the first key, the review in the bar from the first finished example on, and
// the one offer to type from memory after the third.

import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { openAs, openAsNewUser } from "../support/accounts.ts";
import { adminApiClient, apiClientOf, completeExample, createCourse } from "../support/courses.ts";
import { completeDaysAgo, learnerWithReview, reviewDaysAgo } from "../support/memory.ts";
import type { RunningServer } from "../support/running-server.ts";
import { expect, test } from "../support/test.ts";
import { typeKeys, waitForCode, waitForResultParts } from "../support/typing.ts";

const firstLine = "Type what you see. Your first key starts the clock.";
const codes = {
  First: "const width = 6;\nconsole.log(width);\n",
  Second: "let height = 4;\nheight += 2;\n",
  Third: "const add = (a, b) => a + b;\n",
  Fourth: "const [one, two] = [1, 2];\n",
  Fifth: "for (const one of [1, 2]) console.log(one);\n",
} as const;
type Title = keyof typeof codes;

const bar = (page: Page) => page.getByRole("banner").getByRole("navigation", { name: "Main" });
const review = (page: Page) => bar(page).getByRole("link", { name: /^Review/ });
const number = (page: Page) => review(page).locator(".count");
const line = (page: Page) => page.getByText(firstLine).filter({ visible: true });
const result = (page: Page, title: Title) => page.getByRole("dialog", { name: `Example complete: ${title}` });
const offer = (page: Page) => page.getByRole("region", { name: "Three examples done" });
const counts = "**/api/review/due*";
const saves = "**/api/courses/progress";
const preferences = "**/api/auth/preferences";

/** A zone in which it is this hour now. */
function zoneAtHour(hour: number): string {
  const ahead = ((((hour - new Date().getUTCHours() + 9) % 24) + 24) % 24) - 9;
  // The names have the sign the other way round.
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/** A course of one lesson, and a newcomer at one of its examples. */
async function newcomer(server: RunningServer, page: Page, at: Title = "First") {
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(admin, { Lesson: { Chapter: codes } }, { language: "javascript" });
  const account = await openAsNewUser(page, course.address("Lesson", at));
  await waitForCode(page, at);
  return { course, account };
}

async function finish(page: Page, title: Title): Promise<void> {
  await waitForCode(page, title);
  await typeKeys(page, codes[title]);
  await expect(result(page, title)).toBeVisible();
}

/** Goes on with the key, which does nothing in the first moments. */
async function goOn(page: Page, next: Title): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: `Type this example: ${next}` })).toBeFocused({
      timeout: 500,
    });
  }).toPass();
}

/** A learner who has finished two examples, at the third. */
async function atThird(server: RunningServer, page: Page) {
  const { course, account } = await newcomer(server, page);
  const api = await apiClientOf(page, server);
  for (const title of ["First", "Second"] as const) await completeExample(api, course.example(title), 5_000);
  await page.goto(course.address("Lesson", "Third"));
  await waitForCode(page, "Third");
  return { course, account, api };
}

/** Lets the page think that a write in another tab has changed what is due. */
async function outdate(page: Page): Promise<void> {
  const answered = page.waitForResponse(counts);
  await announceWrite(page);
  await answered;
}

function announceWrite(page: Page): Promise<void> {
  return page.evaluate(() => new BroadcastChannel("tabstop-writes").postMessage(["memory"]));
}

test("a newcomer reads one line before the first key, and has no link to the review and no choice of a way @phone", async ({
  page,
  server,
}) => {
  await newcomer(server, page);
  await expect(line(page)).toBeVisible();
  await expect(line(page)).toHaveRole("status");
  await expect(review(page)).toHaveCount(0);
  await expect(page.getByText("Gaps", { exact: true })).toHaveCount(0);
  const code = page.locator(".code, .code-area").first();
  const before = await code.boundingBox();
  await typeKeys(page, "c");
  await expect(page.getByText(firstLine)).toHaveCount(0);
  await expect(page.getByText("100% accuracy")).toBeVisible();
  // Nothing moves when it goes, and nothing when it comes back.
  const { x, y } = (await code.boundingBox()) ?? {};
  expect({ x, y }).toEqual({ x: before?.x, y: before?.y });
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(line(page)).toBeVisible();
  // By less than a pixel, as where the clock is drawn by a worker or not.
  expect(Math.abs(((await code.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1);
  await expectAccessible(page, "the first line");
  await page.reload();
  await expect(line(page)).toBeVisible();
});

test("from the first finished example on the line never comes back, and the bar has the review @phone", async ({
  page,
  server,
}) => {
  await newcomer(server, page);
  await finish(page, "First");
  await expect(review(page)).toBeVisible();
  await expect(review(page)).toHaveAccessibleName("Review");
  await expect(number(page)).toHaveCount(0);
  await goOn(page, "Second");
  await expect(page.getByText(firstLine)).toHaveCount(0);
  await expect(page.getByText("100% accuracy")).toBeVisible();
  await typeKeys(page, "l");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(page.getByText(firstLine)).toHaveCount(0);
  await page.reload();
  await expect(review(page)).toBeVisible();
  await expect(page.getByText(firstLine)).toHaveCount(0);
  await page.goto("/profile");
  await expect(review(page)).toBeVisible();
});

test("the bar has room for the review on a narrow phone, and the name is still read", async ({
  page,
  server,
}) => {
  await newcomer(server, page);
  const brand = page.getByRole("banner").getByRole("link", { name: "Tabstop" });
  const word = brand.getByText("Tabstop");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(async () => expect((await word.boundingBox())?.width).toBeGreaterThan(40)).toPass();
  await finish(page, "First");
  await expect(review(page)).toBeVisible();
  for (const [width, isShown] of [
    [360, false],
    [385, false],
    [386, true],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await expect(async () => expect(((await word.boundingBox())?.width ?? 0) > 40).toBe(isShown)).toPass();
    await expect(brand).toHaveAccessibleName("Tabstop");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("the number due is read with the link, and is left out when nothing is due", async ({
  page,
  server,
}) => {
  const { api, examples } = await learnerWithReview(page, server);
  await page.reload();
  await expect(review(page)).toHaveAccessibleName("Review, 12 due");
  await expect(number(page)).toHaveText("12");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page, "the number due");
  for (const { id } of examples) await reviewDaysAgo(api, id, 0);
  await outdate(page);
  await expect(review(page)).toHaveAccessibleName("Review");
  await expect(number(page)).toHaveCount(0);
});

test("more than 99 are due as 99+", async ({ page }) => {
  await page.route(counts, (route) =>
    route.fulfill({ json: { due: 140, next_due_day: null, has_finished: true } }),
  );
  await openAsNewUser(page, "/profile");
  await expect(review(page)).toHaveAccessibleName("Review, 99+ due");
  await expect(number(page)).toHaveText("99+");
});

test("the number never changes while the learner types", async ({ page, server }) => {
  const { api, examples } = await learnerWithReview(page, server);
  const example = examples[0] as (typeof examples)[number];
  await page.goto(`/courses?lessonId=${example.lessonId}&exampleId=${example.id}`);
  await waitForCode(page, example.title);
  await expect(number(page)).toHaveText("12");
  await typeKeys(page, example.code.slice(0, 4));
  for (const { id } of examples) await reviewDaysAgo(api, id, 0);
  await announceWrite(page);
  await typeKeys(page, example.code.slice(4, 8));
  // The bar is hidden by now.
  await expect(page.locator(".nav .count")).toHaveText("12");
  await page.keyboard.press("Escape");
  await expect(number(page)).toHaveCount(0);
});

test("the bar shows what it knew last while the server is asked, and when it fails, and never of another user", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 503|ERR_FAILED/);
  await learnerWithReview(page, server);
  await page.reload();
  await expect(number(page)).toHaveText("12");
  for (const answer of [
    () => {},
    (route: Route) => route.fulfill({ status: 503, json: { error: "Away.", code: "UNAVAILABLE" } }),
    (route: Route) => route.abort(),
  ]) {
    await page.route(counts, answer);
    await page.reload();
    await expect(number(page)).toHaveText("12");
    await page.unroute(counts, answer);
  }
  // Another user on this device, without an answer about them.
  await page.route(counts, () => {});
  await openAsNewUser(page, "/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  await expect(review(page)).toHaveCount(0);
  await page.unroute(counts);
});

test("after a log-out nothing about the review is left on the device", async ({ page, server }) => {
  await learnerWithReview(page, server);
  await page.reload();
  await expect(number(page)).toHaveText("12");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("tabstop-due"))).toBe(null);
});

test.describe("late in the evening", () => {
  test.use({ timezoneId: zoneAtHour(22) });

  test("the number is asked for again on the next day, with the learner's zone", async ({ page }) => {
    await page.clock.install();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/review/due")) asked.push(request.url());
    });
    await openAsNewUser(page, "/profile");
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
    await expect(async () => expect(asked.length).toBeGreaterThan(0)).toPass();
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(new URL(asked[0] ?? "").searchParams.get("zone")).toBe(zone);
    const before = asked.length;
    await page.clock.fastForward("02:05:00");
    await expect(async () => expect(asked.length).toBeGreaterThan(before)).toPass({ timeout: 20_000 });
  });
});

test("a first example that is finished without a network counts at once, until it is lost", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|status of 404/);
  const { course } = await newcomer(server, page);
  await page.route(saves, (route) => route.abort());
  await finish(page, "First");
  await expect(review(page)).toBeVisible();
  await goOn(page, "Second");
  await page.reload();
  await expect(review(page)).toBeVisible();
  await outdate(page);
  await expect(review(page)).toBeVisible();
  // The example has been deleted, so the server never has the completion.
  const admin = await adminApiClient(server, page.request);
  await admin.request("DELETE", `/admin/courses/${course.courseId}`);
  await page.unroute(saves);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(review(page)).toHaveCount(0);
});

test("the third finished example offers memory once: Next Example is still the main button @phone", async ({
  page,
  server,
}) => {
  const { course } = await newcomer(server, page);
  await finish(page, "First");
  await expect(offer(page)).toHaveCount(0);
  await goOn(page, "Second");
  await finish(page, "Second");
  await expect(offer(page)).toHaveCount(0);
  await goOn(page, "Third");
  await finish(page, "Third");
  await expect(offer(page)).toBeVisible();
  await expect(offer(page)).toContainText(
    "Copying shows you the syntax. Typing it from memory keeps it: the same lines again, with the new signs and words hidden. About two minutes.",
  );
  await expect(offer(page).getByRole("button")).toHaveText(["Try it now", "Not now"]);
  await expect(result(page, "Third").getByRole("button", { name: /Now from memory/ })).toHaveCount(0);
  await expectAccessible(page, "the offer");
  // The key of the button that gives way does nothing.
  await page.waitForTimeout(450);
  await page.keyboard.press("m");
  await expect(offer(page)).toBeVisible();
  await goOn(page, "Fourth");
  await finish(page, "Fourth");
  await expect(offer(page)).toHaveCount(0);
  // Nor is it made again for the third.
  await page.goto(course.address("Lesson", "Third"));
  await finish(page, "Third");
  await expect(offer(page)).toHaveCount(0);
});

test("'Not now' closes the offer alone, and the keys of the result still work", async ({ page, server }) => {
  await atThird(server, page);
  await finish(page, "Third");
  await page.waitForTimeout(450);
  await offer(page).getByRole("button", { name: "Not now" }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect(result(page, "Third")).toBeFocused();
  await goOn(page, "Fourth");
});

test("'Try it now' leads to Gaps of the same example", async ({ page, server }) => {
  const { course } = await atThird(server, page);
  await finish(page, "Third");
  await page.waitForTimeout(450);
  await offer(page).getByRole("button", { name: "Try it now" }).click();
  await expect(page.getByRole("textbox", { name: "Type from memory: Third" })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`exampleId=${course.example("Third")}&way=gaps`));
});

test("the account remembers the offer: another device does not make it, even one that was opened before", async ({
  page,
  server,
  browser,
}) => {
  const { course, account } = await atThird(server, page);
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  const login = await page.request.post("/api/auth/login", { data: account });
  await openAs(other, await login.json(), course.address("Lesson", "Fourth"));
  await waitForCode(other, "Fourth");
  await finish(page, "Third");
  await expect(offer(page)).toBeVisible();
  await expect
    .poll(
      async () =>
        (
          await (
            await apiClientOf(page, server)
          ).request<{ isOfferSeen: boolean }>("GET", "/auth/preferences")
        ).isOfferSeen,
    )
    .toBe(true);
  // It still counts two, so this is its third.
  await finish(other, "Fourth");
  await expect(offer(other)).toHaveCount(0);
  await other.context().close();
});

test("a second tab does not make the offer again, also without a network", async ({
  page,
  server,
  faults,
}) => {
  // On a slow machine a run is saved before it ends, which fails too.
  faults.expectFault(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to update progress/);
  const { course } = await atThird(server, page);
  const tab = await page.context().newPage();
  await tab.goto(course.address("Lesson", "Fourth"));
  await waitForCode(tab, "Fourth");
  await page.bringToFront();
  await waitForResultParts(page);
  await page.context().setOffline(true);
  await page.context().route("**/api/**", (route) => route.abort());
  await finish(page, "Third");
  await expect(offer(page)).toBeVisible();
  await tab.bringToFront();
  await tab.getByRole("textbox").first().focus();
  await finish(tab, "Fourth");
  await expect(offer(tab)).toHaveCount(0);
  await page.context().unroute("**/api/**");
  await page.context().setOffline(false);
});

test("a memory of the offer that could not be sent is sent later, and until then keystrokes are still sent", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 503/);
  const { api } = await atThird(server, page);
  const seen = async () =>
    (await api.request<{ isOfferSeen: boolean }>("GET", "/auth/preferences")).isOfferSeen;
  const refuse = (route: Route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 503, json: { error: "Away.", code: "UNAVAILABLE" } })
      : route.continue();
  await page.route(preferences, refuse);
  await finish(page, "Third");
  await expect(offer(page)).toBeVisible();
  await goOn(page, "Fourth");
  const sent = page.waitForRequest(
    (request) => request.url().endsWith("/courses/progress") && request.postDataJSON().isComplete,
  );
  await finish(page, "Fourth");
  expect((await sent).postDataJSON().log).toEqual(expect.any(String));
  await expect(offer(page)).toHaveCount(0);
  expect(await seen()).toBe(false);
  await page.unroute(preferences, refuse);
  await page.reload();
  await expect.poll(seen).toBe(true);
});

test("a learner who has finished more gets no offer", async ({ page, server }) => {
  const { course, api } = await atThird(server, page);
  await completeDaysAgo(api, course.example("Fifth"), 3);
  await page.reload();
  await finish(page, "Third");
  await expect(result(page, "Third")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});
