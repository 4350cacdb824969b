// Moves the focus as a user with a keyboard does.

import type { Locator, Page } from "@playwright/test";

/** Presses Tab until the target has the focus. Throws after 60 presses. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new RangeError(`${String(target)} has no focus after 60 presses of Tab`);
}
