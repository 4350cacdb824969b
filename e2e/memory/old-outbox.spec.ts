// A page of the release before runs from memory, on a device that holds such runs: it was open before an upgrade, or the
// service worker had kept it. Its outbox reads, sends and clears its own runs, and is neither locked out nor changed by the
// others; and what it stored, the present outbox sends.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { adminApiClient, type ApiClient, apiClientOf, createCourse, exampleOf } from "../support/courses.ts";
import { openAsNewUser } from "../support/accounts.ts";
import { type RunDatabase, storedRuns, storeRuns } from "../support/stored-runs.ts";
import type { RunningServer } from "../support/running-server.ts";
import { expect, test } from "../support/test.ts";

const oldScript = readFileSync(join(import.meta.dirname, "old-outbox.js.txt"), "utf8");
const code = "let a = 1;\nlet b = 2;\n";
const completions = "**/api/courses/progress";
const memoryRuns = "**/api/reviews/*";

/** What the old page's script offers to this test. */
type OldPage = {
  readonly outbox: {
    add(run: object): Promise<void>;
    flush(): Promise<void>;
    getSnapshot(): readonly { readonly attemptId: string; readonly isOnDevice: boolean }[];
    reread(): Promise<void>;
  };
};

/** Opens a page whose only script is the old outbox, started as that release did. */
async function openOldPage(context: BrowserContext, server: RunningServer): Promise<Page> {
  const page = await context.newPage();
  await page.route(`${server.url}/old-outbox.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: oldScript }),
  );
  await page.route(`${server.url}/old-page`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>old</title><script type="module">
        import { outbox, startOutbox, startSession } from "/old-outbox.js";
        startSession();
        startOutbox();
        window.old = { outbox };
      </script>`,
    }),
  );
  await page.goto(`${server.url}/old-page`);
  await page.waitForFunction(() => "old" in window);
  return page;
}

const oldOutbox = {
  add: (page: Page, run: object) =>
    page.evaluate(async (added) => {
      await (window as unknown as { old: OldPage }).old.outbox.add(added);
    }, run),
  waiting: (page: Page) =>
    page.evaluate(async () => {
      const { outbox } = (window as unknown as { old: OldPage }).old;
      await outbox.reread();
      return outbox.getSnapshot().map(({ attemptId, isOnDevice }) => ({ attemptId, isOnDevice }));
    }),
  flush: (page: Page) => page.evaluate(() => (window as unknown as { old: OldPage }).old.outbox.flush()),
};

/** A learner with an example, whose runs do not reach the server until `let through` is called. */
async function learnerWithout(page: Page, context: BrowserContext, server: RunningServer) {
  const course = await createCourse(
    await adminApiClient(server, page.request),
    { Only: { Chapter: { Sample: code } } },
    { language: "javascript" },
  );
  await openAsNewUser(page, "/profile");
  const [lessonId, exampleId] = [course.lesson("Only"), course.example("Sample")];
  const api = await apiClientOf(page, server);
  const userId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem("user") ?? "{}") as { id: number }).id,
  );
  for (const url of [completions, memoryRuns]) await context.route(url, block);
  const letThrough = async (...urls: readonly string[]) => {
    for (const url of urls) await context.unroute(url, block);
  };
  const known = { userId, exampleId, exampleTitle: "Sample", codeVersion: 1, zone: "Europe/Berlin" };
  const completion = (finishedAt: number) => ({
    ...{ ...known, attemptId: randomUUID(), finishedAt },
    ...{ accuracy: 98, errors: 1, timeMs: 5_000, isTimed: true },
  });
  const memoryRun = (finishedAt: number, hidden: readonly number[]) => ({
    ...{ ...known, attemptId: randomUUID(), finishedAt },
    ...{ way: "gaps", hidden, shown: hidden.slice(0, 1) },
  });
  return { api, lessonId, exampleId, course, completion, memoryRun, letThrough };
}

const block = (route: {
  request(): { method(): string };
  abort(): Promise<void>;
  fallback(): Promise<void>;
}) => (route.request().method() === "POST" ? route.abort() : route.fallback());

const constructsOf = async (api: ApiClient, exampleId: number) =>
  (await api.request<ResponseOf<"getReviewExample">>("GET", `/reviews/${exampleId}?way=recall`)).constructs;

const sorted = async (page: Page, database: RunDatabase) => JSON.stringify(await storedRuns(page, database));

test("an old page reads, sends and clears its own runs on a device that holds runs from memory, which stay as they are", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|net::/);
  const { api, lessonId, exampleId, course, completion, memoryRun, letThrough } = await learnerWithout(
    page,
    context,
    server,
  );
  const ids = (await constructsOf(api, exampleId)).map(({ id }) => id);
  const now = Date.now();
  const runs = [memoryRun(now - 60_000, ids), memoryRun(now - 50_000, ids)];
  await storeRuns(page, "tabstop-memory", runs);
  // The present page is open too, and has both databases open.
  await page.goto(course.address("Only", "Sample"));
  await expect(page.getByText("2 runs from memory are not saved yet.")).toBeVisible();
  const held = await sorted(page, "tabstop-memory");

  const old = await openOldPage(context, server);
  const first = completion(now - 40_000);
  await oldOutbox.add(old, first);
  // Stored, which an older page could not do if it were locked out of its database.
  await expect.poll(() => oldOutbox.waiting(old)).toEqual([{ attemptId: first.attemptId, isOnDevice: true }]);
  expect(await sorted(page, "tabstop")).toBe(JSON.stringify([first]));
  expect(
    (await old.evaluate(() => indexedDB.databases())).map(({ name, version }) => `${name} ${version}`),
  ).toEqual(expect.arrayContaining(["tabstop 1", "tabstop-memory 1"]));

  await letThrough(completions);
  await oldOutbox.flush(old);
  expect(await oldOutbox.waiting(old)).toEqual([]);
  await expect.poll(() => sorted(page, "tabstop")).toBe("[]");
  expect(await exampleOf(api, lessonId, exampleId)).toMatchObject({
    status: "completed",
    best_time_ms: 5_000,
  });
  // The old page took none of them for its own, and changed none.
  expect(await sorted(page, "tabstop-memory")).toBe(held);

  // The present page sends them, whatever the old one does.
  await letThrough(memoryRuns);
  await page.reload();
  await expect.poll(() => sorted(page, "tabstop-memory")).toBe("[]");
  expect((await constructsOf(api, exampleId)).filter(({ due_day }) => due_day === null)).toEqual([]);
  await old.close();
});

test("the present outbox reads and sends what an old page stored, beside its own runs from memory", async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|net::/);
  const { api, lessonId, exampleId, course, completion, memoryRun, letThrough } = await learnerWithout(
    page,
    context,
    server,
  );
  const ids = (await constructsOf(api, exampleId)).map(({ id }) => id);
  const now = Date.now();
  const old = await openOldPage(context, server);
  await oldOutbox.add(old, completion(now - 40_000));
  await expect.poll(() => oldOutbox.waiting(old)).toMatchObject([{ isOnDevice: true }]);
  // The old page stays open: a new version of its database would wait for it, or take it away from it.
  await storeRuns(page, "tabstop-memory", [memoryRun(now - 30_000, ids)]);
  await page.goto(course.address("Only", "Sample"));
  await expect(page.getByText("1 result and 1 run from memory are not saved yet.")).toBeVisible();
  await letThrough(completions, memoryRuns);
  await page.reload();
  await expect.poll(() => sorted(page, "tabstop")).toBe("[]");
  await expect.poll(() => sorted(page, "tabstop-memory")).toBe("[]");
  expect(await exampleOf(api, lessonId, exampleId)).toMatchObject({
    status: "completed",
    best_time_ms: 5_000,
  });
  await expect.poll(() => oldOutbox.waiting(old)).toEqual([]);
  // It still stores what is finished on it.
  await context.route(completions, block);
  const last = completion(now);
  await oldOutbox.add(old, last);
  await expect.poll(() => sorted(old, "tabstop")).toBe(JSON.stringify([last]));
  await old.close();
});
