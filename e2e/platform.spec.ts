// The app in browsers that lack or forbid something, and in browsers where something outside the page never responds.
// The names of what may be missing are read from the source, so that a new one is tried without a change here.

import type { Page } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { guardedNames, neededNames } from "../scripts/platform-use.mjs";
import { filesOf } from "../scripts/tree-files.mjs";
import { changeStoredSession, storedSession, submitLoginForm } from "./support/accounts.ts";
import { adminApiClient, createCourse, type TestCourse } from "./support/courses.ts";
import type { RunningServer } from "./support/running-server.ts";
import { repeatUntilHidden } from "./support/repeat-until-hidden.ts";
import { expect, test } from "./support/test.ts";
import { freshName, typeKeys, waitForCode } from "./support/typing.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const guarded = guardedNames(root, filesOf(root, /^[^/]+\/.*\.(tsx?|js)$/));
const needed = neededNames(root);
/** What the app does not use. */
const unused = [
  "structuredClone Worker SharedWorker scheduler EditContext CompressionStream URLPattern Temporal",
  "AbortSignal.any AbortSignal.timeout PerformanceObserver performance.mark performance.measure cookieStore",
  "navigator.storage navigator.clipboard navigator.keyboard navigator.userActivation navigator.sendBeacon",
  "navigator.connection navigator.permissions navigator.credentials crypto crypto.subtle CSS CSS.supports",
  "Intl.PluralRules Intl.NumberFormat Intl.ListFormat",
].flatMap((line) => line.split(" "));
/** React uses these if they are there, and no browser forbids them. */
const ofReact = ["MessageChannel", "navigation", "queueMicrotask", "reportError"];

type Way = "missing" | "throwing";
type Names = { [name: string]: Names };

/** Removes these from each page before any script runs, or makes them throw as soon as they are named. */
async function without(page: Page, names: readonly string[], way: Way): Promise<void> {
  await page.addInitScript(
    ([paths, isThrowing]) => {
      for (const path of paths) {
        const parts = path.split(".");
        const name = parts.pop() ?? "";
        const owner = parts.reduce(
          (object: Names | undefined, part) => object?.[part],
          window as unknown as Names,
        );
        if (owner === undefined) continue;
        for (let object: Names | null = owner; object !== null; object = Object.getPrototypeOf(object))
          delete object[name];
        if (!isThrowing) continue;
        Object.defineProperty(owner, name, {
          configurable: true,
          get() {
            throw new DOMException(`Access to ${path} is denied`, "SecurityError");
          },
        });
      }
    },
    // Members first: their owner may throw later.
    [
      names.toSorted((one, other) => other.split(".").length - one.split(".").length),
      way === "throwing",
    ] as const,
  );
}

const courses = new WeakMap<RunningServer, Promise<TestCourse>>();

/** Registers an account, logs in with the form and opens a short example. */
async function openShortExample(page: Page, server: RunningServer): Promise<string> {
  let creating = courses.get(server);
  if (!creating) {
    creating = adminApiClient(server, page.request).then((admin) =>
      createCourse(admin, { Lesson: { Chapter: { Short: "let a\n= 1" } } }),
    );
    courses.set(server, creating);
  }
  const course = await creating;
  const username = freshName();
  const account = { username, email: `${username}@example.com`, password: "correct horse" };
  expect((await page.request.post("/api/auth/register", { data: account })).status()).toBe(201);
  // The gate leads to the login page, and a log-in back.
  await page.goto(course.address("Lesson", "Short"));
  await submitLoginForm(page, account);
  return waitForCode(page, "Short");
}

/** Types the example and waits until the server has the result. */
async function typeAndSave(page: Page, code: string): Promise<void> {
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith("/courses/progress") && response.request().postDataJSON().isComplete,
  );
  await typeKeys(page, code);
  expect((await saved).status()).toBe(200);
  await expect(page.getByRole("dialog", { name: "Short" })).toContainText("New Record!");
}

for (const [title, names, way] of [
  ["with nothing that may be missing", [...guarded, ...unused, ...ofReact], "missing"],
  ["where all that may be forbidden is", [...guarded, ...unused], "throwing"],
  ...guarded.map((name) => [`where ${name} throws`, [name], "throwing"] as const),
] as const)
  test(`${title}, a user logs in, types an example and has it saved`, async ({ page, server, faults }) => {
    // Without them the browser refuses the address of every worker.
    if (names.includes("trustedTypes")) faults.expectFault(/TrustedScript|trusted-types/);
    await without(page, names, way);
    const code = await openShortExample(page, server);
    await typeAndSave(page, code);
  });

test("without something that the app needs, each page names it and the oldest browsers", async ({
  context,
  faults,
}) => {
  // The app's modules run into what is missing.
  faults.expectFault(/exception|TypeError|is not a function|Cannot read/);
  expect(needed.length).toBeGreaterThan(5);
  for (const [place, name] of needed.entries())
    for (const way of ["missing", "throwing"] as const) {
      const page = await context.newPage();
      // Playwright itself needs some of them in the page.
      await without(page, [name], way);
      await page.goto(place % 2 === 0 ? "/login" : "/", { waitUntil: "load" });
      const text = await page.evaluate(() => {
        const notice = document.getElementById("not-loaded");
        return notice?.hidden === false ? notice.textContent : "";
      });
      expect(text).toContain(`This browser lacks ${name}, which Tabstop needs.`);
      expect(text).toContain("Firefox 128");
      await page.close();
    }
});

/** Browsers in which something outside the page never responds: what runs in each page before any script. */
const silent: Readonly<Record<string, () => void>> = {
  "transactions of IndexedDB never end": () => {
    const store = new Proxy({}, { get: () => () => ({}) });
    IDBDatabase.prototype.transaction = () => ({ objectStore: () => store }) as unknown as IDBTransaction;
  },
  "IndexedDB never opens": () => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  },
  "IndexedDB is blocked by another tab": () => {
    IDBFactory.prototype.open = () => {
      const request = { onblocked: () => {} };
      setTimeout(() => request.onblocked(), 50);
      return request as unknown as IDBOpenDBRequest;
    };
  },
  "opening IndexedDB throws": () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("", "UnknownError");
    };
  },
  "locks are never granted": () => {
    LockManager.prototype.request = () => new Promise<never>(() => {});
  },
  "caches and the service worker never respond": () => {
    const never = () => new Promise<never>(() => {});
    CacheStorage.prototype.match = never;
    CacheStorage.prototype.open = never;
    ServiceWorkerContainer.prototype.register = never;
    Object.defineProperty(ServiceWorkerContainer.prototype, "ready", { get: never });
  },
  "fonts never load and messages to other tabs never arrive": () => {
    // Chromium 150 has no FontFaceSet by that name.
    const fonts = Object.getPrototypeOf(document.fonts) as FontFaceSet;
    Object.defineProperty(fonts, "ready", { get: () => new Promise(() => {}) });
    fonts.load = () => new Promise(() => {});
    BroadcastChannel.prototype.postMessage = () => {};
  },
  "localStorage has no room": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("", "QuotaExceededError");
    };
  },
};

for (const [title, silences] of [
  ...Object.entries(silent).map(([name, silence]) => [name, [silence]] as const),
  ["nothing of all that responds", Object.values(silent)] as const,
])
  test(`where ${title}, a finished run is sent at once, and what the page says about it is true`, async ({
    page,
    server,
    faults,
  }) => {
    for (const silence of silences) await page.addInitScript(silence);
    const code = await openShortExample(page, server);
    // A place in the device's storage that is never read must not be promised.
    await page.route("**/api/courses/progress", (route) => route.abort());
    faults.expectFault(/ERR_FAILED/);
    await typeKeys(page, code);
    const result = page.getByRole("dialog", { name: "Short" });
    const isStored = !/IndexedDB|nothing/.test(title);
    await expect(result).toContainText(isStored ? "It is kept on this device" : "keep this page open");
    await page.unroute("**/api/courses/progress");
    await expect(result).not.toContainText("Not saved yet", { timeout: 30_000 });

    await repeatUntilHidden(result, () => result.getByRole("button", { name: "Try Again" }).click());
    await waitForCode(page, "Short");
    const again = page.waitForResponse(
      (response) => response.url().endsWith("/courses/progress") && response.status() === 200,
      { timeout: 5_000 },
    );
    await typeKeys(page, code);
    await again;

    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page.getByLabel("Email")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Email")).toBeVisible();
  });

test("where locks are never granted and IndexedDB never responds, an expired access token is renewed", async ({
  page,
  server,
}) => {
  await openShortExample(page, server);
  for (const name of ["locks are never granted", "transactions of IndexedDB never end"])
    await page.addInitScript(silent[name] ?? (() => {}));
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1_000 });
  await page.reload();
  await waitForCode(page, "Short");
  expect((await storedSession(page))?.tokenExpiry).toBeGreaterThan(Date.now());
});
