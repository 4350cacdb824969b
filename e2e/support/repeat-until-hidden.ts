// Presses on a result, which ignores all input in its first moments.

import type { Locator } from "@playwright/test";
import { expect } from "./test.ts";

/** Repeats an action until the target, which has to appear, is hidden. A key pressed after that would be typed into the code. */
export async function repeatUntilHidden(target: Locator, act: () => Promise<unknown>): Promise<void> {
  await expect(target).toBeVisible();
  await expect(async () => {
    // On a slow page the previous press may have taken effect only now.
    if (await target.isVisible()) await act();
    await expect(target).toBeHidden({ timeout: 300 });
  }).toPass();
}
