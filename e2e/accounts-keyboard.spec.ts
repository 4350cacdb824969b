// All account screens, used with the keyboard only.

import type { Locator, Page } from "@playwright/test";
import { openAsNewUser, logInElsewhere, storedSession } from "./support/accounts.ts";
import { tabTo } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";

async function tabToAndPressEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

test("login, profile, password, sessions and the account's deletion work with the keyboard alone [TEXT-04]", async ({
  page,
}) => {
  const account = await openAsNewUser(page, "/courses");
  await logInElsewhere(
    page,
    account,
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  );
  await tabToAndPressEnter(page, page.getByRole("button", { name: `Account, ${account.username}` }));
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);

  const main = page.getByRole("main");
  await tabToAndPressEnter(page, main.getByRole("link", { name: "Forgot password?" }));
  await expect(page).toHaveURL(/\/forgot-password$/);
  await tabTo(page, main.getByLabel("Email"));
  await page.keyboard.type("nobody@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password reset email sent!")).toBeVisible();
  await tabToAndPressEnter(page, main.getByRole("link", { name: "Return to Login" }));
  await expect(page).toHaveURL(/\/login$/);

  await tabTo(page, main.getByLabel("Email"));
  await page.keyboard.type(account.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(main.getByLabel("Remember me for 30 days")).toBeChecked();
  await tabToAndPressEnter(page, main.getByRole("button", { name: "Login" }));
  await expect(page).toHaveURL(/\/courses$/);
  const user = await storedSession(page);
  expect(user?.refreshTokenExpiry).toBeGreaterThan(Date.now() + 29 * 86_400_000);

  await tabToAndPressEnter(page, page.getByRole("button", { name: `Account, ${account.username}` }));
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeFocused();

  const photo = page.getByRole("button", { name: "Photo" });
  await tabToAndPressEnter(page, photo);
  await expect(page.getByRole("menuitem", { name: "Upload photo" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(photo).toBeFocused();

  await tabTo(page, page.getByLabel("Tabstop Dark"));
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "tabstop");

  await tabTo(page, main.getByLabel("Current password"));
  await page.keyboard.type(account.password);
  await page.keyboard.press("Tab");
  await page.keyboard.type("a better horse");
  await page.keyboard.press("Tab");
  await page.keyboard.type("a better horse");
  await page.keyboard.press("Enter");
  await expect(main.getByText("Password changed. Every other session has ended.")).toBeVisible();

  await logInElsewhere(page, { ...account, password: "a better horse" }, "curl/8.5.0");
  await page.reload();
  await expect(main.getByRole("button", { name: "End curl" })).toBeVisible();
  await tabToAndPressEnter(page, main.getByRole("button", { name: "End curl" }));
  await expect(main.getByText("The session of curl has ended.")).toBeVisible();

  await tabToAndPressEnter(page, main.getByRole("button", { name: "Delete account" }));
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await page.keyboard.type("a better horse");
  await tabToAndPressEnter(page, dialog.getByRole("button", { name: "Delete" }));
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
});
