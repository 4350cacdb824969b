// What is loaded, kept and lost: without a network, with a new release, with parts that do not come, and after a fault
// of ours.

import type { Page } from "@playwright/test";
import { startReleaseProxy } from "./support/release-proxy.ts";
import { expect, test } from "./support/test.ts";
import { register, typeKeys, waitForCode } from "./typing.ts";

const notSaved = (page: Page) => page.getByText("1 result is not saved yet.");
const away = /ERR_CONNECTION|Failed to (fetch|load)|net::ERR|status of 50\d|Progress was not saved/;

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("what was loaded opens without the server, is practised, and reaches it later [TEXT-26] @phone", async ({
    page,
    server,
    faults,
  }) => {
    await register(page);
    const { title, code } = await openFirstExample(page);
    await workerIsReady(page);

    faults.expectFault(away);
    await server.stop();
    try {
      await page.reload();
      expect(await waitForCode(page, title)).toBe(code);
      await typeKeys(page, code);
      await expect(page.getByRole("dialog", { name: title })).toContainText("New Record!");
      expect(await countIn(page, "tabstop", "outbox")).toBe(1);
      // Once more from nothing but the device.
      await page.goto("/courses");
      await expect(notSaved(page)).toBeVisible();
    } finally {
      await server.start();
    }
    await expect(notSaved(page)).toBeHidden({ timeout: 60_000 });
    expect(await completedExamples(page)).toBe(1);
  });

  test("a page stays on its release when a new one comes, and the next page is of the new one", async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expectFault(/request to another host/);
    const proxy = await startReleaseProxy(() => server.url);
    try {
      await page.goto(`${proxy.url}/login`);
      await logIn(page, server.admin);
      await workerIsReady(page);
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

      // The old page opens a screen that it has not loaded yet, and whose files the server no longer has.
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

  test("log-out takes along what was kept, but not what waits to be sent [SEC-99]", async ({
    page,
    faults,
  }) => {
    const { username } = await register(page);
    const { code } = await openFirstExample(page);
    await expect.poll(() => countIn(page, "tabstop-answers", "answers")).toBeGreaterThan(1);

    faults.expectFault(away);
    await page.route("**/api/courses/progress**", (route) => route.abort());
    await typeKeys(page, code);
    await expect.poll(() => countIn(page, "tabstop", "outbox")).toBe(1);
    await page.goto("/profile");
    await page.getByRole("button", { name: `Account, ${username}` }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => countIn(page, "tabstop-answers", "answers")).toBe(0);
    expect(await countIn(page, "tabstop", "outbox")).toBe(1);
    // What the service worker keeps is the app, and nothing of the API.
    const kept = await page.evaluate(async () => {
      const paths: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
      return paths;
    });
    expect(kept.filter((path) => !path.startsWith("/static/"))).toEqual(
      kept.length === 0 ? [] : ["/courses"],
    );
  });
});

test("a part that fails once comes with the second try, and nobody sees a thing", async ({
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
  expect(tries).toBe(2);
});

test("after a new release a page that lacks a part says so, keeps what was typed, and Reload goes on @phone", async ({
  page,
  faults,
}) => {
  const { username } = await register(page);
  const { code } = await openFirstExample(page);
  const share = Math.floor(code.length / 2);
  await typeKeys(page, code.slice(0, share));

  // As the server answers for a file of a release that is gone.
  faults.expectFault(/status of 404|Failed to (fetch|load)|ScreenNotLoaded/);
  const gone = /\/profile-screen-[^/]+\.(js|css)$/;
  await page.route(gone, (route) =>
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

  await page.unroute(gone);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("Member since")).toBeVisible();
  await expect.poll(() => savedShare(page)).toBe(Math.floor((100 * share) / code.length));
});

test("a fault of ours is told in place of the screen, and no result is lost by it", async ({
  page,
  faults,
}) => {
  await register(page);
  const { title, code } = await openFirstExample(page);
  faults.expectFault(away);
  await page.route("**/api/courses/progress**", (route) => route.abort());
  await typeKeys(page, code);
  await expect.poll(() => countIn(page, "tabstop", "outbox")).toBe(1);

  // An answer that no server of ours gives.
  faults.expectFault(/exception|TypeError|error/i);
  await page.route("**/api/courses/lessons/*", (route) =>
    route.fulfill({ json: { id: lessonId(page), title: "x" } }),
  );
  await page.reload();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Your finished results are safe.");
  await expect(page.getByRole("banner")).toBeVisible();
  expect(await countIn(page, "tabstop", "outbox")).toBe(1);

  await page.unroute("**/api/courses/progress**");
  await page.unroute("**/api/courses/lessons/*");
  await page.getByRole("button", { name: "Reload" }).click();
  await waitForCode(page, title);
  await expect.poll(() => countIn(page, "tabstop", "outbox"), { timeout: 30_000 }).toBe(0);
  expect(await completedExamples(page)).toBe(1);
});

test("who comes after another on one device finds nothing of the other [SEC-100]", async ({
  page,
  faults,
}) => {
  await register(page);
  await openFirstExample(page);
  await expect.poll(() => countIn(page, "tabstop-answers", "answers")).toBeGreaterThan(1);
  const address = page.url();
  await page.evaluate(() => localStorage.removeItem("user"));
  await register(page);
  await expect.poll(() => ownersOfKept(page)).toEqual([await userId(page)]);

  faults.expectFault(away);
  await page.route("**/api/courses/**", (route) => route.abort());
  await page.goto(address);
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible({ timeout: 30_000 });
});

async function logIn(page: Page, { email, password }: { readonly email: string; readonly password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/courses$/);
}

async function openFirstExample(page: Page): Promise<{ title: string; code: string }> {
  await page.getByRole("button", { name: "Continue" }).click();
  const field = page.getByRole("textbox", { name: /^Type this example: / });
  await expect(field).toBeFocused();
  const title = ((await field.getAttribute("aria-label")) ?? "").replace("Type this example: ", "");
  return { title, code: await waitForCode(page, title) };
}

async function workerIsReady(page: Page): Promise<void> {
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

function countIn(page: Page, database: string, store: string): Promise<number> {
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

function ownersOfKept(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const opening = indexedDB.open("tabstop-answers");
        opening.onsuccess = () => {
          const asking = opening.result.transaction("answers").objectStore("answers").getAllKeys();
          asking.onsuccess = () => {
            opening.result.close();
            resolve([...new Set(asking.result.map((key) => (key as [string, number])[1]))]);
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

/** As the server has it. */
function completedExamples(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("user") ?? "{}");
    const response = await fetch("/api/courses/courses", { headers: { authorization: `Bearer ${token}` } });
    const { courses } = (await response.json()) as { courses: { completed_examples: number }[] };
    return courses.reduce((sum, course) => sum + course.completed_examples, 0);
  });
}

/** The largest share of an example that the server has of this learner, among those of the first lesson. */
function savedShare(page: Page): Promise<number> {
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
  // As in a class room, where one machine serves the others by its name.
  test.use({ origin: async ({ server }, use) => use(server.url.replace("127.0.0.1", "class-room.test")) });
  test.use({ baseURL: async ({ origin }, use) => use(origin) });

  test("people register, practise, and are signed in in another tab too", async ({
    page,
    context,
    faults,
  }) => {
    faults.expectFault("request to another host: http://class-room.test:");
    // The browser's own word about every page that is no secure context.
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
