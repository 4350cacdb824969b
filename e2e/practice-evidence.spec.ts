// The evidence of a typed time: the start that the first key asks for, the keystroke log that goes with the result, and
// what the leaderboard says about both. Nothing of it delays a key, a save or a result.

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser, submitLoginForm } from "./support/accounts.ts";
import {
  adminApiClient,
  apiClientOf,
  completeExample,
  createCourse,
  exampleOf,
  leaderboardOf,
} from "./support/courses.ts";
import { createGate } from "./support/delayed-responses.ts";
import { type RunningServer, startServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeAfterStart, typeKeys, waitForCode } from "./support/typing.ts";

const code = "const a = 1;\nconst b = 2;";
const starts = "**/api/courses/attempts";
const progress = "**/api/courses/progress";
const tick = "checked against its keystrokes";

const board = (page: Page) => page.getByRole("complementary", { name: "Leaderboard" });
const result = (page: Page) => page.getByRole("dialog", { name: "Sample" });
const ownRow = (within: Locator) => within.getByRole("listitem").filter({ hasText: "You" });

type Body = Readonly<Record<string, unknown>>;

/** The bodies of the requests for a start and of the completed runs, added as they are sent. */
function watchRequests(page: Page) {
  const seen = { starts: [] as Body[], runs: [] as Body[] };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "POST") return;
    if (pathname === "/api/courses/attempts") seen.starts.push(request.postDataJSON());
    if (pathname === "/api/courses/progress" && request.postDataJSON().isComplete)
      seen.runs.push(request.postDataJSON());
  });
  return seen;
}

/** Creates an example and opens it as a new learner. */
async function openSample(
  page: Page,
  server: RunningServer,
  { before = async () => {} }: { readonly before?: () => Promise<void> } = {},
) {
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(admin, { Only: { Chapter: { Sample: code } } });
  const [lessonId, exampleId] = [course.lesson("Only"), course.example("Sample")];
  const address = course.address("Only", "Sample");
  const account = await openAsNewUser(page, "/profile", server.url);
  await before();
  await openExample(page, server.url + address);
  const saved = async () => exampleOf(await apiClientOf(page, server), lessonId, exampleId);
  return { admin, exampleId, address, account, saved };
}

/** Opens an example and waits until the page knows what its learner sends. */
async function openExample(page: Page, address: string): Promise<void> {
  const preferences = page.waitForResponse("**/api/auth/preferences");
  await page.goto(address);
  await preferences;
  await waitForCode(page, "Sample");
}

async function typeAll(page: Page): Promise<void> {
  await typeKeys(page, code);
  await expect(result(page)).toBeVisible();
}

/** The run is checked only if its start has come before its last key. */
async function typeAllAfterStart(page: Page): Promise<void> {
  await typeAfterStart(page, code);
  await expect(result(page)).toBeVisible();
}

/** The own row has this mark instead of a tick, as a title, for screen readers and in the foot. */
async function expectUnchecked(page: Page, words: string): Promise<void> {
  await expect(ownRow(board(page)).getByRole("img", { name: words, exact: true })).toHaveAttribute(
    "title",
    words,
  );
  await expect(
    board(page)
      .getByRole("paragraph")
      .filter({ hasText: `Your time: ${words}` }),
  ).toBeVisible();
  await expect(ownRow(board(page)).getByTitle(tick)).toHaveCount(0);
}

test("a typed example becomes a checked time, also after a reload and on a second device", async ({
  page,
  server,
  browser,
}) => {
  const requests = watchRequests(page);
  const { address, account, exampleId, saved } = await openSample(page, server);
  await typeAllAfterStart(page);
  await expect(ownRow(board(page)).getByRole("img", { name: tick })).toHaveAttribute("title", tick);
  await expect(board(page).getByRole("paragraph").filter({ hasText: tick })).toBeVisible();
  await expectAccessible(page, "a checked time");
  expect(requests.starts).toEqual([{ attemptId: requests.runs[0]?.attemptId, exampleId, codeVersion: 1 }]);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(requests.runs).toMatchObject([
    { start: expect.stringMatching(/^\w+\.[\w-]+$/), log: expect.stringMatching(/^[\w-]+$/), zone },
  ]);
  // About two bytes for each key.
  expect(String(requests.runs[0]?.log).length).toBeLessThan(code.length * 4);
  expect((await saved()).best_time_ms).toBe(requests.runs[0]?.timeMs);

  await page.reload();
  await expect(ownRow(board(page)).getByTitle(tick)).toBeVisible();
  const replay = ownRow(board(page)).getByRole("link", { name: "Watch your best run" });
  await expect(replay).toHaveAttribute("href", `/replay/${exampleId}`);

  const device = await browser.newContext();
  const second = await device.newPage();
  await second.goto(`${server.url}/login`);
  await submitLoginForm(second, account);
  await expect(second).toHaveURL(/\/courses/);
  await openExample(second, server.url + address);
  await expect(ownRow(board(second)).getByTitle(tick)).toBeVisible();
  await typeAllAfterStart(second);
  await expect(ownRow(board(second)).getByTitle(tick)).toBeVisible();
  await device.close();
});

test("the leaderboard's sheet has the tick, the words and the replay @phone", async ({ page, server }) => {
  const { exampleId } = await openSample(page, server);
  await typeAllAfterStart(page);
  const client = await apiClientOf(page, server);
  await expect.poll(async () => (await leaderboardOf(client, exampleId)).userRank?.checked).toBe(true);
  await page.reload();
  await waitForCode(page, "Sample");
  const column = board(page);
  if (!(await column.isVisible())) await page.getByRole("button", { name: "Show leaderboard" }).click();
  const shown = (await column.isVisible()) ? column : page.getByRole("dialog", { name: "Leaderboard" });
  await expect(ownRow(shown).getByRole("img", { name: tick })).toHaveAttribute("title", tick);
  await expect(ownRow(shown).getByRole("link", { name: "Watch your best run" })).toBeVisible();
  await expect(shown.getByRole("paragraph").filter({ hasText: tick })).toBeVisible();
  await expectAccessible(page, "the leaderboard with a checked time");
});

test("the start is requested once for each attempt, after the event of its first key", async ({
  page,
  server,
}) => {
  // `event` is the event that is being handled.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (url.endsWith("/courses/attempts"))
        document.title = `${document.title} | during ${window.event?.type ?? "no event"}`;
      return fetch(input, init);
    };
  });
  const requests = watchRequests(page);
  const gate = createGate();
  const { saved } = await openSample(page, server);
  let asked = 0;
  await page.route(starts, async (route) => {
    asked += 1;
    if (asked === 1) await gate.opened;
    await route.continue().catch(() => {});
  });
  await typeKeys(page, "x");
  await typeKeys(page, code.slice(0, 5));
  await expect.poll(() => requests.starts.length).toBe(1);
  expect(await page.title()).toMatch(/\| during (?:no event|message)$/);
  // Try Again while the start of the first attempt is on its way.
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await waitForCode(page, "Sample");
  await typeKeys(page, code.slice(0, 5));
  await expect.poll(() => requests.starts.length).toBe(2);
  gate.open();
  await typeKeys(page, code.slice(5));
  await expect(result(page)).toBeVisible();
  await expect(ownRow(board(page)).getByTitle(tick)).toBeVisible();
  const [first, second] = requests.starts;
  expect(first?.attemptId).not.toBe(second?.attemptId);
  expect(requests.runs).toMatchObject([{ attemptId: second?.attemptId }]);
  expect(requests.starts).toHaveLength(2);
  expect((await saved()).status).toBe("completed");
});

const troubles = [
  ["never answers", () => new Promise<void>(() => {})],
  ["answers 500", (route) => route.fulfill({ status: 500, json: { error: "No", code: "INTERNAL" } })],
  ["answers 429", (route) => route.fulfill({ status: 429, json: { error: "No", code: "RATE_LIMITED" } })],
  ["answers 404, as an older server", (route) => route.fulfill({ status: 404, body: "Not Found" })],
  ["answers nonsense", (route) => route.fulfill({ status: 200, json: [] })],
  ["cannot be reached", (route) => route.abort()],
] as const satisfies readonly (readonly [
  string,
  (route: import("@playwright/test").Route) => Promise<void>,
])[];
for (const [what, answer] of troubles)
  test(`a start that ${what} changes nothing about keys, save and result`, async ({
    page,
    server,
    faults,
  }) => {
    faults.expectFault("Failed to load resource");
    const requests = watchRequests(page);
    const { saved } = await openSample(page, server);
    await page.route(starts, answer);
    const half = Math.floor(code.length / 2);
    await typeKeys(page, code.slice(0, half));
    await expect.poll(() => requests.starts.length).toBe(1);
    await expect(page.getByRole("progressbar", { name: "Typed" })).toHaveAttribute(
      "aria-valuenow",
      String(Math.floor((100 * half) / code.length)),
    );
    await typeKeys(page, code.slice(half));
    await expect(result(page)).toContainText("New Record!");
    await expect.poll(async () => (await saved()).status).toBe("completed");
    await expect(result(page).getByText("Not saved yet.")).toHaveCount(0);
    await expectUnchecked(page, "made offline");
    expect(requests.starts).toHaveLength(1);
    expect(Object.keys(requests.runs[0] ?? {})).not.toContain("start");
  });

test("a start that meets an expired token comes with the next one, and the time is checked", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault("Failed to load resource");
  const requests = watchRequests(page);
  await openSample(page, server);
  const expired = { error: "Token has expired.", code: "TOKEN_EXPIRED" };
  await page.route(starts, (route) => route.fulfill({ status: 401, json: expired }), { times: 1 });
  const answer = page.waitForResponse((response) => response.url().endsWith("/attempts") && response.ok());
  await typeKeys(page, code.slice(0, 5));
  await answer;
  expect(requests.starts).toHaveLength(2);
  await typeKeys(page, code.slice(5));
  await expect(ownRow(board(page)).getByTitle(tick)).toBeVisible();
});

test("a run that was made offline is sent with its log later, and says so", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/Failed to load resource|Failed to update progress/);
  const requests = watchRequests(page);
  const { saved } = await openSample(page, server);
  await context.setOffline(true);
  await typeAll(page);
  await expect(result(page)).toContainText("Not saved yet.");
  // It outlives the page.
  await expect(result(page)).toContainText("sent again until");
  await context.setOffline(false);
  await expect.poll(async () => (await saved()).status).toBe("completed");
  await expectUnchecked(page, "made offline");
  const logs = new Set(requests.runs.map(({ log }) => log));
  expect([...logs]).toEqual([expect.stringMatching(/^[\w-]{20,}$/)]);
});

test("a run that waits on the device is sent with its evidence by the next page", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/Failed to load resource|Failed to update progress/);
  await openSample(page, server);
  await page.route(progress, (route) => route.abort());
  await typeAllAfterStart(page);
  await expect(result(page)).toContainText("kept on this device");
  const next = await context.newPage();
  const requests = watchRequests(next);
  await page.close();
  await next.goto(`${server.url}/profile`);
  await expect.poll(() => requests.runs.length).toBe(1);
  expect(requests.runs).toMatchObject([{ log: expect.any(String), start: expect.any(String) }]);
});

test("a learner who does not send their keystrokes sends neither start nor log, and reads why", async ({
  page,
  server,
}) => {
  const requests = watchRequests(page);
  await openSample(page, server, {
    before: async () => {
      await (await apiClientOf(page, server)).request("PUT", "/auth/preferences", { sendsKeystrokes: false });
    },
  });
  await typeAll(page);
  await expectUnchecked(page, "sent without keystrokes");
  expect(requests.starts).toEqual([]);
  expect(requests.runs.map((run) => ["log" in run, "start" in run])).toEqual([[false, false]]);
});

test("a switch that is turned in another tab counts for the run that ends next", async ({
  page,
  context,
  server,
}) => {
  const requests = watchRequests(page);
  await openSample(page, server);
  await typeKeys(page, code.slice(0, 8));
  await expect.poll(() => requests.starts.length).toBe(1);
  const tab = await context.newPage();
  await tab.goto(`${server.url}/profile`);
  const saved = tab.waitForResponse((response) => response.request().method() === "PUT");
  await tab.getByRole("switch", { name: "Send the timing of my keystrokes" }).uncheck();
  await saved;
  await page.bringToFront();
  await typeKeys(page, code.slice(8));
  await expectUnchecked(page, "sent without keystrokes");
  expect(requests.runs.map((run) => ["log" in run, "start" in run])).toEqual([[false, false]]);
});

test("a run that waits is sent without its keystrokes once its learner has turned them off", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/Failed to load resource|Failed to update progress/);
  const requests = watchRequests(page);
  const { saved } = await openSample(page, server);
  await page.route(progress, (route) => route.abort());
  await typeAll(page);
  await expect(result(page)).toContainText("kept on this device");
  await page.goto(`${server.url}/profile`);
  const response = page.waitForResponse((one) => one.request().method() === "PUT");
  await page.getByRole("switch", { name: "Send the timing of my keystrokes" }).uncheck();
  await response;
  await page.unroute(progress);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(async () => (await saved()).status, { timeout: 70_000 }).toBe("completed");
  expect(requests.runs[0]).toHaveProperty("log");
  expect(requests.runs.at(-1)).not.toHaveProperty("log");
  expect(requests.runs.at(-1)).not.toHaveProperty("start");
});

test("two tabs that type the same example at once send a start and a log of their own", async ({
  page,
  context,
  server,
}) => {
  const { address } = await openSample(page, server);
  const tab = await context.newPage();
  await openExample(tab, server.url + address);
  const [first, second] = [watchRequests(page), watchRequests(tab)];
  const half = Math.floor(code.length / 2);
  for (const part of [code.slice(0, half), code.slice(half)])
    for (const typed of [page, tab]) {
      await typed.bringToFront();
      await typeKeys(typed, part);
    }
  for (const typed of [page, tab]) await expect(ownRow(board(typed)).getByTitle(tick)).toBeVisible();
  // A tab also sends the runs that the device has stored, so both may send the same one; it counts once.
  const sent = new Map([...first.runs, ...second.runs].map(({ attemptId, start }) => [attemptId, start]));
  expect(new Set(sent.keys())).toEqual(
    new Set([...first.starts, ...second.starts].map(({ attemptId }) => attemptId)),
  );
  expect(new Set(sent.values()).size).toBe(2);
});

test("while the choice is unknown, no log is sent", async ({ page, server, faults }) => {
  faults.expectFault("Failed to load resource");
  const admin = await adminApiClient(server, page.request);
  const course = await createCourse(admin, { Only: { Chapter: { Sample: code } } });
  const requests = watchRequests(page);
  await page.route("**/api/auth/preferences", (route) => route.abort());
  await openAsNewUser(page, course.address("Only", "Sample"));
  await waitForCode(page, "Sample");
  await typeAll(page);
  await expectUnchecked(page, "sent without keystrokes");
  expect(requests.starts).toEqual([]);
  expect(requests.runs.map((run) => ["log" in run, "start" in run])).toEqual([[false, false]]);
});

test("an example edited in mid-run is completed without a time, whatever its log says", async ({
  page,
  server,
}) => {
  const requests = watchRequests(page);
  const { admin, exampleId, saved } = await openSample(page, server);
  await typeKeys(page, code.slice(0, 8));
  await admin.request("PUT", `/admin/examples/${exampleId}`, { code_content: `${code}\n` });
  await typeKeys(page, code.slice(8));
  await expect(result(page)).toContainText("its text was changed while you typed");
  await expect.poll(async () => (await saved()).status).toBe("completed");
  expect((await saved()).best_time_ms).toBe(null);
  expect(requests.runs).toMatchObject([{ codeVersion: 1, log: expect.any(String) }]);
  await expect(board(page)).toContainText("No times recorded yet.");
});

for (const [what, response] of [
  [
    "a proxy's own page",
    { status: 413, contentType: "text/html", body: "<h1>Request Entity Too Large</h1>" },
  ],
  ["our error", { status: 413, json: { error: "Too large", code: "TOO_LARGE" } }],
  ["a refusal of its form", { status: 400, json: { error: "Wrong", code: "INVALID" } }],
  ["a firewall's page", { status: 403, contentType: "text/html", body: "<h1>Blocked</h1>" }],
] as const)
  test(`a run whose log is answered with ${what} is saved without it`, async ({ page, server, faults }) => {
    faults.expectFault("Failed to load resource");
    const requests = watchRequests(page);
    const { saved } = await openSample(page, server);
    await page.route(progress, (route) =>
      route.request().postDataJSON().log === undefined ? route.continue() : route.fulfill(response),
    );
    await typeAll(page);
    await expect.poll(async () => (await saved()).status).toBe("completed");
    await expectUnchecked(page, "sent without keystrokes");
    expect(requests.runs.map((run) => "log" in run)).toEqual([true, false]);
    await expect(result(page).getByText("Not saved yet.")).toHaveCount(0);
  });

/** Inserts wrong text, as dictation does: each time some 2.7 kB of the log, and one error. */
async function insertWrong(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await page.keyboard.insertText("😀".repeat(900));
}

test("a run whose log is longer than a closing page may send is delivered with it and checked", async ({
  page,
  server,
}) => {
  const requests = watchRequests(page);
  await openSample(page, server);
  await typeKeys(page, code.slice(0, 5));
  await insertWrong(page, 15);
  await typeKeys(page, code.slice(5));
  await expect(result(page)).toBeVisible();
  await expect(ownRow(board(page)).getByTitle(tick)).toBeVisible();
  expect(requests.runs).toMatchObject([{ errors: 15 }]);
  expect(String(requests.runs[0]?.log).length).toBeGreaterThan(48_000);
});

test("a run whose log is over 64 kB is sent without it", async ({ page, server }) => {
  const requests = watchRequests(page);
  await openSample(page, server);
  await typeKeys(page, code.slice(0, 5));
  await insertWrong(page, 30);
  await typeKeys(page, code.slice(5));
  await expectUnchecked(page, "sent without keystrokes");
  expect(requests.runs.map((run) => ["log" in run, run.errors])).toEqual([[false, 30]]);
});

test("where nothing is stored, a page that is closed while it sends a long log sends the run without it", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault("Failed to load resource");
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  const requests = watchRequests(page);
  const { saved } = await openSample(page, server);
  await page.route(progress, (route) =>
    route.request().postDataJSON().log === undefined ? route.continue() : new Promise<void>(() => {}),
  );
  await typeKeys(page, code.slice(0, 5));
  await insertWrong(page, 15);
  await typeKeys(page, code.slice(5));
  await expect(result(page)).toBeVisible();
  await expect.poll(() => requests.runs.length).toBe(1);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto(`${server.url}/test-api`);
  // The request with the log never got through.
  await expect.poll(async () => (await saved()).status).toBe("completed");
});

test("a run faster than 2 ms a character completes the example, and its result says why it sets no time", async ({
  page,
  server,
}) => {
  const { saved } = await openSample(page, server);
  await page.route(progress, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), timeMs: 30 }) }),
  );
  await typeAll(page);
  await expect(result(page)).toContainText(
    "The example is completed, but this run sets no time: it took less than 2 ms a character.",
  );
  await expect(result(page).getByText("New Record!")).toHaveCount(0);
  expect(await saved()).toMatchObject({ status: "completed", best_time_ms: null });
});

test("a run faster than 2 ms a character is no record while there is no network", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|Failed to load resource|status of 503/);
  await openSample(page, server);
  await page.route(progress, (route) => route.abort());
  // One event, so that the run takes no time on any machine.
  await page.keyboard.insertText(await waitForCode(page, "Sample"));
  await expect(result(page)).toContainText(
    "The example is completed, but this run sets no time: it took less than 2 ms a character.",
  );
  await expect(result(page).getByText("New Record!")).toHaveCount(0);
  await expect(board(page)).toContainText("Your best time: --:--");
});

test("where the board lists only checked times, it says why the own best time is not on it", async ({
  page,
  faults,
}) => {
  faults.expectFault("request to another host");
  const server = await startServer({ RATE_LIMITS: "off", BOARD: "checked" });
  try {
    const { exampleId, address } = await openSample(page, server);
    const client = await apiClientOf(page, server);
    // Faster than any keys of this test, and above the floor.
    await completeExample(client, exampleId, 60);
    await openExample(page, server.url + address);
    await expect(board(page)).toContainText("Not on this board: sent without keystrokes");
    await expect(ownRow(board(page))).toHaveCount(0);
    await typeAllAfterStart(page);
    await expect(ownRow(board(page)).getByTitle(tick)).toBeVisible();
    await expect(board(page)).toContainText("Your best time: 00:00.06");
    await expect(board(page)).toContainText("Not on this board: sent without keystrokes");
    await expectAccessible(page, "a board of checked times");
  } finally {
    await server.dispose();
  }
});
