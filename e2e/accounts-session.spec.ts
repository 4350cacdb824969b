// Staying signed in: restoring, refreshing, the warning, several tabs, no network, and what ends a session.

import type { Page } from "@playwright/test";
import { accountMenu, expectAccessible, signedUpAt, store, stored } from "./accounts.ts";
import { expect, test } from "./test.ts";
import { typeKeys, waitForCode } from "./typing.ts";

const warning = (page: Page) => page.getByRole("alertdialog", { name: "Session Expiring Soon" });

/** Counts the calls of `/auth/refresh` of all given pages. */
function countRefreshes(...pages: Page[]): () => number {
  let count = 0;
  for (const page of pages) {
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/refresh")) count += 1;
    });
  }
  return () => count;
}

/** What the minute's check does, now: the page is seen again. */
const check = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("an expired access token is refreshed at the start, once, and the page goes on", async ({ page }) => {
  const { username } = await signedUpAt(page, "/profile");
  const before = await stored(page);
  await store(page, { tokenExpiry: Date.now() - 1000 });
  const refreshes = countRefreshes(page);
  await page.reload();
  await expect(page.getByText(`${username}@example.com`)).toBeVisible();
  expect(refreshes()).toBe(1);
  const after = await stored(page);
  expect(after?.token).not.toBe(before?.token);
  expect(after?.tokenExpiry).toBeGreaterThan(Date.now());
});

test("both tokens past their end clear the stored user and lead to login, which says why", async ({
  page,
}) => {
  await signedUpAt(page, "/profile");
  await store(page, { tokenExpiry: Date.now() - 2000, refreshTokenExpiry: Date.now() - 1000 });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect(await stored(page)).toBeNull();
});

test("an unparsable stored user is removed", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("user", "{not json"));
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
});

test("a session that the server ended leads to login, which says why", async ({ page, faults }) => {
  faults.expectFault(/status of 401/);
  await signedUpAt(page, "/profile");
  const token = (await stored(page))?.token ?? "";
  await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect(await stored(page)).toBeNull();
});

test("the warning counts down, and extending the session takes it back @phone", async ({ page }) => {
  await signedUpAt(page, "/profile");
  await store(page, { tokenExpiry: Date.now() + 272_000 });
  await page.reload();
  const dialog = warning(page);
  await expect(dialog).toBeVisible();
  const timer = dialog.getByRole("timer");
  await expect(timer).toHaveText(/^04:(3\d|2\d)$/);
  const first = (await timer.textContent()) ?? "";
  await expect(timer).not.toHaveText(first);
  await expect(dialog.getByRole("button", { name: "Extend Session" })).toBeFocused();
  await expectAccessible(page, "the session dialog");
  const before = await stored(page);
  await dialog.getByRole("button", { name: "Extend Session" }).click();
  await expect(dialog).toBeHidden();
  const after = await stored(page);
  expect(after?.token).not.toBe(before?.token);
  expect(after?.tokenExpiry).toBeGreaterThan(Date.now() + 3_000_000);
});

test("Log Out in the warning logs out, here and on the server", async ({ page }) => {
  await signedUpAt(page, "/profile");
  await store(page, { tokenExpiry: Date.now() + 200_000 });
  await page.reload();
  const told = page.waitForResponse("**/api/auth/logout");
  await warning(page).getByRole("button", { name: "Log Out" }).click();
  expect((await told).status()).toBe(200);
  await expect(page).toHaveURL(/\/login$/);
  expect(await stored(page)).toBeNull();
});

test("a countdown that runs out logs out, here and on the server", async ({ page }) => {
  await signedUpAt(page, "/profile");
  await store(page, { tokenExpiry: Date.now() + 6_000 });
  await page.reload();
  await expect(warning(page)).toBeVisible();
  const told = page.waitForResponse("**/api/auth/logout");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  await expect(warning(page)).toBeHidden();
  expect(await stored(page)).toBeNull();
  expect((await told).status()).toBe(200);
});

test("the warning waits for the end of an attempt, and gives the keyboard back to the code", async ({
  page,
  context,
}) => {
  await signedUpAt(page, "/courses");
  await page.getByRole("button", { name: "Continue" }).click();
  const field = page.getByRole("textbox", { name: /^Type this example: / });
  await expect(field).toBeFocused();
  const title = ((await field.getAttribute("aria-label")) ?? "").replace("Type this example: ", "");
  const code = await waitForCode(page, title);
  await typeKeys(page, code.slice(0, 3));
  // Another tab stores a token that ends soon.
  const other = await context.newPage();
  await other.goto("/seo-test");
  await store(other, { tokenExpiry: Date.now() + 120_000 });
  await expect.poll(async () => (await stored(page))?.tokenExpiry).toBeLessThan(Date.now() + 120_000);
  await other.close();
  await page.bringToFront();
  await check(page);
  await page.waitForTimeout(1_500);
  await expect(warning(page)).toBeHidden();
  await expect(field).toBeFocused();
  await typeKeys(page, code.slice(3, 5));
  // Esc and R begin it afresh: no attempt runs any more.
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(warning(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(warning(page)).toBeHidden();
  await expect(field).toBeFocused();
});

test("without a network there is no countdown, and nobody is logged out", async ({ page, context }) => {
  await signedUpAt(page, "/profile");
  await store(page, { tokenExpiry: Date.now() + 250_000 });
  await page.reload();
  await expect(warning(page)).toBeVisible();
  await context.setOffline(true);
  await expect(warning(page)).toBeHidden();
  expect(await stored(page)).not.toBeNull();
  await context.setOffline(false);
  await expect(warning(page)).toBeVisible();
});

test("an extension that the server does not answer says so and logs nobody out", async ({ page, faults }) => {
  faults.expectFault(/ERR_|Failed to load resource/);
  await signedUpAt(page, "/profile");
  await store(page, { tokenExpiry: Date.now() + 8_000 });
  await page.route("**/api/auth/refresh", (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: "Extend Session" }).click();
  await expect(warning(page).getByRole("alert")).toContainText("The server could not be reached.");
  await expect(warning(page)).toBeHidden();
  await expect(page).toHaveURL(/\/profile$/);
  await page.unroute("**/api/auth/refresh");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(async () => (await stored(page))?.tokenExpiry).toBeGreaterThan(Date.now() + 3_000_000);
});

test("a start without the server keeps the person, who goes on when it is back", async ({ page, faults }) => {
  faults.expectFault(/ERR_|Failed to load resource/);
  const { username } = await signedUpAt(page, "/courses");
  await store(page, { tokenExpiry: Date.now() - 1000 });
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await expect(accountMenu(page, username)).toBeVisible();
  expect(await stored(page)).not.toBeNull();
  await page.unroute("**/api/**");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(async () => (await stored(page))?.tokenExpiry).toBeGreaterThan(Date.now());
});

test("three tabs with an expired token refresh once between them, and log-out in one is log-out in all", async ({
  page,
  context,
}) => {
  const { username } = await signedUpAt(page, "/profile");
  const others = [await context.newPage(), await context.newPage()];
  await store(page, { tokenExpiry: Date.now() - 1000 });
  const all = [page, ...others];
  const refreshes = countRefreshes(...all);
  await Promise.all(all.map((tab) => tab.goto("/profile")));
  for (const tab of all) await expect(tab.getByText(`${username}@example.com`)).toBeVisible();
  expect(refreshes()).toBe(1);

  await page.bringToFront();
  await accountMenu(page, username).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  for (const tab of all) await expect(tab).toHaveURL(/\/login$/);
  expect(await stored(page)).toBeNull();
});

test("an extension in one tab closes the warning in the other", async ({ page, context }) => {
  await signedUpAt(page, "/profile");
  await store(page, { tokenExpiry: Date.now() + 250_000 });
  const other = await context.newPage();
  await page.reload();
  await other.goto("/profile");
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await warning(other).getByRole("button", { name: "Extend Session" }).click();
  await expect(warning(other)).toBeHidden();
  await expect(warning(page)).toBeHidden();
});
