// Results: progress is saved during an attempt, at its end and on leaving. Unsent results stay on the device and are
// counted once. Figures, records and ranks follow from the typed keys.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { openAsNewUser, changeStoredSession, storedSession, submitLoginForm } from "./support/accounts.ts";
import {
  adminApiClient,
  leaderboardOf,
  apiClientOf,
  completeExample,
  exampleOf,
  newApiClient,
  createCourse,
} from "./support/courses.ts";
import { withoutClockWorker } from "./support/clock-face.ts";
import { createGate } from "./support/delayed-responses.ts";
import { repeatUntilHidden } from "./support/repeat-until-hidden.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { freshName, typeKeys, waitForCode } from "./support/typing.ts";

const board = (page: Page) => page.getByRole("complementary", { name: "Leaderboard" });
const result = (page: Page) => page.getByRole("dialog", { name: "Sample" });
const tryAgain = (page: Page) => result(page).getByRole("button", { name: "Try Again" });
const unsaved = "Not saved yet.";

/** Creates a course of two examples: `Sample` with this code, and `Other`. */
async function createSample(server: RunningServer, page: Page, code = "let a;") {
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(admin, { Only: { Chapter: { Sample: code, Other: "let b;" } } });
  const [lessonId, exampleId] = [course.lesson("Only"), course.example("Sample")];
  return {
    admin,
    exampleId,
    address: course.address("Only", "Sample"),
    other: course.address("Only", "Other"),
    /** The example as the server has saved it for the learner of this page. */
    savedExample: async (of: Page) => exampleOf(await apiClientOf(of, server), lessonId, exampleId),
    /** The names on the example's leaderboard. */
    leaderboardNames: async (of: Page) =>
      (await leaderboardOf(await apiClientOf(of, server), exampleId)).leaderboard.map(
        ({ username }) => username,
      ),
  };
}

/** The bodies of the requests that save progress, added as they are sent. */
function progressRequests(page: Page) {
  const saves: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/courses/progress"))
      saves.push(request.postDataJSON());
  });
  return saves;
}

/** The number of attempts that the server has saved for this learner. */
async function attemptsOf(page: Page, server: RunningServer): Promise<number> {
  const file = await (await apiClientOf(page, server)).request<{ attempts: unknown[] }>(
    "GET",
    "/auth/export",
  );
  return file.attempts.length;
}

async function logIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await submitLoginForm(page, account);
  await expect(page).toHaveURL(/\/courses/);
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account, / }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
}

test("progress is saved every 15 s when it moved by 5 points, and on leaving when it is above 0 [TEXT-43]", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/Failed to load resource|Failed to update progress/);
  const { address, savedExample } = await createSample(server, page, "0123456789".repeat(5));
  await page.clock.install();
  const saves = progressRequests(page);
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  const tick = () => page.clock.runFor(15_000);
  await tick();
  await typeKeys(page, "01");
  await tick();
  expect(saves).toEqual([]);
  await typeKeys(page, "x2");
  await tick();
  await expect.poll(() => saves.length).toBe(1);
  expect(saves[0]).toMatchObject({ progress: 6, accuracy: 66, errors: 1, isComplete: false });
  expect(saves[0]?.timeMs).toBeGreaterThan(29_000);
  await typeKeys(page, "34");
  await tick();
  expect(saves).toHaveLength(1);

  // A failed save is repeated.
  await page.route("**/courses/progress", (route) => route.abort());
  await typeKeys(page, "5");
  await tick();
  await expect.poll(() => saves.length).toBe(2);
  await page.unrouteAll();
  await tick();
  await expect.poll(() => saves.length).toBe(3);
  expect(saves[2]).toMatchObject({ progress: 12 });
  await expect.poll(async () => (await savedExample(page)).progress).toBe(12);

  // Progress is saved on the way to another example, to another page, and to another document.
  await typeKeys(page, "6");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await waitForCode(page, "Other");
  await expect.poll(async () => (await savedExample(page)).progress).toBe(14);
  await page.goBack();
  await waitForCode(page, "Sample");
  await typeKeys(page, "01234567");
  // Esc ends focus mode, so that the bar is visible.
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Tabstop" }).first().click();
  await expect.poll(async () => (await savedExample(page)).progress).toBe(16);
  await page.goBack();
  await waitForCode(page, "Sample");
  await typeKeys(page, "012345678");
  await page.goto("/test-api");
  await expect.poll(async () => (await savedExample(page)).progress).toBe(18);
  // Without typed text, nothing is saved.
  const before = saves.length;
  await page.goto(address);
  await waitForCode(page, "Sample");
  await page.goto("/test-api");
  expect(saves).toHaveLength(before);
});

test("logging out during an attempt saves its progress", async ({ page, server }) => {
  const { address, savedExample } = await createSample(server, page, "0123456789");
  const account = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await typeKeys(page, "0123");
  await page.keyboard.press("Escape");
  await logOut(page);
  await page.goto(address);
  await logIn(page, account);
  await expect.poll(async () => (await savedExample(page)).progress).toBe(40);
});

test("the timer starts at the first judged key, continues while the code has no focus, and stops at the end", async ({
  page,
  server,
}) => {
  const { address, savedExample } = await createSample(server, page, "ab");
  // A worker would have a clock that the test cannot stop; practice-clock.spec.ts reads what it draws.
  await withoutClockWorker(page);
  await page.clock.install();
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await page.clock.pauseAt(Date.now() + 60_000);
  const timer = page.getByRole("timer");
  for (const key of ["Shift", "Backspace", "Tab", "Control", "ArrowLeft"]) await page.keyboard.press(key);
  await page.clock.runFor(5_000);
  await expect(timer).toHaveText("00:00.00");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  // A wrong key is also judged.
  await page.keyboard.press("x");
  await expect(page.getByText("Typing", { exact: true })).toBeVisible();
  await page.clock.runFor(49);
  await expect(timer).toHaveText("00:00.00");
  await page.clock.runFor(1);
  await expect(timer).toHaveText("00:00.05");
  await page.clock.runFor(61_190);
  await expect(timer).toHaveText("01:01.20");
  await page.keyboard.press("Escape");
  await page.clock.runFor(2_000);
  await expect(timer).toHaveText("01:03.20");
  await page.keyboard.press("Enter");
  // A key also updates the timer, and the next tick is 50 ms later.
  await page.keyboard.press("a");
  await expect(timer).toHaveText("01:03.24");
  await page.clock.runFor(49);
  await expect(timer).toHaveText("01:03.24");
  await page.clock.runFor(64 * 60_000 - 49);
  await expect(timer).toHaveText("65:03.24");
  await page.clock.runFor(19);
  await page.keyboard.press("b");
  await page.clock.runFor(5_000);
  await expect(timer).toHaveText("65:03.25");
  await expect(result(page)).toContainText("65:03.25");
  await expect.poll(async () => (await savedExample(page)).best_time_ms).toBe(3_903_259);
});

test("errors of an attempt are not announced after another attempt has started", async ({ page, server }) => {
  const { address } = await createSample(server, page, "abc");
  await withoutClockWorker(page);
  await page.clock.install();
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await page.clock.pauseAt(Date.now() + 60_000);
  const announcement = page.getByText(/errors? so far/);
  await typeKeys(page, "x");
  await page.clock.runFor(1_500);
  await expect(announcement).toHaveText("1 error so far");
  await typeKeys(page, "x");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await typeKeys(page, "a");
  await page.clock.runFor(1_500);
  await expect(page.getByRole("timer")).toHaveText(/^00:01\.[45]/);
  await expect(announcement).toHaveCount(0);
});

test("a run during which the device's clock was changed completes the example, sets no time, and says why [TEXT-27]", async ({
  page,
  server,
}) => {
  const { address, savedExample, leaderboardNames } = await createSample(server, page);
  await page.clock.install();
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  const saves = progressRequests(page);
  await typeKeys(page, "let");
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 3_600_000;
  });
  await typeKeys(page, " a;");
  await expect(result(page)).toContainText(
    "this run sets no time: the device slept or its clock was changed during the run.",
  );
  await expect(result(page).getByText("New Record!")).toBeHidden();
  await expect.poll(async () => (await savedExample(page)).status).toBe("completed");
  expect(await savedExample(page)).toMatchObject({ best_time_ms: null, last_time_ms: null });
  expect(await leaderboardNames(page)).toEqual([]);
  expect(saves).toMatchObject([{ isComplete: true, isTimed: false, codeVersion: 1 }]);
  await expect(board(page).getByText("No times recorded yet.")).toBeVisible();
});

test("the figures follow the formulas for the typed keys", async ({ page, server }) => {
  const code = "if (a) {\n  b();\n}\n";
  const { address, savedExample } = await createSample(server, page, code);
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  const length = [...code].length;
  let [cursor, errors] = [0, 0];
  const figures = page.locator(".stats");
  const check = async () => {
    const accuracy =
      cursor === 0 ? (errors === 0 ? 100 : 0) : Math.max(0, Math.floor(((cursor - errors) / cursor) * 100));
    await expect(figures).toContainText(`${accuracy}% accuracy`);
    await expect(figures).toContainText(`${errors} ${errors === 1 ? "error" : "errors"}`);
    const progress = Math.floor((cursor / length) * 100);
    await expect(page.getByRole("progressbar", { name: "Typed" })).toHaveAttribute(
      "aria-valuenow",
      String(progress),
    );
    return accuracy;
  };
  await check();
  // Each key with the steps that it moves the caret and the errors that it adds.
  const keys: [string, number, number][] = [
    ["x", 0, 1],
    ["Enter", 0, 1],
    ["i", 1, 0],
    ["f", 1, 0],
    ["Backspace", -1, 0],
    ["f", 1, 0],
    ["Tab", 0, 0],
    ["Space", 1, 0],
    ["[", 0, 1],
    ["(", 1, 0],
    ["a", 1, 0],
    [")", 1, 0],
    ["Space", 1, 0],
    ["{", 1, 0],
    ["Space", 0, 1],
    ["Enter", 1, 0],
    ["Tab", 2, 0],
    ["b", 1, 0],
    ["Control+Backspace", -1, 0],
    ["b", 1, 0],
    ["(", 1, 0],
    [")", 1, 0],
    [";", 1, 0],
    ["Enter", 1, 0],
    ["}", 1, 0],
    ["Enter", 1, 0],
  ];
  let accuracy = 100;
  for (const [key, steps, newErrors] of keys) {
    await page.keyboard.press(key);
    [cursor, errors] = [cursor + steps, errors + newErrors];
    accuracy = await check();
  }
  expect(cursor).toBe(length);
  await expect(result(page).getByRole("definition")).toHaveText([
    `${accuracy}%`,
    String(errors),
    /^\d\d:\d\d\.\d\d$/,
  ]);
  const shown = (await result(page).getByRole("definition").nth(2).textContent()) ?? "";
  const [minutes = 0, seconds = 0] = shown.split(":").map(Number);
  await expect
    .poll(async () => Math.floor(((await savedExample(page)).best_time_ms ?? 0) / 10))
    .toBe(Math.round(minutes * 6_000 + seconds * 100));
});

test("the first time and every better time is a record, and a slower run keeps the best time", async ({
  page,
  server,
}) => {
  const { address, savedExample } = await createSample(server, page, "ab");
  await page.clock.install();
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await page.clock.pauseAt(Date.now() + 60_000);
  const run = async (ms: number) => {
    await page.keyboard.press("a");
    await page.clock.runFor(ms);
    await page.keyboard.press("b");
    // The run is packed and sent, and its result drawn, after the event of its last key.
    await page.clock.runFor(1);
    await expect(result(page)).toBeVisible();
    await expect.poll(async () => (await savedExample(page)).last_time_ms).toBe(ms);
  };
  const restart = async () => {
    await page.clock.runFor(500);
    await page.keyboard.press("r");
    await expect(result(page)).toBeHidden();
  };
  const record = result(page).getByText("New Record!", { exact: true });
  await run(4_010);
  await expect(record).toBeVisible();
  await expect(result(page)).toContainText("Your first run of this example");
  await restart();
  await run(5_000);
  await expect(record).toBeHidden();
  await expect(result(page)).toContainText("0.99 s slower");
  await restart();
  await run(4_000);
  await expect(record).toBeVisible();
  await expect(result(page)).toContainText("0.01 s faster");
  await expect(result(page)).toContainText("Your rank is 1, as before this run.");
  expect((await savedExample(page)).best_time_ms).toBe(4_000);
  await expect(board(page).getByRole("listitem")).toHaveText([/You00:04\.00$/]);
});

test("the leaderboard shows ten rows and three medals, and the learner's own rank after a gap", async ({
  page,
  server,
}) => {
  const { address, exampleId } = await createSample(server, page);
  for (let place = 1; place <= 11; place++)
    await completeExample(await newApiClient(server, page.request), exampleId, place);
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await expect(board(page).getByRole("listitem")).toHaveCount(10);
  await expect(board(page).locator(".medal")).toHaveCount(3);
  await typeKeys(page, "let a;");
  await expect(result(page)).toContainText("Your rank is 12.");
  const rows = board(page).getByRole("listitem");
  await expect(rows).toHaveCount(11);
  await expect(rows.nth(10)).toContainText("12");
  await expect(rows.nth(10)).toContainText("You");
  await expect(board(page).locator(".gap")).toBeVisible();
  // The device remembers that the leaderboard is collapsed.
  await board(page).getByRole("button", { name: "Collapse leaderboard" }).click();
  await expect(rows).toHaveCount(0);
  await page.reload();
  await expect(board(page).getByRole("button", { name: "Show leaderboard" })).toBeVisible();
  await board(page).getByRole("button", { name: "Show leaderboard" }).click();
  await expect(rows).toHaveCount(11);
});

test("a run whose connection fails at the last key is on the leaderboard once after a reload @phone", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const { address, leaderboardNames, savedExample } = await createSample(server, page);
  const { username } = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await typeKeys(page, "let a");
  await context.setOffline(true);
  await page.keyboard.press(";");
  await expect(result(page)).toContainText(`${unsaved} It is kept on this device`);
  await expect(result(page).getByText("New Record!")).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect.poll(() => leaderboardNames(page)).toEqual([username]);
  expect((await savedExample(page)).status).toBe("completed");
  expect(await attemptsOf(page, server)).toBe(1);
  await expect(page.getByText(unsaved)).toBeHidden();
  await expect(page.getByText("not saved yet")).toBeHidden();
});

test("a run whose response is lost is sent again and counted once", async ({ page, server, faults }) => {
  faults.expectFault(/ERR_FAILED|Failed to load resource/);
  const { address, leaderboardNames } = await createSample(server, page);
  const { username } = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  const paths: string[] = [];
  const retry = createGate();
  // The first response is lost. The second request waits until the page has shown that the result is unsaved.
  await page.route(/\/courses\/progress/, async (route) => {
    paths.push(new URL(route.request().url()).pathname);
    if (paths.length > 1) {
      await retry.opened;
      return route.continue();
    }
    await route.fetch();
    await route.abort();
  });
  await typeKeys(page, "let a;");
  await expect(result(page)).toContainText(unsaved);
  retry.open();
  await expect(result(page)).not.toContainText(unsaved);
  expect(paths).toEqual(["/api/courses/progress", "/api/courses/progress"]);
  expect(await leaderboardNames(page)).toEqual([username]);
  expect(await attemptsOf(page, server)).toBe(1);
  await expect(result(page).getByText("New Record!")).toBeVisible();
});

test("a result that cannot be sent is shown as unsaved, also on the next example, until the server is back", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_CONNECTION|Failed to load resource/);
  const { address, leaderboardNames } = await createSample(server, page);
  const { username } = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await server.stop();
  try {
    await typeKeys(page, "let a;");
    await expect(result(page)).toContainText(unsaved);
    await expect(page.getByText("1 result is not saved yet.")).toBeHidden();
    await expect(async () => {
      await page.keyboard.press("Enter");
      await expect(result(page)).toBeHidden({ timeout: 300 });
    }).toPass();
    await waitForCode(page, "Other");
    await expect(page.getByText("1 result is not saved yet.")).toBeVisible();
  } finally {
    await server.start();
  }
  await expect(page.getByText("1 result is not saved yet.")).toBeHidden();
  expect(await leaderboardNames(page)).toEqual([username]);
  expect(await attemptsOf(page, server)).toBe(1);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
  // The room above an on-screen keyboard.
  [390, 430],
] as const) {
  test(`the code does not move when a result becomes unsaved or is delivered during typing, at ${width} × ${height}`, async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to update progress/);
    await page.setViewportSize({ width, height });
    const admin = await adminApiClient(server, page.request);
    const course = await createCourse(admin, {
      Only: { Chapter: { Sample: "let a;", Other: "0123456789".repeat(3) } },
    });
    await openAsNewUser(page, course.address("Only", "Sample"));
    // A first finished example brings the choice of the way, once the learner stops.
    await completeExample(await apiClientOf(page, server), course.example("Sample"), 9_000);
    await page.reload();
    // Focus mode would move parts of the page itself.
    await page.evaluate(() => localStorage.setItem("practice-focus-mode", "off"));
    await waitForCode(page, "Sample");
    const message = page.getByText("1 result is not saved yet.");
    const codeTop = () => page.locator(".code-area").evaluate((area) => area.getBoundingClientRect().top);

    // The message appears during typing: another tab has an unsaved result and notifies this one.
    await page.goto(course.address("Only", "Other"));
    await waitForCode(page, "Other");
    const other = await context.newPage();
    await other.goto(course.address("Only", "Sample"));
    await waitForCode(other, "Sample");
    await page.bringToFront();
    await typeKeys(page, "012");
    const top = await codeTop();
    await context.setOffline(true);
    await other.bringToFront();
    await typeKeys(other, "let a;");
    await page.bringToFront();
    await expect(message).toBeVisible();
    expect(await codeTop()).toBe(top);
    await typeKeys(page, "3");
    expect(await codeTop()).toBe(top);

    // When the code loses the focus, the message gets its own room and covers nothing.
    await page.keyboard.press("Escape");
    const bar = page.locator(".lesson-bar");
    const bottom = () =>
      page.locator(".unsent-room").evaluate((room) => room.lastElementChild?.getBoundingClientRect().bottom);
    await expect
      .poll(async () => (await bar.boundingBox())?.y)
      .toBeGreaterThanOrEqual(((await bottom()) ?? 0) - 0.5);
    expect(await codeTop()).toBeGreaterThan(top);

    // The message disappears during typing.
    await page.keyboard.press("Enter");
    await typeKeys(page, "4");
    const lowerTop = await codeTop();
    await context.setOffline(false);
    await expect(message).toBeHidden();
    expect(await codeTop()).toBe(lowerTop);
    await typeKeys(page, "5");
    expect(await codeTop()).toBe(lowerTop);
    await page.keyboard.press("Escape");
    await expect.poll(codeTop).toBe(top);
  });
}

test("a run that another tab sends appears on this tab's leaderboard, sidebar and lesson without a reload", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED/);
  const { address, other } = await createSample(server, page);
  const { username } = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  const tree = page.getByRole("complementary", { name: "Courses" });
  await expect(board(page).getByText("No times recorded yet.")).toBeVisible();
  await expect(tree.getByRole("link", { name: "Only" })).toHaveAccessibleName("Only");
  // The other tab sends the run. This tab does not become visible in between.
  const second = await context.newPage();
  await second.goto(address);
  await waitForCode(second, "Sample");
  await typeKeys(second, "let a;");
  await expect(result(second).getByText("New Record!")).toBeVisible();
  await expect(board(page).getByRole("listitem")).toHaveText([new RegExp(`(You|${username})`)]);
  await expect(tree.getByRole("link", { name: "1 of 2 Only" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Example 1, completed" })).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();

  // A second tab sends the run whose result this tab shows.
  await second.close();
  const sender = await context.newPage();
  await sender.goto(other);
  await waitForCode(sender, "Other");
  await page.bringToFront();
  await page.route(/\/courses\/progress/, (route) => route.abort());
  await typeKeys(page, "let a;");
  await expect(result(page)).toContainText(unsaved);
  await sender.evaluate(() => dispatchEvent(new Event("online")));
  await expect(result(page)).not.toContainText(unsaved);
  await expect(result(page)).toContainText("Your rank is 1");
});

test("the page of a network that requires a log-in does not make the app lose a result", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/Failed to load resource/);
  const { address, leaderboardNames } = await createSample(server, page);
  const { username } = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  const body = "<h1>Welcome to our network</h1>";
  let status = 200;
  // One route for all: between two, a retry of the app would get through.
  await page.route(/\/courses\/progress/, (route) =>
    route.fulfill({ status, contentType: "text/html", body }),
  );
  for (status of [200, 404, 400, 511]) {
    const responded = page.waitForResponse(/\/courses\/progress/);
    if (status === 200) await typeKeys(page, "let a;");
    else await page.evaluate(() => dispatchEvent(new Event("online")));
    await responded;
    await expect(result(page)).toContainText(unsaved);
  }
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(result(page)).not.toContainText(unsaved);
  expect(await leaderboardNames(page)).toEqual([username]);
});

test("A's offline result is never shown to B on the same device, and counts once for A at A's next log-in", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const { address, leaderboardNames } = await createSample(server, page);
  const b = await openAsNewUser(page, "/profile");
  await logOut(page);
  const a = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await context.setOffline(true);
  await typeKeys(page, "let a;");
  await expect(result(page)).toContainText(unsaved);
  await logOut(page);
  await context.setOffline(false);

  await page.goto(address);
  await logIn(page, b);
  await waitForCode(page, "Sample");
  // The app tries to send first, so that the checks below see the outcome.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await typeKeys(page, "let a;");
  await expect(result(page).getByText("New Record!")).toBeVisible();
  await expect.poll(() => leaderboardNames(page)).toEqual([b.username]);
  await expect(page.getByText(/not saved yet/i)).toBeHidden();
  await logOut(page);

  await page.goto(address);
  await logIn(page, a);
  await expect
    .poll(async () => (await leaderboardNames(page)).toSorted())
    .toEqual([a.username, b.username].toSorted());
  expect(await attemptsOf(page, server)).toBe(1);
});

test("an access token that expires at the last key is renewed, and the run is saved", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 401/);
  const { address, leaderboardNames } = await createSample(server, page);
  const { username } = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  const token = (await storedSession(page))?.token;
  // The server's response to an expired token.
  await page.route("**/courses/progress", (route) =>
    route.request().headers()["authorization"] === `Bearer ${token}`
      ? route.fulfill({ status: 401, json: { error: "Token expired", code: "UNAUTHORIZED" } })
      : route.continue(),
  );
  await typeKeys(page, "let a;");
  await expect.poll(() => leaderboardNames(page)).toEqual([username]);
  await expect(result(page)).toBeVisible();
  expect((await storedSession(page))?.token).not.toBe(token);
});

test("when the session ends during a run, the result stays on the device and is sent after the next log-in", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 401/);
  const { address, leaderboardNames } = await createSample(server, page);
  const account = await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await typeKeys(page, "let");
  const token = (await storedSession(page))?.token ?? "";
  await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
  await changeStoredSession(page, { tokenExpiry: Date.now() - 2_000 });
  await typeKeys(page, " a;");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  await logIn(page, account);
  await waitForCode(page, "Sample");
  await expect.poll(() => leaderboardNames(page)).toEqual([account.username]);
  expect(await attemptsOf(page, server)).toBe(1);
});

test("an example whose code is changed during a run is completed, sets no time, and says so", async ({
  page,
  server,
}) => {
  const { address, admin, exampleId, savedExample, leaderboardNames } = await createSample(server, page);
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await typeKeys(page, "let");
  await admin.request("PUT", `/admin/examples/${exampleId}`, { code_content: "let changed;" });
  await typeKeys(page, " a;");
  await expect(result(page)).toContainText(
    "The example is completed, but this run sets no time: its text was changed while you typed. Try Again shows the new one.",
  );
  await expect(result(page).getByText("New Record!")).toBeHidden();
  expect(await savedExample(page)).toMatchObject({ status: "completed", best_time_ms: null });
  expect(await leaderboardNames(page)).toEqual([]);
  await repeatUntilHidden(result(page), () => page.keyboard.press("r"));
  expect(await waitForCode(page, "Sample")).toBe("let changed;");
  await typeKeys(page, "let changed;");
  await expect(result(page).getByText("New Record!")).toBeVisible();
});

test("a page that has loaded the changed code does not report a record for the old one", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to update progress/);
  const { address, admin, exampleId, savedExample } = await createSample(server, page);
  await page.clock.install();
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await typeKeys(page, "let");
  await admin.request("PUT", `/admin/examples/${exampleId}`, { code_content: "let changed;" });
  // A stale lesson is loaded again when the page becomes visible.
  await page.clock.runFor(31_000);
  const reloaded = page.waitForResponse(/\/courses\/lessons\/\d+$/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(JSON.stringify(await (await reloaded).json())).toContain("let changed;");
  await context.setOffline(true);
  await typeKeys(page, " a;");
  await expect(result(page)).toContainText("its text was changed while you typed");
  await expect(result(page).getByText("New Record!")).toBeHidden();
  await expect(result(page)).toContainText(unsaved);
  await context.setOffline(false);
  await expect(result(page)).not.toContainText(unsaved);
  expect(await savedExample(page)).toMatchObject({ status: "completed", best_time_ms: null });
  await expect(result(page).getByText("New Record!")).toBeHidden();
});

test("an example that is deleted during a run stays until its end, and then the page says so and continues", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 404|Failed to update progress/);
  const { address, admin, exampleId } = await createSample(server, page);
  await page.clock.install();
  await openAsNewUser(page, address);
  await waitForCode(page, "Sample");
  await typeKeys(page, "let");
  await admin.request("DELETE", `/admin/examples/${exampleId}`);
  // A stale lesson is loaded again when the page becomes visible.
  await page.clock.runFor(31_000);
  const reloaded = page.waitForResponse(/\/courses\/lessons\/\d+$/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(JSON.stringify(await (await reloaded).json())).not.toContain("Sample");
  await typeKeys(page, " a;");
  await expect(result(page)).toBeVisible();
  const gone = page.getByRole("alert").filter({ hasText: "“Sample” is no longer there" });
  await expect(gone).toContainText("so its result could not be saved.");
  await expect(result(page)).not.toContainText(unsaved);
  await gone.getByRole("button", { name: "Dismiss" }).click();
  await expect(gone).toBeHidden();
  await page.clock.runFor(500);
  await result(page).getByRole("button", { name: "Next Example" }).click();
  await waitForCode(page, "Other");
});

for (const [what, breakIt] of [
  [
    "no IndexedDB at all",
    () => Reflect.defineProperty(window, "indexedDB", { value: undefined, configurable: true }),
  ],
  [
    "an IndexedDB that is forbidden",
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
    },
  ],
  [
    "a full disk",
    () => {
      IDBObjectStore.prototype.put = function put() {
        this.transaction.abort();
        throw new DOMException("", "QuotaExceededError");
      };
    },
  ],
] as const) {
  test(`with ${what}, an unsent run stays in the page's memory, the page says so, and sends it later`, async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { address, leaderboardNames } = await createSample(server, page);
    await page.addInitScript(breakIt);
    const { username } = await openAsNewUser(page, address);
    await waitForCode(page, "Sample");
    await context.setOffline(true);
    await typeKeys(page, "let a;");
    await expect(result(page)).toContainText(
      "Not saved yet. This browser stores nothing, so keep this page open:",
    );
    // The browser asks before the page is closed.
    expect(await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(
      true,
    );
    await context.setOffline(false);
    await expect(result(page)).not.toContainText(unsaved);
    expect(await leaderboardNames(page)).toEqual([username]);
    expect(await page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(
      true,
    );
  });
}

test("a browser that blocks all data of the site can log in and send a run", async ({
  server,
  page: other,
}) => {
  const { address, leaderboardNames } = await createSample(server, other);
  const profile = mkdtempSync(join(tmpdir(), "tabstop-profile-"));
  mkdirSync(join(profile, "Default"));
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(blocked));
  const context = await chromium.launchPersistentContext(profile, {
    ...test.info().project.use.launchOptions,
    baseURL: server.url,
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    await page.goto(address);
    const refused = () =>
      page.evaluate(() => navigator.locks.request("x", async () => "granted").catch(({ name }) => name));
    expect(await refused()).toBe("SecurityError");
    await page.getByRole("link", { name: "Register" }).first().click();
    const account = { username: freshName(), password: "correct horse" };
    await page.getByLabel("Username").fill(account.username);
    await page.getByLabel("Email").fill(`${account.username}@example.com`);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByLabel("Confirm password").fill(account.password);
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page).toHaveURL(/\/courses/);
    await page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, address);
    await waitForCode(page, "Sample");
    await typeKeys(page, "let a;");
    await expect(result(page)).toContainText("Your rank is 1.");
    await openAsNewUser(other, "/courses");
    expect(await leaderboardNames(other)).toEqual([account.username]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

/** Writes entries into the device's outbox, as another version of the app may have left them. */
async function putIntoOutbox(page: Page, entries: readonly object[]): Promise<void> {
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("tabstop", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("outbox", { keyPath: "attemptId" });
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("outbox", "readwrite");
          for (const entry of all) transaction.objectStore("outbox").put(entry);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    entries,
  );
}

const userId = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem("user") ?? "{}") as { id: number }).id);

test("a result that an older version left on the device half sent is sent and counted once", async ({
  page,
  server,
}) => {
  const { address, exampleId, savedExample, leaderboardNames } = await createSample(server, page);
  const { username } = await openAsNewUser(page, "/profile");
  const attemptId = "6f9619ff-8b86-4011-b42d-00c04fc964ff";
  const caller = await apiClientOf(page, server);
  // The older version sent this request first, and then the time to another endpoint.
  await caller.request("POST", "/courses/progress", {
    ...{ exampleId, progress: 100, accuracy: 98, errors: 1, isComplete: true, timeMs: 5_000 },
    ...{ attemptId, finishedMsAgo: 1_000, codeVersion: 1, isTimed: true },
  });
  await putIntoOutbox(page, [
    {
      ...{ attemptId, userId: await userId(page), exampleId, exampleTitle: "Sample", codeVersion: 1 },
      ...{ accuracy: 98, errors: 1, timeMs: 5_000, isTimed: true, finishedAt: Date.now() - 60_000 },
    },
  ]);
  const sent = page.waitForResponse(/\/courses\/progress/);
  await page.goto(address);
  expect(await (await sent).json()).toMatchObject({ best_time_ms: 5_000, isRecord: true });
  await expect(page.getByText("not saved yet")).toBeHidden();
  expect(await savedExample(page)).toMatchObject({
    status: "completed",
    best_time_ms: 5_000,
    last_time_ms: 5_000,
  });
  expect(await leaderboardNames(page)).toEqual([username]);
  expect(await attemptsOf(page, server)).toBe(1);
});

test("entries of the device's outbox that are not runs are ignored", async ({ page, server }) => {
  const { address, leaderboardNames } = await createSample(server, page);
  const { username } = await openAsNewUser(page, "/profile");
  await putIntoOutbox(page, [{ attemptId: "old", userId: await userId(page), half: true }, { attemptId: 7 }]);
  await page.goto(address);
  await waitForCode(page, "Sample");
  await typeKeys(page, "let a;");
  await expect(result(page).getByText("New Record!")).toBeVisible();
  await expect.poll(() => leaderboardNames(page)).toEqual([username]);
  await expect(page.getByText(/not saved|could not be saved/i)).toBeHidden();
  await expect(tryAgain(page)).toBeVisible();
});
