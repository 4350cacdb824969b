// The way of a newcomer, from the landing page to the third finished example, with the keyboard alone. Each step is one
// press whose words are on one line in the window.

import type { Locator, Page } from "@playwright/test";
import { apiClientOf } from "./support/courses.ts";
import { homeOf } from "./support/home.ts";
import { expect, test } from "./support/test.ts";
import { freshName, typeKeys } from "./support/typing.ts";

/** What a newcomer has to read before the next press. */
async function expectOneLine(words: Locator): Promise<void> {
  await expect(words).toBeInViewport({ ratio: 1 });
  const lines = await words.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const tops = [...range.getClientRects()].filter(({ width }) => width > 1);
    const middles = tops.map(({ top, bottom }) => (top + bottom) / 2);
    return Math.max(...middles) - Math.min(...middles) < 12 ? 1 : 2;
  });
  expect(lines, (await words.textContent()) ?? "").toBe(1);
}

/** Types the example that has the focus, from the page's own text, and returns its title. */
async function typeExample(page: Page): Promise<string> {
  const field = page.locator("textarea:focus");
  await expect(field).toHaveAccessibleName(/^Type this example: /);
  const title = ((await field.getAttribute("aria-label")) ?? "").replace("Type this example: ", "");
  await typeKeys(page, (await field.locator("xpath=following-sibling::pre").textContent()) ?? "");
  return title;
}

test("a newcomer comes from the landing page to the third finished example by keyboard @phone", async ({
  page,
  server,
  isMobile,
}) => {
  await page.goto("/");
  await expectOneLine(page.getByText("Your turn: type the first line."));
  const field = page.getByRole("textbox", { name: "Template literals, type this code" });
  await expect(field).toBeAttached();
  await field.focus();
  await typeKeys(page, (await field.locator("xpath=following-sibling::pre").textContent()) ?? "");

  const keep = page.getByRole("link", { name: "Keep this time: Register" });
  await expectOneLine(keep);
  await keep.focus();
  await page.keyboard.press("Enter");
  // On a phone the focus would bring up the keyboard, which hides the form.
  if (isMobile) {
    await expect(page.getByRole("heading", { level: 1, name: "Register" })).toBeFocused();
    await page.keyboard.press("Tab");
  }
  await expect(page.getByLabel("Username")).toBeFocused();
  const username = freshName("newcomer");
  for (const text of [username, `${username}@example.com`]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/courses/);
  const goOn = page.getByRole("main").getByRole("link", { name: /^Continue, / });
  await expectOneLine(goOn);
  // A press right after the registration is not meant for the home.
  await page.waitForTimeout(500);
  await page.keyboard.press("Enter");
  const first = await typeExample(page);

  const next = page.getByRole("button", { name: "Next Example", exact: true });
  await expectOneLine(next);
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const second = await typeExample(page);
  expect(second).not.toBe(first);
  await expectOneLine(next);

  const client = await apiClientOf(page, server);
  await expect
    .poll(async () => (await homeOf(client)).runs.map(({ example }) => example))
    .toEqual([second, first, "Template literals"]);
});
