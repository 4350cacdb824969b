// The landing page: visible before any script runs, small, and without layout shifts.

import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { register } from "./support/typing.ts";

const app = /\/static\/js\/app-[^/]+\.js$/;
const getStarted = (page: Page) => page.getByRole("link", { name: "Get Started" }).first();
const demoCode = (page: Page) => page.locator(".demo .lines");

test("the served HTML contains the whole page and no inline script or style [TEXT-03]", async ({
  request,
}) => {
  const html = await (await request.get("/", { headers: { accept: "text/html" } })).text();
  for (const words of ["Get the syntax into your f", "Get Started", "Learn", "Practice", "Master"])
    expect(html).toContain(words);
  expect(html).toContain("New to programming");
  expect(html).toContain("Experienced, in a new language");
  expect(html).not.toMatch(/\sstyle=/);
  expect(html.match(/<script(?![^>]* src=)[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
});

test("Get Started leads a visitor to registration before the app is loaded, within 30 kB @phone", async ({
  page,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|Failed to (fetch|load)/);
  await page.route(app, (route) => route.abort());
  const weighed = weigh(page);
  await page.goto("/", { waitUntil: "networkidle" });
  const { files } = await weighed();
  const code = files.filter(({ type }) => type === "script" || type === "stylesheet");
  expect(code.length).toBeGreaterThan(3);
  expect(kB(code), JSON.stringify(code)).toBeLessThanOrEqual(30);
  await getStarted(page).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByRole("alert")).toContainText("Tabstop did not load");
  await page.unroute(app);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("the whole page is at most 250 kB with at most three fonts", async ({ page }) => {
  const weighed = weigh(page);
  const appCame = page.waitForResponse(app);
  await page.goto("/");
  await appCame;
  await page.waitForLoadState("networkidle");
  const { files } = await weighed();
  expect(files.some(({ path }) => app.test(path))).toBe(true);
  expect(kB(files), JSON.stringify(files)).toBeLessThanOrEqual(250);
  expect(files.filter(({ type }) => type === "font").length).toBeLessThanOrEqual(3);
});

test("Get Started leads a logged-in user to the courses, even before the app is loaded @phone", async ({
  page,
  faults,
}) => {
  const { username } = await register(page);
  await page.goto("/");
  await expect(page.getByRole("button", { name: `Account, ${username}` })).toBeVisible();
  await expect(getStarted(page)).toHaveAttribute("href", "/courses");
  await expect(page.getByRole("link", { name: "Register" })).toBeHidden();

  faults.expectFault(/ERR_FAILED|Failed to (fetch|load)/);
  await page.route(app, (route) => route.abort());
  await page.goto("/");
  await expect(getStarted(page)).toHaveAttribute("href", "/courses");
  await page.unroute(app);
  await getStarted(page).click();
  await expect(page).toHaveURL(/\/courses$/);
});

test("after a log-out, the bar and Get Started treat the user as a visitor", async ({ page }) => {
  const { username } = await register(page);
  await page.goto("/");
  await page.getByRole("button", { name: `Account, ${username}` }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("link", { name: "Tabstop" }).click();
  await expect(page.getByRole("link", { name: "Register" }).first()).toBeVisible();
  await expect(getStarted(page)).toHaveAttribute("href", "/register");
});

test("the demonstration types, its button pauses and resumes it, and it pauses while it is not in view @phone", async ({
  page,
}) => {
  await page.goto("/");
  const pause = page.getByRole("button", { name: "Pause the demonstration" });
  await pause.scrollIntoViewIfNeeded();
  await expectTyping(page);
  await pause.click();
  await expectStill(page);
  await page.getByRole("button", { name: "Play the demonstration" }).press("Enter");
  await expectTyping(page);

  await page.getByRole("heading", { name: "Start at column zero." }).scrollIntoViewIfNeeded();
  await expect(page.locator(".demo")).not.toBeInViewport();
  await expectStill(page);
  await pause.scrollIntoViewIfNeeded();
  await expectTyping(page);
});

test("screen readers get a description in place of the demonstration", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText(/^A demonstration: seven lines of JavaScript are typed/)).toBeAttached();
  await expect(page.locator(".demo-code")).toHaveAttribute("aria-hidden", "true");
});

test("with reduced motion the demonstration does not move and has no button @phone", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.locator("html")).not.toHaveAttribute("data-signed-in");
  await page.waitForLoadState("networkidle");
  await page.locator(".demo").scrollIntoViewIfNeeded();
  await expectStill(page);
  await expect(page.getByRole("button", { name: /the demonstration/ })).toBeHidden();
  // A change of the setting has an immediate effect.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expectTyping(page);
});

for (const who of ["a visitor", "a learner"] as const) {
  test(`the layout does not shift for ${who} when fonts load late, the app starts or the demonstration runs @phone`, async ({
    page,
  }) => {
    if (who === "a learner") await register(page);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    // The page is drawn before the fonts arrive.
    await page.route(/\.woff2$/, async (route) => {
      await expect(page.locator(".hero")).toBeVisible();
      await route.continue();
    });
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    const shifted = () =>
      page.evaluate(() =>
        (globalThis as unknown as { shifts: number[] }).shifts
          .splice(0)
          .reduce((sum, value) => sum + value, 0),
      );
    // The widths of words change by a few pixels, and no line breaks elsewhere. A shift of up to 0.1 counts as good.
    expect(await shifted()).toBeLessThan(0.001);
    await page.locator(".demo").scrollIntoViewIfNeeded();
    await expect(page.locator(".demo .ln.now")).toContainText("throw", { timeout: 30_000 });
    expect(await shifted()).toBe(0);
  });
}

async function expectTyping(page: Page): Promise<void> {
  const before = await demoCode(page).innerHTML();
  await expect.poll(() => demoCode(page).innerHTML()).not.toBe(before);
}

/** Waits longer than any pause between two keys except the one at the end. The tests do not reach that one. */
async function expectStill(page: Page): Promise<void> {
  const before = await demoCode(page).innerHTML();
  const changed = await page
    .waitForFunction((html) => document.querySelector(".demo .lines")?.innerHTML !== html, before, {
      timeout: 2_600,
    })
    .then(
      () => true,
      () => false,
    );
  expect(changed).toBe(false);
}

type LoadedFile = { readonly path: string; readonly type: string; readonly bytes: number };

/** Records the sizes of response bodies as served, until the returned function is called. */
function weigh(page: Page): () => Promise<{ files: readonly LoadedFile[] }> {
  const sizes: Promise<LoadedFile>[] = [];
  const count = (request: import("@playwright/test").Request) => {
    sizes.push(
      request.sizes().then(({ responseBodySize }) => ({
        path: new URL(request.url()).pathname,
        type: request.resourceType(),
        bytes: responseBodySize,
      })),
    );
  };
  page.on("requestfinished", count);
  return async () => {
    page.off("requestfinished", count);
    return { files: await Promise.all(sizes) };
  };
}

function kB(files: readonly LoadedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
