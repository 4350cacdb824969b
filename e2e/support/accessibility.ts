// Checks a page with axe in both themes.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/**
 * Fails when axe finds a violation on the page as it is now. All rules run in the light theme; the dark theme repeats
 * only the rules whose results a theme can change.
 * @param what the state of the page, for the message
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const theme of ["tabstop-dark", "tabstop"]) {
    await page.evaluate((id) => {
      document.documentElement.dataset.theme = id;
    }, theme);
    // Colours change and dialogs appear in short motions; axe must not measure them half-way.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .flatMap((each) =>
            each.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY ? [] : [each.finished],
          ),
      ),
    );
    const axe = new AxeBuilder({ page });
    const { violations } = await (theme === "tabstop" ? axe.withRules("color-contrast") : axe).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect(found, `${what} in ${theme}`).toEqual([]);
  }
  await page.evaluate((id) => {
    document.documentElement.dataset.theme = id;
  }, before);
}
