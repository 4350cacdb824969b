// Types as a person does: with real key events, one after the other.

import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Waits until the example with this title has the focus, and returns its text. */
export async function waitForCode(page: Page, title: string): Promise<string> {
  const field = page.getByRole("textbox", { name: `Type this example: ${title}`, exact: true });
  await expect(field).toBeFocused();
  // The text for screen readers is exactly that of the example.
  return (await field.locator("xpath=following-sibling::pre").textContent()) ?? "";
}

/** Waits until the page has what the result of a run needs, which it loads in an idle moment: then it may be offline. */
export async function waitForResultParts(page: Page): Promise<void> {
  const file = await page.waitForFunction(
    () =>
      performance.getEntriesByType("resource").find(({ name }) => /\/copy-result-[^/]+\.js$/.test(name))
        ?.name,
  );
  // The browser has a module once; the promise waits for the modules that it imports.
  await page.evaluate((url) => import(url as string), await file.jsonValue());
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
      ({ sheet }) => sheet !== null,
    ),
  );
}

/** So long at least a key takes: a time below 2 ms for each character is none. */
const msPerKey = 3;

/** Presses a key for each character of a text: Enter for a newline, Tab for a tab. */
export async function typeKeys(page: Page, text: string): Promise<void> {
  const startedAt = performance.now();
  for (const [i, character] of [...text].entries()) {
    const early = startedAt + i * msPerKey - performance.now();
    if (early > 0) await setTimeout(early);
    if (character === "\n") await page.keyboard.press("Enter");
    else if (character === "\t") await page.keyboard.press("Tab");
    else await page.keyboard.press(keyOf(character));
  }
}

/**
 * Presses the keys of a text, and waits after the first one until the server has signed the start of the run: only then
 * is its time checked.
 */
export async function typeAfterStart(page: Page, text: string): Promise<void> {
  const start = page.waitForResponse("**/api/courses/attempts");
  await typeKeys(page, text.slice(0, 1));
  await start;
  await typeKeys(page, text.slice(1));
}

/** Inserts a text in two events, as dictation does. It takes more than 2 ms a character, so that the run sets a time. */
export async function insertCode(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text.slice(0, 1));
  await page.waitForTimeout(2 * text.length + 50);
  await page.keyboard.insertText(text.slice(1));
}

// Playwright takes "+" for a combination only between two names, so "+" alone is fine. Characters that no US key has
// arrive as text, as from an on-screen keyboard.
function keyOf(character: string): string {
  return character === " " ? "Space" : character;
}

let counter = 0;

/** A user name that no other test of this run uses. */
export function freshName(prefix = "mira"): string {
  counter += 1;
  return `${prefix}${process.pid}x${counter}`;
}

/** Registers with the form, which opens the courses. */
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

/** A newcomer's home: presses the first course that it offers. */
export async function openFirstCourse(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("list").getByRole("link").first().click();
}
