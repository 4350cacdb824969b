// The forms for visitors: login, registration (open, restricted or closed), a forgotten password, a reset link.

import { expectAccessible } from "./support/accessibility.ts";
import { resetLink, openAsNewUser, storedSession } from "./support/accounts.ts";
import { advanceClock, stopClock, whileClockTicks } from "./support/clock.ts";
import { delayResponses } from "./support/delayed-responses.ts";
import { startServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";

const badLink = "Invalid or expired token. Please request a new password reset link.";

test("a user with a forgotten password gets a link by mail, sets a new password and logs in [TEXT-05] @phone", async ({
  page,
  server,
}) => {
  const account = await openAsNewUser(page, "/profile");
  await page.evaluate(() => localStorage.clear());

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page).toHaveTitle("Forgot Password | Tabstop");
  await expectAccessible(page, "forgot password");
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await expect(page.getByText("Password reset email sent!")).toBeVisible();
  await expect(
    page.getByText(`If an account exists with the email ${account.email}, you will receive instructions`),
  ).toBeVisible();
  await expect(page.getByRole("status")).toBeFocused();
  await expectAccessible(page, "forgot password, sent");
  await page.getByRole("main").getByRole("link", { name: "Return to Login" }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto(await resetLink(server, account.email));
  await expect(page).toHaveTitle("Reset Password | Tabstop");
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  await expectAccessible(page, "reset password");
  await page.getByLabel("New password", { exact: true }).fill("a better horse");
  await page.getByLabel("Confirm new password").fill("a better horse");
  await stopClock(page);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Password has been reset successfully!")).toBeVisible();
  await whileClockTicks(page, expectAccessible(page, "reset password, done"));
  await advanceClock(page, 3_000);
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill("a better horse");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/courses$/);
});

test("an address without an account gets the same response", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Email").press("Enter");
  await expect(page.getByText("Password reset email sent!")).toBeVisible();
  await expect(
    page.getByText("If an account exists with the email nobody@example.com, you will receive instructions"),
  ).toBeVisible();
});

test("the form for a forgotten password shows a problem at its field and a failure above the form [TEXT-30]", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of 500|ERR_FAILED/);
  await page.goto("/forgot-password");
  const email = page.getByLabel("Email");
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription("Email is required");
  await expectAccessible(page, "forgot password, with an error");

  await email.fill("mira@example.com");
  await page.route("**/api/auth/forgot-password", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await expect(page.getByRole("alert")).toHaveText("Password reset request failed");
  await page.route("**/api/auth/forgot-password", (route) => route.abort());
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await expect(page.getByRole("alert")).toContainText("The server could not be reached.");
});

test("a reset link without a token or with a bad token offers a new link [TEXT-14] @phone", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of 40[04] .*\/auth\/reset-password\//);
  await page.goto("/reset-password");
  await expect(page.getByText("Missing reset token. Please use the link from your email.")).toBeVisible();
  await expectAccessible(page, "reset password without a token");
  await page.getByRole("link", { name: "Request New Link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);

  for (const token of ["nonsense", encodeURIComponent("../../health"), "x".repeat(3_000)]) {
    await page.goto(`/reset-password?token=${token}`);
    await expect(page.getByText(badLink)).toBeVisible();
  }
  await expectAccessible(page, "reset password with a bad token");
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("the screen says that a reset link is being checked, and an unreachable server is not a bad link [TEXT-06]", async ({
  page,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED/);
  const releaseResponses = await delayResponses(page, "**/api/auth/reset-password/*", (route) =>
    route.abort(),
  );
  await page.goto("/reset-password?token=abc");
  await expect(page.getByText("Validating your reset token...")).toBeVisible();
  await expectAccessible(page, "reset password, validating");
  releaseResponses();
  await expect(page.getByRole("alert")).toContainText("The server could not be reached");
  await expect(page.getByText(badLink)).toBeHidden();
  await page.unroute("**/api/auth/reset-password/*");
  await page.route("**/api/auth/reset-password/*", (route) => route.fulfill({ json: { valid: true } }));
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
});

test("the form for a new password shows problems, failures, and that the link was already used [TEXT-29]", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of (500|400)/);
  const account = await openAsNewUser(page, "/profile");
  await page.evaluate(() => localStorage.clear());
  await page.request.post("/api/auth/forgot-password", { data: { email: account.email } });
  const link = await resetLink(server, account.email);
  await page.goto(link);
  const password = page.getByLabel("New password", { exact: true });
  const confirm = page.getByLabel("Confirm new password");
  const send = page.getByRole("button", { name: "Reset Password" });

  await password.fill("short");
  await confirm.fill("short");
  await send.click();
  await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill("long enough");
  await send.click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await confirm.fill("long enough");

  await page.route("**/api/auth/reset-password", (route) => route.fulfill({ status: 500, body: "" }));
  await send.click();
  await expect(page.getByText("Password reset failed")).toBeVisible();
  await page.unroute("**/api/auth/reset-password");

  const token = new URL(link, server.url).searchParams.get("token");
  await page.request.post("/api/auth/reset-password", { data: { token, password: "somewhere else" } });
  await send.click();
  await expect(page.getByText(badLink)).toBeVisible();
  await expect(page.getByRole("link", { name: "Request New Link" })).toBeVisible();
});

test("a reset leads to login after 3 s and also ends this browser's session", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 401/);
  const account = await openAsNewUser(page, "/profile");
  await page.request.post("/api/auth/forgot-password", { data: { email: account.email } });
  await page.clock.install();
  await page.goto(await resetLink(server, account.email));
  await page.getByLabel("New password", { exact: true }).fill("a better horse");
  await page.getByLabel("Confirm new password").fill("a better horse");
  await stopClock(page);
  await page.getByRole("button", { name: "Reset Password" }).click();
  const done = page.getByText("Password has been reset successfully!");
  await expect(done).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(done).toBeVisible();
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toBeNull();
});

test("the registration form shows each problem at its field, and a failure [TEXT-37]", async ({
  page,
  faults,
}) => {
  faults.expectFault(/status of (409|500)/);
  const account = await openAsNewUser(page, "/profile");
  await page.evaluate(() => localStorage.clear());
  await page.goto("/register");
  const username = page.getByLabel("Username");
  const email = page.getByLabel("Email");
  const password = page.getByLabel("Password", { exact: true });
  const confirm = page.getByLabel("Confirm password");
  const send = page.getByRole("button", { name: "Register" });

  await send.click();
  await expect(username).toHaveAccessibleDescription("Username is required");
  await expect(email).toHaveAccessibleDescription("Email is required");
  await expect(password).toHaveAccessibleDescription("Password is required");
  await expect(username).toBeFocused();
  await expectAccessible(page, "registration, with errors");
  await username.fill(account.username);
  await email.fill(account.email);
  await password.fill("short");
  await confirm.fill("short");
  await send.click();
  await expect(password).toHaveAccessibleDescription("Password must be at least 6 characters long");
  await password.fill("long enough");
  await send.click();
  await expect(confirm).toHaveAccessibleDescription("Passwords do not match");
  await confirm.fill("long enough");
  await send.click();
  await expect(page.getByText(/already (registered|taken)/)).toBeVisible();
  await page.route("**/api/auth/register", (route) => route.fulfill({ status: 500, body: "" }));
  await send.click();
  await expect(page.getByRole("alert")).toHaveText("Registration failed");
});

test("the login form says what is missing and what failed [TEXT-36]", async ({ page, faults }) => {
  faults.expectFault(/status of 500|ERR_FAILED/);
  await page.goto("/login");
  const send = page.getByRole("main").getByRole("button", { name: "Login" });
  await send.click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is required");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Password is required");
  await page.getByLabel("Email").fill("mira@example.com");
  await page.getByLabel("Password").fill("correct horse");
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 500, body: "" }));
  await send.click();
  await expect(page.getByRole("alert")).toHaveText("Login failed");
  await page.route("**/api/auth/login", (route) => route.abort());
  await send.click();
  await expect(page.getByRole("alert")).toContainText("The server could not be reached.");
});

test("an international address is one account, however it is spelled", async ({ page, faults }) => {
  faults.expectFault(/status of 409/);
  const name = `anna-${Date.now()}`;
  const register = async (username: string, email: string) => {
    await page.goto("/register");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByLabel("Confirm password").fill("correct horse");
    await page.getByRole("button", { name: "Register" }).click();
  };
  await register(name, `${name}@bücher.example`);
  await expect(page).toHaveURL(/\/courses/);
  await page.goto("/profile");
  await expect(page.getByText(`${name}@bücher.example`)).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await register("another name", `${name}@BÜCHER.example`);
  await expect(page.getByText(/already registered/)).toBeVisible();
  await page.goto("/login");
  await page.getByLabel("Email").fill(`${name}@xn--bcher-kva.example`);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/courses/);
});

test("when registration is closed, the screen and the server say so", async ({ page, faults }) => {
  const closed = await startServer({ REGISTRATION: "closed" });
  try {
    faults.expectFault(`request to another host: ${closed.url}`);
    await page.goto(`${closed.url}/register`);
    const sentence = "New accounts cannot be created here. Ask the people who run this site.";
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expectAccessible(page, "closed registration");
    const response = await page.request.post(`${closed.url}/api/auth/register`, {
      data: { username: "mira", email: "mira@example.com", password: "correct horse" },
    });
    expect([response.status(), await response.json()]).toEqual([
      403,
      { error: sentence, code: "REGISTRATION_CLOSED" },
    ]);
  } finally {
    await closed.dispose();
  }
});

test("when only some mail domains may register, the form names them", async ({ page, faults }) => {
  const school = await startServer({ REGISTRATION: "school.example" });
  try {
    faults.expectFault(`request to another host: ${school.url}`);
    faults.expectFault(/status of 403 .*\/auth\/register$/);
    await page.goto(`${school.url}/register`);
    await page.getByLabel("Username").fill("mira");
    await page.getByLabel("Email").fill("mira@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByLabel("Confirm password").fill("correct horse");
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByText("New accounts need an address at school.example.")).toBeVisible();
  } finally {
    await school.dispose();
  }
});

test("every password field hides its text, accepts a paste, and is marked for password managers [SEC-47]", async ({
  page,
}) => {
  const secret = "correct horse battery";
  const pasteInto = async (label: string, autocomplete: string) => {
    const field = page.getByRole("main").getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute("type", "password");
    await expect(field).toHaveAttribute("autocomplete", autocomplete);
    await field.focus();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(field).toHaveValue(secret);
  };
  await page.goto("/register");
  // Copied with the keyboard, as a user does.
  await page.getByLabel("Username").fill(secret);
  await page.getByLabel("Username").press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  await pasteInto("Password", "new-password");
  await pasteInto("Confirm password", "new-password");
  await page.goto("/login");
  await pasteInto("Password", "current-password");
  await page.route("**/api/auth/reset-password/*", (route) => route.fulfill({ json: { valid: true } }));
  await page.goto("/reset-password?token=abc");
  await pasteInto("New password", "new-password");
  await pasteInto("Confirm new password", "new-password");
  await openAsNewUser(page, "/profile");
  await pasteInto("Current password", "current-password");
  await pasteInto("New password", "new-password");
  await pasteInto("Confirm new password", "new-password");
});
