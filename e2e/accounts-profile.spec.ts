// The profile: the user's data, password, sessions, download of data, deletion of the account, and the texts for the
// failures of each of them.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import {
  accountMenu,
  isTokenAccepted,
  openAsNewUser,
  logInElsewhere,
  changeStoredSession,
  storedSession,
  submitLoginForm,
} from "./support/accounts.ts";
import { delayResponses } from "./support/delayed-responses.ts";
import { completeDaysAgo, learnerWithReview } from "./support/memory.ts";
import { expect, test } from "./support/test.ts";
import { freshName } from "./support/typing.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const today = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

test("the profile shows the user's data and reloads it after five minutes [TEXT-08] @phone", async ({
  page,
}) => {
  await page.clock.install();
  const { username, email } = await openAsNewUser(page, "/courses");
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/profile")) requests += 1;
  });
  await accountMenu(page, username).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveTitle("Profile | Tabstop");
  const you = part(page, "You");
  await expect(you.getByRole("definition")).toHaveText([username, email, today.format(new Date())]);
  await expect(you.getByRole("term")).toHaveText(["Username", "Email", "Member since"]);
  await expectAccessible(page, "the profile");
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);

  for (const [later, expected] of [
    ["04:00", 1],
    ["01:00", 2],
  ] as const) {
    await page.getByRole("link", { name: "Courses" }).click();
    await expect(page).toHaveURL(/\/courses/);
    await page.clock.fastForward(later);
    await page.goBack();
    await expect(you.getByText(email)).toBeVisible();
    await expect.poll(() => requests).toBe(expected);
  }
});

test("the account menu closes on a click outside, on Esc and on another page, and has no dashboard for a learner", async ({
  page,
}) => {
  const { username } = await openAsNewUser(page, "/profile");
  const menu = page.getByRole("menu", { name: `Account, ${username}` });
  await accountMenu(page, username).click();
  await expect(menu.getByRole("menuitem")).toHaveText(["Profile", "Progress", "Logout"]);
  await expectAccessible(page, "the account menu");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(menu).toBeHidden();
  await accountMenu(page, username).click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await accountMenu(page, username).click();
  await page.getByRole("link", { name: "Courses" }).click();
  await expect(page).toHaveURL(/\/courses$/);
  await expect(menu).toBeHidden();
});

test("a placeholder pulses while the profile loads", async ({ page }) => {
  const releaseResponses = await delayResponses(page, "**/api/auth/profile");
  const { email } = await openAsNewUser(page, "/profile");
  const placeholder = part(page, "You").locator(".avatar.is-loading");
  await expect(placeholder).toBeVisible();
  expect(await placeholder.evaluate((element) => getComputedStyle(element).animationName)).toBe("pulse");
  await expectAccessible(page, "the profile while it loads");
  releaseResponses();
  await expect(part(page, "You").getByText(email)).toBeVisible();
  await expect(placeholder).toBeHidden();
});

test("when the profile fails to load, the page says why and what to do, and the rest works [TEXT-39]", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of 500/);
  await page.route("**/api/auth/profile", (route) => route.fulfill({ status: 500, body: "" }));
  const { email } = await openAsNewUser(page, "/profile");
  const alert = part(page, "You").getByRole("alert");
  await expect(alert).toContainText("Error loading profile: Failed to get profile");
  await expect(alert).toContainText("Refresh the page, or log out and log in again.");
  await expectAccessible(page, "the profile that failed");
  await page.route("**/api/auth/profile", (route) =>
    route.fulfill({ status: 500, json: { error: "The disk is on fire.", code: "INTERNAL" } }),
  );
  await alert.getByRole("button", { name: "Try Again" }).click();
  await expect(alert).toContainText("Error loading profile: The disk is on fire.");
  await page.getByLabel("Tabstop Light").check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "tabstop");
  await page.unroute("**/api/auth/profile");
  await alert.getByRole("button", { name: "Try Again" }).click();
  await expect(part(page, "You").getByText(email)).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "tabstop");
});

test("the password form shows problems, and a new password ends every other session [TEXT-32]", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of (400|500)/);
  const account = await openAsNewUser(page, "/profile");
  const elsewhere = await logInElsewhere(page, account, firefox);
  const form = part(page, "Change password");
  const current = form.getByLabel("Current password");
  const next = form.getByLabel("New password", { exact: true });
  const confirm = form.getByLabel("Confirm new password");
  const send = form.getByRole("button", { name: "Change Password" });

  await send.click();
  await expect(current).toHaveAccessibleDescription("All fields are required");
  await expect(current).toBeFocused();
  await current.fill("not the one");
  await next.fill("short");
  await send.click();
  await expect(confirm).toHaveAccessibleDescription("All fields are required");
  await confirm.fill("short");
  await send.click();
  await expect(next).toHaveAccessibleDescription("New password must be at least 6 characters long");
  await expectAccessible(page, "change password, with an error");
  await next.fill("a better horse");
  await send.click();
  await expect(confirm).toHaveAccessibleDescription("New passwords do not match");
  await confirm.fill("a better horse");
  await send.click();
  await expect(current).toHaveAttribute("aria-invalid", "true");
  await expect(current).toBeFocused();

  await current.fill(account.password);
  await page.route("**/api/auth/change-password", (route) => route.fulfill({ status: 500, body: "" }));
  await send.click();
  await expect(form.getByRole("alert")).toHaveText("Password change failed");
  await page.unroute("**/api/auth/change-password");
  await send.click();
  await expect(form.getByRole("status")).toHaveText("Password changed. Every other session has ended.");
  await expect(current).toHaveValue("");
  await expectAccessible(page, "password changed");
  expect(await isTokenAccepted(page, elsewhere.token)).toBe(false);
  expect(await isTokenAccepted(page, (await storedSession(page))?.token ?? "")).toBe(true);
  const again = await logInElsewhere(page, { ...account, password: "a better horse" }, firefox);
  expect(again.token).not.toBe("");
});

test("a user whose stored session is gone must log in to change anything [TEXT-31]", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  await expect(part(page, "You").getByRole("definition").first()).toBeVisible();
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") changes.push(request.url());
  });
  await page.evaluate(() => localStorage.removeItem("user"));

  const password = part(page, "Change password");
  await password.getByRole("button", { name: "Change Password" }).click();
  await expect(password.getByRole("alert")).toHaveText("You must be logged in to change your password");
  await part(page, "You").getByRole("button", { name: "Photo" }).click();
  await page.getByRole("menuitem", { name: "Upload photo" }).click();
  await expect(part(page, "You").getByRole("alert")).toHaveText(
    "You must be logged in to update your profile photo",
  );
  await part(page, "You").getByRole("button", { name: "Photo" }).click();
  await page.getByRole("menuitem", { name: "Remove photo" }).click();
  await expect(part(page, "You").getByRole("alert")).toHaveText(
    "You must be logged in to remove your profile photo",
  );
  await expectAccessible(page, "the profile without a stored user");
  expect(changes).toEqual([]);
});

test("sessions are listed by device, and can be ended one by one or all at once @phone", async ({ page }) => {
  const account = await openAsNewUser(page, "/profile");
  const phone = await logInElsewhere(page, account, iphone);
  const desk = await logInElsewhere(page, account, firefox);
  const tool = await logInElsewhere(page, account, "curl/8.5.0");
  await page.reload();
  const list = part(page, "Sessions");
  const day = today.format(new Date());
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await expect(list.getByRole("listitem").first()).toContainText(`Logged in on ${day}`);
  await expect(list.getByRole("listitem").first()).toContainText("This device");
  await expect(list.getByText(`Last used on ${day}`)).toHaveCount(3);
  await expectAccessible(page, "the sessions");

  await list.getByRole("button", { name: "End Safari on iPhone" }).click();
  await expect(list.getByText("The session of Safari on iPhone has ended.")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  expect(await isTokenAccepted(page, phone.token)).toBe(false);
  expect(await isTokenAccepted(page, desk.token)).toBe(true);
  // The focus is on the message, not at the top of the page.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("has ended");

  await list.getByRole("button", { name: "End all others" }).click();
  await expect(list.getByText("All other sessions have ended.")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByRole("button")).toHaveCount(0);
  expect(await isTokenAccepted(page, desk.token)).toBe(false);
  expect(await isTokenAccepted(page, tool.token)).toBe(false);
  expect(await isTokenAccepted(page, (await storedSession(page))?.token ?? "")).toBe(true);
});

test("when the sessions fail to load, the page says so and offers another try", async ({ page, faults }) => {
  faults.expectFault(/status of 503/);
  await page.route("**/api/auth/sessions", (route) => route.fulfill({ status: 503, body: "" }));
  await openAsNewUser(page, "/profile");
  const list = part(page, "Sessions");
  await expect(list.getByRole("alert")).toContainText("Your sessions could not be loaded");
  await page.unroute("**/api/auth/sessions");
  await list.getByRole("button", { name: "Try Again" }).click();
  await expect(list.getByText("This device")).toBeVisible();
});

test("users can download their data as a file", async ({ page, faults }) => {
  faults.expectFault(/status of 503/);
  const { username, email } = await openAsNewUser(page, "/profile");
  const button = page.getByRole("button", { name: "Download my data" });
  await page.route("**/api/auth/export", (route) => route.fulfill({ status: 503, body: "" }));
  await button.click();
  await expect(part(page, "Your data").getByRole("alert")).toHaveText("Your data could not be downloaded");
  await page.unroute("**/api/auth/export");
  const downloadStarted = page.waitForEvent("download");
  await button.click();
  const download = await downloadStarted;
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(JSON.parse(text)).toBeTruthy();
  expect(text).toContain(username);
  expect(text).toContain(email);
  await expect(part(page, "Your data").getByRole("alert")).toBeHidden();
});

test("deleting the account requires the current password and ends the session @phone", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of (400|401)/);
  const { email, password } = await openAsNewUser(page, "/profile");
  const open = page.getByRole("button", { name: "Delete account" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  const field = dialog.getByLabel("Current password");
  await expect(field).toBeFocused();
  await expectAccessible(page, "delete the account");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(field).toHaveAccessibleDescription("Current password is required");
  await field.fill("not the one");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "delete the account, with an error");
  await field.fill(password);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  const response = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(response.status()).toBe(401);
});

test("an admin's menu has the dashboard, and the last admin cannot delete their account and sees why", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 409/);
  await page.goto("/login");
  await page.getByLabel("Email").fill(server.admin.email);
  await page.getByLabel("Password").fill(server.admin.password);
  await page.getByLabel("Password").press("Enter");
  await expect(page).toHaveURL(/\/courses$/);
  await page.goto("/profile");
  await page.getByRole("button", { name: /^Account, / }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Profile", "Progress", "Admin Dashboard", "Logout"]);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await dialog.getByLabel("Current password").fill(server.admin.password);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("alert")).toContainText(/admin/i);
  await expect(page).toHaveURL(/\/profile$/);
});

test("the warning about a session's end waits until another dialog is closed [TEXT-15]", async ({ page }) => {
  await page.clock.install();
  await openAsNewUser(page, "/profile");
  await changeStoredSession(page, { tokenExpiry: Date.now() + 330_000 });
  await page.reload();
  await page.getByRole("button", { name: "Delete account" }).click();
  // The check that runs every minute finds that the end is near, and the countdown ticks a few times.
  await page.clock.runFor(65_000);
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog", { name: "Session Expiring Soon" })).toBeVisible();
});

test("a user's, a browser's and a file's name are shown as text and never as markup [SEC-20]", async ({
  page,
}) => {
  const markup = '<img src=x onerror="hit()">';
  const script = '"><script>hit()</script>{{7*7}}';
  await page.addInitScript(() => {
    (window as unknown as { hits: number }).hits = 0;
    (window as unknown as { hit: () => void }).hit = () => {
      (window as unknown as { hits: number }).hits += 1;
    };
  });
  let place = "";
  for (const username of [markup, script]) {
    const account = { username, email: `${freshName()}@example.com`, password: "correct horse" };
    await page.goto("/login");
    expect((await page.request.post("/api/auth/register", { data: account })).status()).toBe(201);
    await logInElsewhere(page, account, `Evil/1.0 ${markup}`);
    const { token } = await logInElsewhere(page, account, `Mozilla/5.0 ${script} Firefox/1${markup}`);
    const bearer = { authorization: `Bearer ${token}` };
    const { exampleId, lessonId } = await (
      await page.request.get("/api/courses/next-lesson", { headers: bearer })
    ).json();
    await page.request.post(`/api/courses/progress/${exampleId}`, {
      headers: bearer,
      data: { status: "completed", time_ms: 3_000 },
    });
    await submitLoginForm(page, account);
    await expect(page).toHaveURL(/\/courses$/);

    await page.goto("/profile");
    await expect(part(page, "You").getByRole("definition").first()).toHaveText(username);
    await expect(part(page, "Sessions").getByRole("listitem")).toHaveCount(4);
    await accountMenu(page, username).click();
    await expect(page.getByRole("menu").getByText(username)).toBeVisible();
    await page.keyboard.press("Escape");
    await part(page, "You").getByRole("button", { name: "Photo" }).click();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name: "Upload photo" }).click();
    await (await choosing).setFiles({
      name: `${markup}.png`,
      mimeType: "image/png",
      buffer: Buffer.from("x"),
    });
    await expect(part(page, "You").getByRole("alert")).toContainText("Only image files are allowed");
    await expectNoHit(page);
    await page.evaluate(() => localStorage.clear());
    place = `/courses?lessonId=${lessonId}&exampleId=${exampleId}`;
  }
  // Other users see the name on the leaderboard.
  await openAsNewUser(page, place);
  const board = page.getByRole("complementary", { name: "Leaderboard" });
  await expect(board).toContainText(markup);
  await expect(board).toContainText(script);
  await expectNoHit(page);
});

async function expectNoHit(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { hits: number }).hits)).toBe(0);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(
    await page.evaluate(() => [...document.scripts].filter(({ text }) => text.includes("hit(")).length),
  ).toBe(0);
}

test("the profile has two figures of progress, of all time, with the way to the others @phone", async ({
  page,
  server,
}) => {
  const { api, examples } = await learnerWithReview(page, server, { lessons: 3 });
  await completeDaysAgo(api, examples[0]?.id ?? 0, 400);
  await completeDaysAgo(api, examples[0]?.id ?? 0, 1);
  const { figures, streak } = await api.request<{
    figures: { completed: number };
    streak: { days: number };
  }>("GET", "/progress");
  await page.reload();
  const progress = part(page, "Progress");
  await expect(progress.getByRole("term")).toHaveText(["Examples completed", "Streak"]);
  await expect(progress.getByRole("definition")).toHaveText([`${figures.completed}`, `${streak.days} days`]);
  expect([figures.completed, streak.days]).toEqual([3, 2]);
  await progress.getByRole("link", { name: "See your progress" }).click();
  await expect(page).toHaveURL(/\/progress$/);
  await expect(page).toHaveTitle("Progress | Tabstop");
});

test("the progress on the profile loads and fails on its own, and the way to the page stays", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of 500/);
  const release = await delayResponses(page, "**/api/progress*", (route) =>
    route.fulfill({ status: 500, json: { error: "The disk is on fire.", code: "INTERNAL" } }),
  );
  const { email } = await openAsNewUser(page, "/profile");
  const progress = part(page, "Progress");
  await expect(part(page, "You").getByText(email)).toBeVisible();
  await expect(progress.locator(".skel").first()).toBeVisible();
  await expectAccessible(page, "the progress while it loads");
  release();
  await expect(progress.getByRole("alert")).toContainText("The disk is on fire.");
  await expect(progress.getByRole("link", { name: "See your progress" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expectAccessible(page, "the progress that failed");
  await page.unroute("**/api/progress*");
  await progress.getByRole("button", { name: "Try Again" }).click();
  await expect(progress.getByRole("definition")).toHaveText(["0", "0 days"]);
});
