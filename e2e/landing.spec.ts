// The landing page: visible before any script runs, small, and without layout shifts.

import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { register } from "./support/typing.ts";

const app = /\/static\/js\/app-[^/]+\.js$/;
const getStarted = (page: Page) => page.getByRole("link", { name: "Get Started" }).first();

test("the served HTML contains the whole page and no inline script or style [TEXT-03]", async ({
  request,
}) => {
  const html = await (await request.get("/", { headers: { accept: "text/html" } })).text();
  for (const words of ["Get the syntax into your f", "Get Started", "Learn", "Practice", "Master"])
    expect(html).toContain(words);
  expect(html).toContain("New to programming");
  expect(html).toContain("Experienced, in a new language");
  expect(html).not.toMatch(/\sstyle=/);
  expect(html.match(/<script(?![^>]* src=)[^>]*>/g)).toEqual([
    '<script type="application/ld+json">',
    '<script type="application/json" id="landing-data">',
  ]);
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

for (const who of ["a visitor", "a learner"] as const) {
  test(`the layout does not shift for ${who} when fonts load late, the app starts or the code can be typed @phone`, async ({
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
    await expect(page.getByRole("textbox", { name: "Template literals, type this code" })).toBeAttached();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    const shifted = await page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
    // The widths of words change by a few pixels, so the texts that begin within a line move: the end of the headline
    // and the hint at the keys. No line breaks elsewhere. A shift of up to 0.1 counts as good.
    expect(shifted).toBeLessThan(0.002);
  });
}

test("the code looks the same before and after it can be typed @phone", async ({ page }) => {
  await page.route(app, async (route) => {
    await page.waitForTimeout(1_000);
    await route.continue();
  });
  await page.goto("/");
  await page.evaluate(() => document.fonts.ready);
  const places = () =>
    page.evaluate(() => {
      const text = (selector: string) => {
        const range = document.createRange();
        const element = document.querySelector(selector);
        const node = element && document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        if (node) range.selectNodeContents(node);
        const { left, top } = range.getBoundingClientRect();
        return [node?.nodeValue, Math.round(left), Math.round(top)];
      };
      const isTyped = document.querySelector(".code-area") !== null;
      const needle = document.querySelector(isTyped ? ".ca-needle" : ".needle")?.getBoundingClientRect();
      return {
        row: text(isTyped ? ".ca-row:nth-child(2) .ca-pencil" : ".ln:nth-child(2) .src"),
        needle: [Math.round(needle?.left ?? 0), Math.round(needle?.bottom ?? 0)],
        side: document.querySelector(".try-side")?.getBoundingClientRect().top,
        learn: document.querySelector(".learn-list")?.getBoundingClientRect().top,
      };
    });
  await expect(page.locator(".try .code")).toBeVisible();
  const drawn = await places();
  await expect(page.locator(".code-area")).toBeVisible();
  expect(await places()).toEqual(drawn);
});

test("without scripts the page is complete and does not invite to type", async ({ browser, origin }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Get the syntax into your fingers." })).toBeVisible();
  await expect(getStarted(page)).toHaveAttribute("href", "/register");
  await expect(page.getByText("Your turn: type the first line.")).toBeHidden();
  await context.close();
});

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
