// Sessions: restoring and refreshing them, the warning before their end, several tabs, no network, and all ways in
// which a session ends.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import {
  accountMenu,
  openAsNewUser,
  changeStoredSession,
  storedSession,
  submitLoginForm,
} from "./support/accounts.ts";
import { createGate, delayResponses } from "./support/delayed-responses.ts";
import { expect, test } from "./support/test.ts";
import { freshName, openFirstCourse, typeKeys, waitForCode } from "./support/typing.ts";

const warning = (page: Page) => page.getByRole("alertdialog", { name: "Session Expiring Soon" });

/** Counts the requests of all given pages to `/auth/refresh`. */
function countRefreshes(...pages: Page[]): () => number {
  let count = 0;
  for (const page of pages) {
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/refresh")) count += 1;
    });
  }
  return () => count;
}

/** Runs the check of every minute now, as a page does when it becomes visible again. */
const checkNow = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("an expired access token is refreshed once at the start, and the page loads", async ({ page }) => {
  const { username } = await openAsNewUser(page, "/profile");
  const before = await storedSession(page);
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1000 });
  const refreshes = countRefreshes(page);
  await page.reload();
  await expect(page.getByText(`${username}@example.com`)).toBeVisible();
  expect(refreshes()).toBe(1);
  const after = await storedSession(page);
  expect(after?.token).not.toBe(before?.token);
  expect(after?.tokenExpiry).toBeGreaterThan(Date.now());
});

test("when both tokens have expired, the stored session is removed and the login page says why [TEXT-25]", async ({
  page,
}) => {
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() - 2000, refreshTokenExpiry: Date.now() - 1000 });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test("a stored session that cannot be parsed is removed", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("user", "{not json"));
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
});

test("a session that the server ended leads to the login page, which says why", async ({ page, faults }) => {
  faults.expectFault(/status of 401/);
  await openAsNewUser(page, "/profile");
  // The page's own requests have ended. If one of them were refused, the page would show that before the reload.
  await page.waitForLoadState("networkidle");
  const token = (await storedSession(page))?.token ?? "";
  await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test("the warning counts down, and extending the session closes it [TEXT-16] @phone", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 272_000 });
  await page.reload();
  const dialog = warning(page);
  await expect(dialog).toBeVisible();
  const timer = dialog.getByRole("timer");
  await expect(timer).toHaveText(/^04:(3\d|2\d)$/);
  const first = (await timer.textContent()) ?? "";
  await expect(timer).not.toHaveText(first);
  await expect(dialog.getByRole("button", { name: "Extend Session" })).toBeFocused();
  await expectAccessible(page, "the session dialog");
  const before = await storedSession(page);
  await dialog.getByRole("button", { name: "Extend Session" }).click();
  await expect(dialog).toBeHidden();
  const after = await storedSession(page);
  expect(after?.token).not.toBe(before?.token);
  expect(after?.tokenExpiry).toBeGreaterThan(Date.now() + 3_000_000);
});

test("Log Out in the warning ends the session in the browser and on the server [SEC-71]", async ({
  page,
}) => {
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 200_000 });
  await page.reload();
  const loggedOut = page.waitForResponse("**/api/auth/logout");
  await warning(page).getByRole("button", { name: "Log Out" }).click();
  expect((await loggedOut).status()).toBe(200);
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toBeNull();
});

test("the end of the countdown ends the session in the browser and on the server", async ({ page }) => {
  await page.clock.install();
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 60_000 });
  await page.reload();
  await expect(warning(page)).toBeVisible();
  const loggedOut = page.waitForResponse("**/api/auth/logout");
  await page.clock.runFor(61_000);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  await expect(warning(page)).toBeHidden();
  expect(await storedSession(page)).toBeNull();
  expect((await loggedOut).status()).toBe(200);
});

test("the warning waits for the end of an attempt, and then the focus returns to the code", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await openAsNewUser(page, "/courses");
  await openFirstCourse(page);
  const field = page.getByRole("textbox", { name: /^Type this example: / });
  await expect(field).toBeFocused();
  const title = ((await field.getAttribute("aria-label")) ?? "").replace("Type this example: ", "");
  const code = await waitForCode(page, title);
  await typeKeys(page, code.slice(0, 3));
  // Another tab stores a token that ends soon.
  const other = await context.newPage();
  await other.goto("/seo-test");
  await changeStoredSession(other, { tokenExpiry: Date.now() + 290_000 });
  await expect.poll(async () => (await storedSession(page))?.tokenExpiry).toBeLessThan(Date.now() + 290_000);
  await other.close();
  await page.bringToFront();
  // The check of every minute runs twice.
  await page.clock.runFor(121_000);
  await expect(warning(page)).toBeHidden();
  await expect(field).toBeFocused();
  await typeKeys(page, code.slice(3, 5));
  // Esc and R restart the example, so no attempt is running.
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(warning(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(warning(page)).toBeHidden();
  await expect(field).toBeFocused();
});

test("without a network there is no countdown, and the user stays logged in", async ({ page, context }) => {
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 250_000 });
  await page.reload();
  await expect(warning(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await expect(warning(page)).toBeHidden();
  expect(await storedSession(page)).not.toBeNull();
  await context.setOffline(false);
  await expect(warning(page)).toBeVisible();
});

test("a failed extension shows a message, and the user stays logged in", async ({ page, faults }) => {
  faults.expectFault(/ERR_|Failed to load resource/);
  await page.clock.install();
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 60_000 });
  await page.route("**/api/auth/refresh", (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: "Extend Session" }).click();
  await expect(warning(page).getByRole("alert")).toContainText("The server could not be reached.");
  await page.clock.runFor(61_000);
  await expect(warning(page)).toBeHidden();
  await expect(page).toHaveURL(/\/profile$/);
  await page.unroute("**/api/auth/refresh");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect
    .poll(async () => (await storedSession(page))?.tokenExpiry)
    .toBeGreaterThan(Date.now() + 3_000_000);
});

test("a user stays logged in when the app starts without the server, and continues when it is back", async ({
  page,
  faults,
}) => {
  faults.expectFault(/ERR_|Failed to load resource/);
  const { username } = await openAsNewUser(page, "/courses");
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1000 });
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await expect(accountMenu(page, username)).toBeVisible();
  expect(await storedSession(page)).not.toBeNull();
  await page.unroute("**/api/**");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(async () => (await storedSession(page))?.tokenExpiry).toBeGreaterThan(Date.now());
});

test("three tabs with an expired token refresh it once, and logging out in one tab logs out all", async ({
  page,
  context,
}) => {
  const { username } = await openAsNewUser(page, "/profile");
  const others = [await context.newPage(), await context.newPage()];
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1000 });
  const all = [page, ...others];
  const refreshes = countRefreshes(...all);
  await Promise.all(all.map((tab) => tab.goto("/profile")));
  for (const tab of all) await expect(tab.getByText(`${username}@example.com`)).toBeVisible();
  expect(refreshes()).toBe(1);

  await page.bringToFront();
  await accountMenu(page, username).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  for (const tab of all) await expect(tab).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toBeNull();
});

test("an extension in one tab closes the warning in the other", async ({ page, context }) => {
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 250_000 });
  const other = await context.newPage();
  await page.reload();
  await other.goto("/profile");
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await warning(other).getByRole("button", { name: "Extend Session" }).click();
  await expect(warning(other)).toBeHidden();
  await expect(warning(page)).toBeHidden();
});

test("while the session loads, a spinner says so and the page stays [TEXT-07]", async ({ page }) => {
  const { username } = await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1000 });
  const releaseResponses = await delayResponses(page, "**/api/auth/refresh");
  await page.reload();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Loading...");
  await expect(page.getByRole("button", { name: "Register" })).toBeHidden();
  await expect(page).toHaveURL(/\/profile$/);
  await expectAccessible(page, "the session loading");
  releaseResponses();
  await expect(page.getByText(`${username}@example.com`)).toBeVisible();
});

test("while admin access is checked, a spinner says so, and then a learner is sent to the courses [TEXT-09]", async ({
  page,
}) => {
  const { username } = await openAsNewUser(page, "/profile");
  const releaseResponses = await delayResponses(page, "**/api/admin/dashboard");
  await page.goto("/admin/courses");
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Verifying admin access...");
  await expect(accountMenu(page, username)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/courses$/);
  await expectAccessible(page, "admin access being checked");
  releaseResponses();
  await expect(page).toHaveURL(/\/courses$/);
  await expect(page).not.toHaveURL(/admin/);
});

for (const [clock, hoursAhead] of [
  ["five hours behind", -5],
  ["five hours ahead", 5],
  ["three days ahead", 72],
] as const) {
  test(`a device whose clock is ${clock} stays logged in and gets the warning in time`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + hoursAhead * 3_600_000 });
    const username = freshName();
    const account = { username, email: `${username}@example.com`, password: "correct horse" };
    await page.goto("/login");
    await page.request.post("/api/auth/register", { data: account });
    await submitLoginForm(page, account);
    await expect(page).toHaveURL(/\/courses$/);
    const refreshes = countRefreshes(page);
    await page.goto("/profile");
    await expect(page.getByText(account.email)).toHaveCount(1);
    await checkNow(page);
    await expect(warning(page)).toBeHidden();
    // Four minutes before the end by the server's clock, which is also the clock of this test.
    await changeStoredSession(page, { tokenExpiry: Date.now() + 250_000 });
    await page.reload();
    await expect(warning(page).getByRole("timer")).toHaveText(/^0(4:0\d|3:[45]\d)$/);
    expect(refreshes()).toBe(0);
    await warning(page).getByRole("button", { name: "Extend Session" }).click();
    await expect(warning(page)).toBeHidden();
    expect(refreshes()).toBe(1);
    await expect(page).toHaveURL(/\/profile$/);
  });
}

test("a laptop that slept refreshes the session before it warns, even if the token expired during the sleep", async ({
  page,
}) => {
  await page.clock.install();
  const { username, email } = await openAsNewUser(page, "/profile");
  // All requests have ended. One that is still open reaches its time limit by the jump.
  await expect(page.getByText(email)).toHaveCount(1);
  const refreshes = countRefreshes(page);
  for (const [slept, expected] of [
    ["57:00", 1],
    ["03:00:00", 2],
  ] as const) {
    const before = (await storedSession(page))?.token;
    await page.clock.fastForward(slept);
    await expect.poll(async () => (await storedSession(page))?.token).not.toBe(before);
    await expect(warning(page)).toBeHidden();
    await expect(accountMenu(page, username)).toBeVisible();
    expect(refreshes()).toBe(expected);
  }
  await expect(page).toHaveURL(/\/profile$/);
});

test("a laptop that slept until both tokens expired shows the login page, which says why", async ({
  page,
}) => {
  await page.clock.install();
  const { email } = await openAsNewUser(page, "/profile");
  // All requests have ended. A request that is still open after the jump would be refused.
  await expect(page.getByText(email)).toHaveCount(1);
  await page.clock.fastForward("25:00:00");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test("a refresh whose response is lost is repeated, and the session continues", async ({ page, faults }) => {
  faults.expectFault(/ERR_FAILED/);
  const { email } = await openAsNewUser(page, "/profile");
  const before = await storedSession(page);
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1000 });
  let requests = 0;
  await page.route("**/api/auth/refresh", async (route) => {
    requests += 1;
    // The server refreshes the session each time, but the first two responses do not arrive.
    const response = await route.fetch();
    expect(response.status()).toBe(200);
    await (requests <= 2 ? route.abort() : route.fulfill({ response }));
  });
  await page.reload();
  await expect.poll(() => requests).toBe(3);
  await expect.poll(async () => (await storedSession(page))?.token).not.toBe(before?.token);
  await page.unroute("**/api/auth/refresh");
  await page.reload();
  await expect(page.getByText(email)).toHaveCount(1);
  await expect(page).toHaveURL(/\/profile$/);
});

test("a reload during a refresh does not end the session", async ({ page }) => {
  const { email } = await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1000 });
  let requests = 0;
  const serverIsDone = createGate();
  await page.route("**/api/auth/refresh", async (route) => {
    requests += 1;
    if (requests > 1) return route.continue();
    await route.fetch();
    // The page is unloaded before the response arrives.
    serverIsDone.open();
  });
  await page.reload();
  await serverIsDone.opened;
  await page.reload();
  await expect(page.getByText(email)).toHaveCount(1);
  expect(requests).toBe(2);
  // The server does not treat the lost response as a stolen token.
  await page.reload();
  await expect(page.getByText(email)).toHaveCount(1);
  expect((await storedSession(page))?.tokenExpiry).toBeGreaterThan(Date.now());
});

test("a page that the browser restores from its back/forward cache notices a log-out", async ({ page }) => {
  const { username } = await openAsNewUser(page, "/profile");
  const back = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await back();
  await expect(accountMenu(page, username)).toBeVisible();
  // A page in the back/forward cache gets no event when another tab logs out.
  await page.evaluate(() => localStorage.removeItem("user"));
  await back();
  await expect(page).toHaveURL(/\/login$/);
});

test("a path that begins with two slashes stays on this site", async ({ page, origin }) => {
  for (const path of ["//evil", "//evil/courses", "//evil/profile?from=//evil", "/courses/..//evil"]) {
    await page.goto(origin + path);
    await expect(page).toHaveURL(`${origin}/`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("login leads to a page of this site, whatever the history state says [SEC-27]", async ({ page }) => {
  const { email, password } = await openAsNewUser(page, "/profile");
  for (const from of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/%5cevil.example/..//evil.example",
  ]) {
    await page.evaluate(() => localStorage.clear());
    await page.goto("/login");
    await page.evaluate((value) => history.replaceState({ from: value }, "", "/login"), from);
    await page.reload();
    await submitLoginForm(page, { email, password });
    await expect.poll(() => page.evaluate(() => localStorage.getItem("user"))).not.toBeNull();
    await expect(page).not.toHaveURL(/\/login$/);
    expect(new URL(page.url()).host).toMatch(/^127\.0\.0\.1:\d+$/);
  }
});
