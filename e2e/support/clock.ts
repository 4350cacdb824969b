// What a page says for a moment only, read while its clock stands: on a busy machine the moment would be over first.

import type { Page } from "@playwright/test";

/** From here on time passes on the page only when the test says so. Ten seconds pass at once. */
export async function stopClock(page: Page): Promise<void> {
  // The page's clock may differ from the machine's, and goes on until it stands.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/** Lets so much time pass at once; then the clock goes on by itself. */
export async function advanceClock(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.clock.resume();
}

/** While this goes on, what itself needs timers (such as axe) gets a millisecond now and then of a clock that stands. */
export async function whileClockTicks(page: Page, work: Promise<void>): Promise<void> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  // It is awaited at the end, and may go wrong before.
  end.catch(() => {});
  while (!isOver) {
    // The clock is that of all pages, and axe opens and closes one of its own: what is told of that one is no matter.
    await page.clock.runFor(1).catch(() => {});
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  await end;
}
