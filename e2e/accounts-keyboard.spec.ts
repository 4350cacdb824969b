// The accounts' screens from one end to the other without a pointer.

import type { Locator, Page } from "@playwright/test";
import { openAsNewUser, logInElsewhere, storedSession } from "./support/accounts.ts";
import { expect, test } from "./support/test.ts";

/** Presses Tab until the focus is there, as somebody does who sees the ring. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new RangeError(`60 times Tab, and ${String(target)} has no focus`);
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

test("login, profile, password, sessions and the end of the account by keys alone [TEXT-04]", async ({
  page,
}) => {
  const account = await openAsNewUser(page, "/courses");
  await logInElsewhere(
    page,
    account,
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  );
  await pressOn(page, page.getByRole("button", { name: `Account, ${account.username}` }));
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);

  const main = page.getByRole("main");
  await pressOn(page, main.getByRole("link", { name: "Forgot password?" }));
  await expect(page).toHaveURL(/\/forgot-password$/);
  await tabTo(page, main.getByLabel("Email"));
  await page.keyboard.type("nobody@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password reset email sent!")).toBeVisible();
  await pressOn(page, main.getByRole("link", { name: "Return to Login" }));
  await expect(page).toHaveURL(/\/login$/);

  await tabTo(page, main.getByLabel("Email"));
  await page.keyboard.type(account.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(main.getByLabel("Remember me for 30 days")).toBeChecked();
  await pressOn(page, main.getByRole("button", { name: "Login" }));
  await expect(page).toHaveURL(/\/courses$/);
  const user = await storedSession(page);
  expect(user?.refreshTokenExpiry).toBeGreaterThan(Date.now() + 29 * 86_400_000);

  await pressOn(page, page.getByRole("button", { name: `Account, ${account.username}` }));
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeFocused();

  const photo = page.getByRole("button", { name: "Photo" });
  await pressOn(page, photo);
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
  await pressOn(page, main.getByRole("button", { name: "End curl" }));
  await expect(main.getByText("The session of curl has ended.")).toBeVisible();

  await pressOn(page, main.getByRole("button", { name: "Delete account" }));
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await page.keyboard.type("a better horse");
  await pressOn(page, dialog.getByRole("button", { name: "Delete" }));
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
});
