// The appearance and the accessibility of the screen of progress: every state with axe in both themes, in all windows,
// magnified, in forced colours, without motion, and on paper.

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import {
  expectClearControls,
  expectReadableInMedia,
  faultsInWindows,
  type Window,
} from "../support/good-look.ts";
import { newLearner } from "../support/memory.ts";
import { learnerOfOneDay, learnerWithProgress, openProgress } from "../support/progress.ts";
import type { RunningServer } from "../support/running-server.ts";
import { findFocusFaults } from "../support/screen-faults.ts";
import { expect, test } from "../support/test.ts";

/** Phones, a laptop at 200 %, both sides of the widths at which the layout changes, tablets and desktops. */
const windows: readonly Window[] = [
  [360, 740],
  [390, 844],
  [720, 450],
  [760, 800],
  [761, 800],
  [799, 800],
  [800, 1180],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
];

const refused = { status: 500, json: { error: "Something broke", code: "INTERNAL" } };

const states: readonly (readonly [
  name: string,
  open: (page: Page, server: RunningServer) => Promise<void>,
])[] = [
  [
    "a year",
    async (page, server) => {
      await learnerWithProgress(page, server);
      await openProgress(page, "?period=365");
    },
  ],
  [
    "a day of the year is chosen",
    async (page, server) => {
      await learnerWithProgress(page, server);
      await openProgress(page);
      await page.getByRole("slider", { name: "Day", exact: true }).focus();
      await page.keyboard.press("Home");
    },
  ],
  [
    "the first day",
    async (page, server) => {
      await learnerOfOneDay(page, server);
      await openProgress(page);
    },
  ],
  [
    "nothing yet",
    async (page, server) => {
      await newLearner(page, server);
      await openProgress(page);
    },
  ],
  [
    "both requests failed",
    async (page, server) => {
      await learnerOfOneDay(page, server);
      await page.route(/\/api\/(progress|review)\?/, (route) => route.fulfill(refused));
      await page.goto("/progress");
      await expect(page.getByRole("alert")).toHaveCount(2);
    },
  ],
  [
    "loading",
    async (page, server) => {
      await learnerOfOneDay(page, server);
      await page.route(/\/api\/(progress|review)\?/, () => {});
      await page.goto("/progress");
      await expect(page.locator(".skel").first()).toBeVisible();
    },
  ],
];

for (const [name, open] of states)
  test(`progress, ${name}: axe finds no violation, everything fits, and it can be read in any medium`, async ({
    page,
    server,
    faults,
  }) => {
    test.slow();
    faults.expectFault(/status of 500/);
    await open(page, server);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectAccessible(page, `${name} at ${width} px`);
    }
    expect(await faultsInWindows(page, windows, findScaledPictures)).toEqual([]);

    await page.emulateMedia({ reducedMotion: "reduce" });
    // Nothing moves: no picture draws itself, and what is to come does not pulse.
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expectClearControls(page);
    expect((await findFocusFaults(page, { presses: 20 })).faults).toEqual([]);
    await expectReadableInMedia(page);
  });

/** No picture is wider than its part, and none is scaled: its letters have their size. */
async function findScaledPictures(page: Page): Promise<{ readonly faults: readonly string[] }> {
  const scaled = await page.evaluate(() =>
    [...document.querySelectorAll("main svg.chart")]
      .filter((svg) => {
        const { width: drawn } = svg.getBoundingClientRect();
        const wanted = Number(svg.getAttribute("viewBox")?.split(" ")[2]);
        return Math.abs(drawn - wanted) > 1;
      })
      .map((svg) => svg.getAttribute("aria-label") ?? svg.getAttribute("class") ?? ""),
  );
  return { faults: scaled.map((fault) => `scaled: ${fault}`) };
}
