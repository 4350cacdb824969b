// Loading under bad conditions: without a network, after a new release, with files that fail to load, and after an
// error in the app.

import type { Page } from "@playwright/test";
import { startReleaseProxy } from "./support/release-proxy.ts";
import { submitLoginForm } from "./support/accounts.ts";
import { expect, test } from "./support/test.ts";
import { freshName, openFirstCourse, register, typeKeys, waitForCode } from "./support/typing.ts";

const notSaved = (page: Page) => page.getByText("1 result is not saved yet.");
const unreachable = /ERR_CONNECTION|Failed to (fetch|load)|net::ERR|status of 50\d|Progress was not saved/;

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a loaded example can be practised without the server, and the result is delivered later [TEXT-26] @phone", async ({
    page,
    server,
    faults,
  }) => {
    await register(page);
    const { title, code } = await openFirstExample(page);
    await waitForWorker(page);

    faults.expectFault(unreachable);
    await server.stop();
    try {
      await page.reload();
      expect(await waitForCode(page, title)).toBe(code);
      await expect(page.getByText("Ready", { exact: true })).toBeVisible();
      await typeKeys(page, code);
      await expect(page.getByRole("dialog", { name: title })).toContainText("New Record!");
      expect(await countRows(page, "tabstop", "outbox")).toBe(1);
      // A new page, loaded from the device alone.
      await page.goto("/courses");
      await expect(notSaved(page)).toBeVisible();
    } finally {
      await server.start();
    }
    await expect(notSaved(page)).toBeHidden({ timeout: 60_000 });
    expect(await completedExamples(page)).toBe(1);
  });

  test("an open page stays on its release when a new one is published, and the next page uses the new one", async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expectFault(/request to another host/);
    const proxy = await startReleaseProxy(() => server.url);
    try {
      await page.goto(`${proxy.url}/login`);
      await submitLoginForm(page, server.admin);
      await expect(page).toHaveURL(/\/courses$/);
      await waitForWorker(page);
      const [first] = await cachesOf(page);

      proxy.release = 2;
      const next = await context.newPage();
      await next.goto(`${proxy.url}/courses`);
      await expect(next.getByRole("complementary", { name: "Courses" })).toBeVisible();
      expect(await scriptsOf(next)).toEqual([expect.stringMatching(/r2\.js$/)]);
      await expect.poll(() => cachesOf(next)).toEqual([first, `${first}r2`]);
      await expect
        .poll(() => next.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null))
        .toBe(true);

      // The old page opens a screen that it has not loaded yet and whose files the server no longer has.
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Profile" }).click();
      await expect(page.getByText("Member since")).toBeVisible();
      expect(await scriptsOf(page)).toEqual([expect.not.stringMatching(/r2\.js$/)]);
      await page.reload();
      await expect(page.getByText("Member since")).toBeVisible();
      expect(await scriptsOf(page)).toEqual([expect.stringMatching(/r2\.js$/)]);
    } finally {
      await proxy.close();
    }
  });

  test("logging out deletes stored responses but keeps unsent results [SEC-99]", async ({
    page,
    server,
    faults,
  }) => {
    const { username } = await register(page);
    const { code } = await openFirstExample(page);
    await expect.poll(() => countRows(page, "tabstop-answers", "answers")).toBeGreaterThan(1);

    faults.expectFault(unreachable);
    await waitForWorker(page);
    // A route of the test would not see requests that go around the service worker.
    await server.stop();
    try {
      await typeKeys(page, code);
      await expect.poll(() => countRows(page, "tabstop", "outbox")).toBe(1);
      await page.goto("/profile");
      await page.getByRole("button", { name: `Account, ${username}` }).click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect.poll(() => countRows(page, "tabstop-answers", "answers")).toBe(0);
      expect(await countRows(page, "tabstop", "outbox")).toBe(1);
      // The service worker keeps files of the app and no response of the API.
      const cachedPaths = await page.evaluate(async () => {
        const paths: string[] = [];
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
        return paths;
      });
      expect(cachedPaths.filter((path) => !path.startsWith("/static/"))).toEqual(
        cachedPaths.length === 0 ? [] : ["/courses"],
      );
    } finally {
      await server.start();
    }
  });
});

test("a file that fails to load once is loaded again, and the user sees no message", async ({
  page,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|Failed to (fetch|load)/);
  let tries = 0;
  await page.route(/\/register-screen-[^/]+\.js$/, (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  await page.goto("/login");
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
  // Twice, and once more by the import itself, because the test's route turns the browser's cache off.
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThan(4);
});

test("each file of each part fails to load once, scripts and style sheets, and the user sees no message", async ({
  page,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|Failed to (fetch|load)/);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  const requests = new Map<string, number>();
  await page.route(/\/static\/(js|css)\//, (route) => {
    const url = route.request().url();
    requests.set(url, (requests.get(url) ?? 0) + 1);
    return requests.get(url) === 1 ? route.abort() : route.continue();
  });
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  const username = freshName();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("button", { name: "Register" }).click();
  await openFirstExample(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: /keys|shortcuts/i })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Account, ${username}` }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page.getByText("Member since")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
  for (const ending of [".js", ".css"])
    expect([...requests].filter(([url, count]) => url.endsWith(ending) && count > 1).length).toBeGreaterThan(
      2,
    );
  // A style sheet that was given up would leave a screen without its look.
  // The clock does without its worker.
  const parts = [...requests].filter(([url]) => !url.includes("-worker-"));
  for (const [url, count] of parts) expect(count, url).toBeGreaterThan(1);
});

test("a page whose files are gone after a new release says so, saves the progress, and continues after Reload @phone", async ({
  page,
  faults,
}) => {
  const { username } = await register(page);
  const { code } = await openFirstExample(page);
  const share = Math.floor(code.length / 2);
  await typeKeys(page, code.slice(0, share));

  // The server's response for a file of a former release.
  faults.expectFault(/status of 404|Failed to (fetch|load)|ScreenNotLoaded/);
  const profileFiles = /\/profile-screen-[^/]+\.(js|css)$/;
  await page.route(profileFiles, (route) =>
    route.fulfill({ status: 404, json: { error: "gone", code: "NOT_FOUND" } }),
  );
  const saved = page.waitForRequest(
    (request) => request.url().endsWith("/courses/progress") && request.postDataJSON().progress > 0,
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Account, ${username}` }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { name: "This page did not load" })).toBeVisible();
  expect((await saved).postDataJSON().progress).toBe(Math.floor((100 * share) / code.length));
  await expect(page.getByRole("banner")).toBeVisible();

  await page.unroute(profileFiles);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("Member since")).toBeVisible();
  await expect.poll(() => savedProgress(page)).toBe(Math.floor((100 * share) / code.length));
});

test("an error in the app is shown in place of the screen, and no result is lost", async ({
  page,
  faults,
}) => {
  await register(page);
  const { title, code } = await openFirstExample(page);
  faults.expectFault(unreachable);
  await page.route("**/api/courses/progress**", (route) => route.abort());
  await typeKeys(page, code);
  await expect.poll(() => countRows(page, "tabstop", "outbox")).toBe(1);

  // A response that the real server never sends.
  faults.expectFault(/exception|TypeError|error/i);
  await page.route("**/api/courses/lessons/*", (route) =>
    route.fulfill({ json: { id: lessonId(page), title: "x" } }),
  );
  await page.reload();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Your finished results are safe.");
  await expect(page.getByRole("banner")).toBeVisible();
  expect(await countRows(page, "tabstop", "outbox")).toBe(1);

  await page.unroute("**/api/courses/progress**");
  await page.unroute("**/api/courses/lessons/*");
  await page.getByRole("button", { name: "Reload" }).click();
  await waitForCode(page, title);
  await expect.poll(() => countRows(page, "tabstop", "outbox"), { timeout: 30_000 }).toBe(0);
  expect(await completedExamples(page)).toBe(1);
});

test("a second user of the same device finds no data of the first [SEC-100]", async ({ page, faults }) => {
  await register(page);
  await openFirstExample(page);
  await expect.poll(() => countRows(page, "tabstop-answers", "answers")).toBeGreaterThan(1);
  const address = page.url();
  await page.evaluate(() => localStorage.removeItem("user"));
  await register(page);
  await expect.poll(() => ownersOfStoredResponses(page)).toEqual([await userId(page)]);

  faults.expectFault(unreachable);
  await page.route("**/api/courses/**", (route) => route.abort());
  await page.goto(address);
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible({ timeout: 30_000 });
});

async function openFirstExample(page: Page): Promise<{ title: string; code: string }> {
  await openFirstCourse(page);
  const field = page.getByRole("textbox", { name: /^Type this example: / });
  await expect(field).toBeFocused();
  const title = ((await field.getAttribute("aria-label")) ?? "").replace("Type this example: ", "");
  return { title, code: await waitForCode(page, title) };
}

async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

function cachesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

function scriptsOf(page: Page): Promise<string[]> {
  return page
    .locator('script[type="module"]')
    .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).src));
}

function countRows(page: Page, database: string, store: string): Promise<number> {
  return page.evaluate(
    ([name = "", storeName = ""]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains(storeName)) return resolve(-1);
          const counting = db.transaction(storeName).objectStore(storeName).count();
          counting.onsuccess = () => {
            db.close();
            resolve(counting.result);
          };
        };
      }),
    [database, store],
  );
}

function ownersOfStoredResponses(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const opening = indexedDB.open("tabstop-answers");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("answers").objectStore("answers").getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve([...new Set(reading.result.map((key) => (key as [string, number])[1]))]);
          };
        };
      }),
  );
}

function userId(page: Page): Promise<number> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").id);
}

function lessonId(page: Page): number {
  return Number(new URL(page.url()).searchParams.get("lessonId"));
}

/** The number of completed examples that the server has saved. */
function completedExamples(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("user") ?? "{}");
    const response = await fetch("/api/courses/courses", { headers: { authorization: `Bearer ${token}` } });
    const { courses } = (await response.json()) as { courses: { completed_examples: number }[] };
    return courses.reduce((sum, course) => sum + course.completed_examples, 0);
  });
}

/** The largest progress (in percent) that the server has saved for this learner in the first lesson. */
function savedProgress(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("user") ?? "{}");
    const get = async (path: string) =>
      (await fetch(`/api/courses/${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
    const { lessonId } = await get("next-lesson");
    const { chapters } = (await get(`lessons/${lessonId}`)) as {
      chapters: { examples: { progress: number }[] }[];
    };
    return Math.max(...chapters.flatMap(({ examples }) => examples.map(({ progress }) => progress)));
  });
}

test.describe("over plain http", () => {
  // As in a classroom, where one machine serves the others under its host name.
  test.use({ origin: async ({ server }, use) => use(server.url.replace("127.0.0.1", "class-room.test")) });
  test.use({ baseURL: async ({ origin }, use) => use(origin) });

  test("a user can register and practise, and is logged in in another tab too", async ({
    page,
    context,
    faults,
  }) => {
    faults.expectFault("request to another host: http://class-room.test:");
    // The browser warns so on every page that is not a secure context.
    faults.expectFault("The Cross-Origin-Opener-Policy header has been ignored");
    await register(page);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const { title, code } = await openFirstExample(page);
    await typeKeys(page, code);
    await expect(page.getByRole("dialog", { name: title })).toContainText("New Record!");
    await expect.poll(() => completedExamples(page)).toBe(1);
    const other = await context.newPage();
    await other.goto("/profile");
    await expect(other.getByRole("heading", { name: "Profile" }).first()).toBeVisible();
  });
});
