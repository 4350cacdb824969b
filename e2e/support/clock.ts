// Stops a page's clock, so that a test can read what the page shows for a short time only. On a busy machine that time
// could pass before the test looks.

import type { Page } from "@playwright/test";

/** From now on, time passes on the page only when the test advances it. The clock jumps ten seconds ahead first. */
export async function stopClock(page: Page): Promise<void> {
  // The page's clock may differ from the machine's, and it keeps running until the pause.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/** Advances the stopped clock by this many milliseconds, then lets it run again. */
export async function advanceClock(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.clock.resume();
}

/** Advances a stopped clock by a millisecond at a time until the work ends. Work such as axe needs timers itself. */
export async function whileClockTicks(page: Page, work: Promise<void>): Promise<void> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  // It is awaited only at the end; without this, an earlier rejection would be unhandled.
  end.catch(() => {});
  while (!isOver) {
    // The clock belongs to all pages. Axe opens and closes a page of its own, and an error about that page does not
    // matter.
    await page.clock.runFor(1).catch(() => {});
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  await end;
}
