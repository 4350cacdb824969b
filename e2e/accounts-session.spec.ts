// Staying signed in: restoring, refreshing, the warning, several tabs, no network, and what ends a session.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { accountMenu, openAsNewUser, changeStoredSession, storedSession } from "./support/accounts.ts";
import { createGate, delayResponses } from "./support/delayed-responses.ts";
import { expect, test } from "./support/test.ts";
import { freshName, typeKeys, waitForCode } from "./typing.ts";

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

test("both tokens past their end clear the stored user and lead to login, which says why [TEXT-25]", async ({
  page,
}) => {
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() - 2000, refreshTokenExpiry: Date.now() - 1000 });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect(await storedSession(page)).toBeNull();
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
  await openAsNewUser(page, "/profile");
  // What it asks for has come: a call that is refused here would have the page say so before it is loaded anew.
  await page.waitForLoadState("networkidle");
  const token = (await storedSession(page))?.token ?? "";
  await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test("the warning counts down, and extending the session takes it back [TEXT-16] @phone", async ({
  page,
}) => {
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

test("Log Out in the warning logs out, here and on the server [SEC-71]", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 200_000 });
  await page.reload();
  const told = page.waitForResponse("**/api/auth/logout");
  await warning(page).getByRole("button", { name: "Log Out" }).click();
  expect((await told).status()).toBe(200);
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toBeNull();
});

test("a countdown that runs out logs out, here and on the server", async ({ page }) => {
  await page.clock.install();
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 60_000 });
  await page.reload();
  await expect(warning(page)).toBeVisible();
  const told = page.waitForResponse("**/api/auth/logout");
  await page.clock.runFor(61_000);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  await expect(warning(page)).toBeHidden();
  expect(await storedSession(page)).toBeNull();
  expect((await told).status()).toBe(200);
});

test("the warning waits for the end of an attempt, and gives the keyboard back to the code", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await openAsNewUser(page, "/courses");
  await page.getByRole("button", { name: "Continue" }).click();
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
  // Two of the minute's checks come and go.
  await page.clock.runFor(121_000);
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

test("an extension that the server does not answer says so and logs nobody out", async ({ page, faults }) => {
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

test("a start without the server keeps the person, who goes on when it is back", async ({ page, faults }) => {
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

test("three tabs with an expired token refresh once between them, and log-out in one is log-out in all", async ({
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

test("while the session loads a spinner says so, and nobody is sent anywhere [TEXT-07]", async ({ page }) => {
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

test("while admin access is checked a spinner says so; then a learner goes to the courses [TEXT-09]", async ({
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
  test(`a device whose clock is ${clock} stays signed in and is warned in time`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + hoursAhead * 3_600_000 });
    const username = freshName();
    const account = { username, email: `${username}@example.com`, password: "correct horse" };
    await page.goto("/login");
    await page.request.post("/api/auth/register", { data: account });
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password").fill(account.password);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL(/\/courses$/);
    const refreshes = countRefreshes(page);
    await page.goto("/profile");
    await expect(page.getByText(account.email)).toHaveCount(1);
    await check(page);
    await expect(warning(page)).toBeHidden();
    // Minutes before the end by the server's time, which is this test's.
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

test("a laptop that slept refreshes before it warns, also when the token ran out meanwhile", async ({
  page,
}) => {
  await page.clock.install();
  const { username } = await openAsNewUser(page, "/profile");
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

test("a laptop that slept past the end of both tokens leads to login, which says why", async ({ page }) => {
  await page.clock.install();
  const { email } = await openAsNewUser(page, "/profile");
  // What the page still asks for at that moment would be refused.
  await expect(page.getByText(email)).toHaveCount(1);
  await page.clock.fastForward("25:00:00");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test("a refresh whose reply is lost is made again, and the session goes on", async ({ page, faults }) => {
  faults.expectFault(/ERR_FAILED/);
  const { email } = await openAsNewUser(page, "/profile");
  const before = await storedSession(page);
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1000 });
  let asked = 0;
  await page.route("**/api/auth/refresh", async (route) => {
    asked += 1;
    // The server has done it; the answer does not arrive, two times.
    const response = await route.fetch();
    expect(response.status()).toBe(200);
    await (asked <= 2 ? route.abort() : route.fulfill({ response: response }));
  });
  await page.reload();
  await expect.poll(() => asked).toBe(3);
  await expect.poll(async () => (await storedSession(page))?.token).not.toBe(before?.token);
  await page.unroute("**/api/auth/refresh");
  await page.reload();
  await expect(page.getByText(email)).toHaveCount(1);
  await expect(page).toHaveURL(/\/profile$/);
});

test("a reload in the middle of a refresh costs nothing", async ({ page }) => {
  const { email } = await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() - 1000 });
  let asked = 0;
  const serverIsDone = createGate();
  await page.route("**/api/auth/refresh", async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    await route.fetch();
    // And is never answered: the page is gone before.
    serverIsDone.open();
  });
  await page.reload();
  await serverIsDone.opened;
  await page.reload();
  await expect(page.getByText(email)).toHaveCount(1);
  expect(asked).toBe(2);
  // Nothing of it looks like a stolen token afterwards.
  await page.reload();
  await expect(page.getByText(email)).toHaveCount(1);
  expect((await storedSession(page))?.tokenExpiry).toBeGreaterThan(Date.now());
});

test("a page that comes back from the browser's memory follows what happened meanwhile", async ({ page }) => {
  const { username } = await openAsNewUser(page, "/profile");
  const back = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await back();
  await expect(accountMenu(page, username)).toBeVisible();
  // A page that rests in memory hears nothing of a log-out elsewhere.
  await page.evaluate(() => localStorage.removeItem("user"));
  await back();
  await expect(page).toHaveURL(/\/login$/);
});

test("an address that begins with two slashes stays on this site", async ({ page, origin }) => {
  for (const path of ["//evil", "//evil/courses", "//evil/profile?from=//evil", "/courses/..//evil"]) {
    await page.goto(origin + path);
    await expect(page).toHaveURL(`${origin}/`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("where login leads afterwards is of this site, whatever the history says [SEC-27]", async ({ page }) => {
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
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("user"))).not.toBeNull();
    await expect(page).not.toHaveURL(/\/login$/);
    expect(new URL(page.url()).host).toMatch(/^127\.0\.0\.1:\d+$/);
  }
});
