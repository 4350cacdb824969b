// Runs from memory reach the server once, whatever happens to the network, the server, the storage or the session, and
// change no time, completion or board.

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { endpointTable } from "@tabstop/contract/endpoint-table";
import { fillPath } from "@tabstop/contract/paths";
import { changeStoredSession, openAsNewUser, storedSession, submitLoginForm } from "../support/accounts.ts";
import { adminApiClient, type ApiClient, apiClientOf } from "../support/courses.ts";
import {
  builtInExamples,
  learnerWithReview,
  memoryField,
  type MemoryExample,
  type MemoryLearner,
  openInWay,
  reviewExampleOf,
  typeFromMemory,
} from "../support/memory.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { storedRuns, storeRuns } from "../support/stored-runs.ts";
import { expect, test } from "../support/test.ts";
import { typeKeys, waitForCode } from "../support/typing.ts";

const memoryRuns = "**/api/reviews/*";
const dayMs = 86_400_000;
const kept = "It is kept on this device and sent again until the server has it.";

const result = (page: Page) => page.getByRole("dialog", { name: /^Example complete: / });
const unsent = (page: Page) => result(page).locator(".r-notes").getByRole("status");

/** A learner with one completed example of which something is due. */
async function oneExample(
  page: Page,
  server: RunningServer,
): Promise<MemoryLearner & { example: MemoryExample }> {
  const learner = await learnerWithReview(page, server, { lessons: 1 });
  return { ...learner, example: learner.examples[0] as MemoryExample };
}

type Written = { readonly request: string; readonly body: Readonly<Record<string, unknown>> | null };

/** What the page asks the server to change, added as it is sent. */
function watchWrites(page: Page): Written[] {
  const written: Written[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" || !pathname.startsWith("/api/")) return;
    written.push({ request: `${request.method()} ${pathname.slice(4)}`, body: request.postDataJSON() });
  });
  return written;
}

type Export = {
  readonly review_runs: readonly { readonly way: string; readonly day: string; readonly zone: string }[];
  readonly costs: readonly {
    readonly places: number;
    readonly hidden: number;
    readonly shown: number;
  }[];
  readonly [table: string]: unknown;
};

const exportOf = (api: ApiClient) => api.request<Export>("GET", "/auth/export");
const runsOf = async (api: ApiClient) => (await exportOf(api)).review_runs;

/** Every response that shows results, and none that shows memory: of the learner, and of an admin. */
async function allResults(
  api: ApiClient,
  admin: ApiClient,
  example: MemoryExample,
): Promise<Record<string, unknown>> {
  const { course_id: courseId, chapter_id: chapterId } = await reviewExampleOf(api, example.id, "recall");
  const ids = { courseId, chapterId, lessonId: example.lessonId, exampleId: example.id, userId: 0 };
  const shown: Record<string, unknown> = {};
  for (const [name, { method, path, access, reads }] of Object.entries(endpointTable)) {
    if (method !== "GET" || !reads.includes("results") || reads.includes("memory")) continue;
    const caller = access === "admin" ? admin : api;
    shown[name] = await caller.request("GET", fillPath(path, ids));
  }
  // The file has the memory too.
  const {
    review_runs: _runs,
    memory: _memory,
    practice_days: _days,
    costs,
    ...others
  } = shown["exportAccount"] as Export;
  // Colours are computed in the background; the account's last zone is that of any run.
  const changing = new Set(["tokens", "exported_at", "last_active_at", "zone"]);
  const lasting = (key: string, value: unknown) => (changing.has(key) ? undefined : value);
  // What was asked from memory stands beside what copies cost; constructs without a copy are there for it alone.
  const ofCopies = costs
    .filter(({ places }) => places > 0)
    .map(({ hidden: _hidden, shown: _shown, ...cost }) => cost);
  return JSON.parse(JSON.stringify({ ...shown, exportAccount: { ...others, costs: ofCopies } }, lasting));
}

test("runs in Gaps and Recall, whole, left and reloaded, change nothing of times, completions and boards, and write nothing else", async ({
  page,
  server,
}) => {
  await page.clock.install();
  const { api, example } = await oneExample(page, server);
  const admin = await adminApiClient(server, page.request);
  const before = await allResults(api, admin, example);
  expect(Object.keys(before).length).toBeGreaterThan(15);
  const written = watchWrites(page);
  for (const way of ["gaps", "recall"] as const) {
    await openInWay(page, example, way);
    await typeFromMemory(page, example.code, {}, { to: Math.floor(example.code.length / 2) });
    // Long enough for three autosaves in Copy.
    await page.clock.runFor(45_000);
    await page.reload();
    await expect(memoryField(page, example.title)).toBeFocused();
    await typeFromMemory(page, example.code, {}, { to: 3 });
    await page.goto("/profile");
    await openInWay(page, example, way);
    expect(await storedRuns(page, "tabstop-memory")).toEqual([]);
    const sent = page.waitForResponse(memoryRuns);
    await typeFromMemory(page, example.code);
    await expect(result(page)).toBeVisible();
    await sent;
    await expect.poll(() => storedRuns(page, "tabstop-memory")).toEqual([]);
  }
  expect(written.map(({ request }) => request)).toEqual([
    `POST /reviews/${example.id}`,
    `POST /reviews/${example.id}`,
  ]);
  expect(await allResults(api, admin, example)).toEqual(before);
  // The file has them in no order.
  expect((await runsOf(api)).map(({ way }) => way).toSorted()).toEqual(["gaps", "recall"]);
});

test("a run from memory carries what was hidden, what was shown, its log and its zone; without the log where the learner sends none", async ({
  page,
  server,
}) => {
  const { api, example } = await oneExample(page, server);
  const asked = await reviewExampleOf(api, example.id, "gaps");
  const hidden = asked.constructs.filter((one) => one.hidden);
  const [first] = hidden
    .flatMap(({ id, places }) => places.map((place) => ({ id, at: place[0] ?? 0 })))
    .toSorted((one, other) => one.at - other.at);
  const written = watchWrites(page);
  await openInWay(page, example, "gaps");
  const answered = page.waitForResponse(memoryRuns);
  await typeFromMemory(page, example.code, { helps: [first?.at ?? 0] });
  await answered;
  await expect.poll(() => storedRuns(page, "tabstop-memory")).toEqual([]);
  expect(written.length).toBe(1);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(written[0]?.body).toEqual({
    ...{ attemptId: expect.any(String), way: "gaps", codeVersion: asked.code_version, zone },
    hidden: expect.arrayContaining(hidden.map(({ id }) => id)),
    shown: expect.arrayContaining([first?.id]),
    finishedMsAgo: expect.any(Number),
    log: expect.stringMatching(/^[\w-]+$/),
  });

  await api.request("PUT", "/auth/preferences", { sendsKeystrokes: false });
  const preferences = page.waitForResponse("**/api/auth/preferences");
  await openInWay(page, example, "recall");
  await preferences;
  await typeFromMemory(page, example.code);
  await expect.poll(() => written.length).toBe(2);
  expect(Object.keys(written[1]?.body ?? {}).toSorted()).toEqual([
    "attemptId",
    "codeVersion",
    "finishedMsAgo",
    "hidden",
    "shown",
    "way",
    "zone",
  ]);
});

test("a run that was finished without a network is sent later and counts on its own day", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const { api, example } = await oneExample(page, server);
  await openInWay(page, example, "gaps");
  await context.setOffline(true);
  await typeFromMemory(page, example.code);
  await expect(unsent(page)).toHaveText(`Not saved yet. ${kept} The server cannot be reached at the moment.`);
  const [run] = (await storedRuns(page, "tabstop-memory")) as { finishedAt: number }[];
  expect(run).toMatchObject({ exampleId: example.id, way: "gaps", log: expect.any(String) });
  expect(await runsOf(api)).toEqual([]);
  // Two days pass before the network is back.
  await storeRuns(page, "tabstop-memory", [{ ...run, finishedAt: (run?.finishedAt ?? 0) - 2 * dayMs }]);
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto("/profile");
  await expect.poll(() => storedRuns(next, "tabstop-memory")).toEqual([]);
  const day = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10);
  await expect.poll(async () => (await runsOf(api)).map((one) => one.day)).toEqual([day]);
});

test("two tabs and another device type the same example without a network, and each run counts once", async ({
  page,
  context,
  browser,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const { account, api, example } = await oneExample(page, server);
  const secondTab = await context.newPage();
  const device = await browser.newContext();
  const other = await device.newPage();
  await other.goto(`${server.url}/login`);
  await submitLoginForm(other, account);
  await expect(other).toHaveURL(/\/courses/);
  for (const [at, to] of [
    [page, ""],
    [secondTab, ""],
    [other, server.url],
  ] as const) {
    await at.goto(`${to}/courses?lessonId=${example.lessonId}&exampleId=${example.id}&way=gaps`);
    await at.bringToFront();
    await expect(memoryField(at, example.title)).toBeFocused();
  }
  await context.setOffline(true);
  await device.setOffline(true);
  for (const at of [page, secondTab, other]) {
    await at.bringToFront();
    await memoryField(at, example.title).focus();
    await typeFromMemory(at, example.code);
    await expect(unsent(at)).toContainText(kept);
  }
  await context.setOffline(false);
  await device.setOffline(false);
  for (const at of [page, secondTab, other]) {
    await expect(unsent(at)).toHaveText("");
    await expect.poll(() => storedRuns(at, "tabstop-memory")).toEqual([]);
  }
  expect((await runsOf(api)).length).toBe(3);
  await device.close();
});

test("an answer that is lost costs nothing: the repeat gets the first answer, and the run counts once", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|ERR_CONNECTION/);
  const { api, example } = await oneExample(page, server);
  await openInWay(page, example, "recall");
  let lost = 0;
  await page.route(memoryRuns, async (route) => {
    if (route.request().method() !== "POST" || lost === 2) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await typeFromMemory(page, example.code);
  await expect(result(page)).toBeVisible();
  await expect.poll(() => storedRuns(page, "tabstop-memory")).toEqual([]);
  await expect(unsent(page)).toHaveText("");
  expect([lost, (await runsOf(api)).length]).toEqual([2, 1]);
});

test("a run that ends while the server is gone is sent when it is back", async ({ page, faults }) => {
  test.slow();
  faults.expectFault(/./);
  const server = await startServer({ RATE_LIMITS: "off" });
  try {
    const account = await openAsNewUser(page, "/profile", server.url);
    const api = await apiClientOf(page, server);
    const [example] = await builtInExamples(api);
    if (example === undefined) throw new RangeError("no example");
    await api.request("POST", `/courses/progress/${example.id}`, { status: "completed", time_ms: 60_000 });
    await page.goto(`${server.url}/courses?lessonId=${example.lessonId}&exampleId=${example.id}&way=gaps`);
    await expect(memoryField(page, example.title)).toBeFocused();
    await typeFromMemory(page, example.code, {}, { to: 5 });
    await server.kill();
    await typeFromMemory(page, example.code, {}, { from: 5 });
    await expect(unsent(page)).toContainText(kept);
    // The page is closed before the server is back, and the next one sends the run.
    await page.close();
    await server.start();
    expect(await runsOf(api)).toEqual([]);
    const next = await page.context().newPage();
    await next.goto(`${server.url}/profile`);
    await expect(next.getByRole("button", { name: `Account, ${account.username}` })).toBeVisible();
    await expect.poll(async () => (await runsOf(api)).map(({ way }) => way)).toEqual(["gaps"]);
    await next.close();
  } finally {
    await server.dispose();
  }
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
  test(`with ${what}, an unsent run from memory stays in the page, which says so, asks before it is closed, and sends it later`, async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { api, example } = await oneExample(page, server);
    await page.addInitScript(breakIt);
    await openInWay(page, example, "gaps");
    await context.setOffline(true);
    await typeFromMemory(page, example.code);
    await expect(unsent(page)).toContainText(
      "Not saved yet. This browser stores nothing, so keep this page open: it is sent again until the server has it.",
    );
    const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await asks()).toBe(true);
    await context.setOffline(false);
    await expect(unsent(page)).toHaveText("");
    expect(await asks()).toBe(false);
    expect((await runsOf(api)).length).toBe(1);
  });
}

test("when the session ends during a run from memory, it ends after the run, which is sent after the next log-in", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 401/);
  const { account, example } = await oneExample(page, server);
  await openInWay(page, example, "gaps");
  await typeFromMemory(page, example.code, {}, { to: 4 });
  const token = (await storedSession(page))?.token ?? "";
  await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
  await changeStoredSession(page, { tokenExpiry: Date.now() - 2_000 });
  await typeFromMemory(page, example.code, {}, { from: 4 });
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect((await storedRuns(page, "tabstop-memory")).length).toBe(1);
  await submitLoginForm(page, account);
  await expect.poll(() => storedRuns(page, "tabstop-memory")).toEqual([]);
  expect((await runsOf(await apiClientOf(page, server))).length).toBe(1);
});

test("a log-out during a run from memory saves nothing of it, and one at its last key all of it", async ({
  page,
  server,
}) => {
  const { account, example } = await oneExample(page, server);
  const written = watchWrites(page);
  const logOut = async () => {
    await page.getByRole("button", { name: `Account, ${account.username}` }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/login$/);
  };
  const logIn = async () => {
    await submitLoginForm(page, account);
    await expect(page).toHaveURL(/\/courses/);
  };
  await openInWay(page, example, "gaps");
  await typeFromMemory(page, example.code, {}, { to: 5 });
  await logOut();
  expect(await storedRuns(page, "tabstop-memory")).toEqual([]);
  await logIn();
  expect(await runsOf(await apiClientOf(page, server))).toEqual([]);
  await openInWay(page, example, "gaps");
  // The log-out comes in the same event as the last key, before the run is packed.
  await typeFromMemory(page, example.code.slice(0, -1));
  await page.evaluate(() => {
    const click = (selector: string, text = "") =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .find(({ textContent }) => textContent.includes(text))
        ?.click();
    const logOutNow = () => {
      click("[aria-label^='Account']");
      queueMicrotask(() => click("[role=menuitem]", "Logout"));
    };
    // After the listener of the code area, which passes the event on to no element.
    addEventListener("beforeinput", logOutNow, { capture: true, once: true });
  });
  await typeKeys(page, example.code.slice(-1));
  await expect(page).toHaveURL(/\/login$/);
  await logIn();
  await expect.poll(async () => (await runsOf(await apiClientOf(page, server))).length).toBe(1);
  expect(written.map(({ request }) => request).filter((request) => request.includes("/courses/"))).toEqual(
    [],
  );
});

test("a page that is left in the event of the last key still delivers the run", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_ABORTED|net::/);
  const { api, example } = await oneExample(page, server);
  await openInWay(page, example, "recall");
  await typeFromMemory(page, example.code.slice(0, -1));
  await page.evaluate(() => {
    // After the listener of the code area, and before the run is packed.
    const leave = () => queueMicrotask(() => location.assign("/profile"));
    addEventListener("beforeinput", leave, { capture: true, once: true });
  });
  await typeKeys(page, example.code.slice(-1));
  await expect(page).toHaveURL(/\/profile$/);
  await expect.poll(async () => (await runsOf(api)).map(({ way }) => way)).toEqual(["recall"]);
  await expect.poll(() => storedRuns(page, "tabstop-memory")).toEqual([]);
});

test("a delivered run renews what is due and the review, but nothing is requested while the learner types", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const { example } = await oneExample(page, server);
  await openInWay(page, example, "gaps");
  // While the learner types, the bar is hidden.
  const due = page.locator('a[href="/review"]');
  const before = await due.textContent();
  await context.setOffline(true);
  await typeFromMemory(page, example.code);
  await expect(unsent(page)).toContainText(kept);
  await page.keyboard.press("r");
  await expect(memoryField(page, example.title)).toBeFocused();
  await typeFromMemory(page, example.code, {}, { to: 3 });
  const read: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) read.push(pathname.slice(4));
  });
  const delivered = page.waitForResponse(memoryRuns);
  await context.setOffline(false);
  await delivered;
  await typeFromMemory(page, example.code, {}, { from: 3, to: example.code.length - 1 });
  expect(read.filter((path) => path.startsWith("/review"))).toEqual([]);
  expect(await due.textContent()).toBe(before);
  await typeKeys(page, example.code.slice(-1));
  await expect(result(page)).toBeVisible();
  await expect.poll(() => read).toContain("/review/due");
  await expect.poll(() => due.textContent()).not.toBe(before);
});

test("an example that was completed with a network can be typed from memory without one, in both ways", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await openAsNewUser(page, "/profile");
  const api = await apiClientOf(page, server);
  const [example] = (await builtInExamples(api)) as [MemoryExample];
  await page.goto(`/courses?lessonId=${example.lessonId}&exampleId=${example.id}`);
  await waitForCode(page, example.title);
  await typeKeys(page, example.code);
  const loaded = (way: string) =>
    page.waitForResponse((response) => response.url().includes(`/reviews/${example.id}?way=${way}`));
  await Promise.all([loaded("gaps"), loaded("recall")]);
  await context.setOffline(true);
  await page.keyboard.press("r");
  for (const way of ["Gaps", "Recall"]) {
    const choice = page.getByRole("radio", { name: way });
    await choice.check();
    await expect(memoryField(page, example.title)).toBeVisible();
    await expect(page.getByText("What is hidden here could not be loaded.")).toBeHidden();
  }
  await context.setOffline(false);
});

test("a deleted account leaves no run of either kind on the device, and those of others stay", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of 40\d/);
  const account = await openAsNewUser(page, "/profile");
  const userId = (await storedSession(page))?.id ?? 0;
  await page.route(memoryRuns, (route) => route.abort());
  await page.route("**/api/courses/progress", (route) => route.abort());
  faults.expectFault(/ERR_FAILED/);
  const run = { exampleId: 1, exampleTitle: "Hello", codeVersion: 1, finishedAt: Date.now() };
  const own = { ...run, userId, attemptId: randomUUID() };
  const others = { ...run, userId: userId + 1_000_000, attemptId: "another-learner" };
  const copied = { accuracy: 98, errors: 1, timeMs: 5_000, isTimed: true };
  const hidden = { way: "gaps", hidden: [1], shown: [] };
  await storeRuns(page, "tabstop", [
    { ...own, ...copied },
    { ...others, ...copied },
  ]);
  await storeRuns(page, "tabstop-memory", [
    { ...own, ...hidden },
    { ...others, ...hidden },
  ]);
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByLabel("Current password").last().fill(account.password);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(async () => (await storedSession(page)) === null).toBe(true);
  for (const database of ["tabstop", "tabstop-memory"] as const)
    expect((await storedRuns(page, database)).map((one) => (one as { attemptId: string }).attemptId)).toEqual(
      ["another-learner"],
    );
});
