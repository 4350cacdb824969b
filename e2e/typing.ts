// Typing as a person does: real key events, one after the other.

import type { Page } from "@playwright/test";
import { expect } from "./support/test.ts";

/** The field of the example with this title has the keyboard. */
export async function waitForCode(page: Page, title: string): Promise<string> {
  const field = page.getByRole("textbox", { name: `Type this example: ${title}`, exact: true });
  await expect(field).toBeFocused();
  // What a screen reader reads beside it is the example's exact text.
  return (await field.locator("xpath=following-sibling::pre").textContent()) ?? "";
}

/** Presses every key of a text: letters by the keyboard, Enter at line ends, Tab where the code has one. */
export async function typeKeys(page: Page, text: string): Promise<void> {
  for (const character of text) {
    if (character === "\n") await page.keyboard.press("Enter");
    else if (character === "\t") await page.keyboard.press("Tab");
    else await page.keyboard.press(keyOf(character));
  }
}

// "+" alone would be read as a combination by Playwright only when it joins names; a single one is fine. Characters
// that are on no US key arrive as text, as from an on-screen keyboard.
function keyOf(character: string): string {
  return character === " " ? "Space" : character;
}

let counter = 0;

/** A name that no other test of this run has. */
export function freshName(prefix = "mira"): string {
  counter += 1;
  return `${prefix}${process.pid}x${counter}`;
}

/** Registers by the form and comes to the courses. */
export async function register(
  page: Page,
  username = freshName(),
): Promise<{ username: string; email: string; password: string }> {
  const account = { username, email: `${username}@example.com`, password: "correct horse" };
  await page.goto("/register");
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Confirm password").fill(account.password);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/courses/);
  return account;
}
