// The appearance and the accessibility of the screen of progress: every state with axe in both themes, in all windows,
// magnified, in forced colours, without motion, and on paper.

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { findBrokenWords, findCoveredControls, findUnmeantOverflow } from "../support/layout-faults.ts";
import { newLearner } from "../support/memory.ts";
import { learnerOfOneDay, learnerWithProgress, openProgress } from "../support/progress.ts";
import type { RunningServer } from "../support/running-server.ts";
import {
  findFaintControls,
  findFaintTexts,
  findFocusFaults,
  findInvisibleControls,
  findOverflow,
  findSmallControls,
} from "../support/screen-faults.ts";
import { expect, test } from "../support/test.ts";

/** Phones, a laptop at 200 %, both sides of the widths at which the layout changes, tablets and desktops. */
const windows = [
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
] as const;

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
    expect(await faultsInAllWindows(page)).toEqual([]);

    await page.emulateMedia({ reducedMotion: "reduce" });
    // Nothing moves: no picture draws itself, and what is to come does not pulse.
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    for (const theme of ["tabstop-dark", "tabstop"]) {
      await page.evaluate((id) => {
        document.documentElement.dataset.theme = id;
      }, theme);
      for (const state of ["hover", "focus"] as const)
        expect((await findFaintControls(page, state)).faults, `${theme}, ${state}`).toEqual([]);
    }
    expect((await findFocusFaults(page, { presses: 20 })).faults).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    expect((await findInvisibleControls(page)).faults, "forced colours").toEqual([]);
    await page.emulateMedia({ forcedColors: "none", media: "print" });
    await page.setViewportSize({ width: 718, height: 1000 });
    expect((await findFaintTexts(page)).faults, "on paper").toEqual([]);
    expect((await findOverflow(page)).faults, "on paper").toEqual([]);
  });

/** The faults in all windows, each with the windows that have it. */
async function faultsInAllWindows(page: Page): Promise<readonly string[]> {
  const where = new Map<string, string[]>();
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    // Pictures measure themselves and follow the window in the next frame.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const finds = [
      findUnmeantOverflow,
      findOverflow,
      findCoveredControls,
      findBrokenWords,
      findSmallControls,
    ];
    for (const find of finds) {
      const { faults } = await find(page);
      for (const fault of faults) where.set(fault, [...(where.get(fault) ?? []), `${width} × ${height}`]);
    }
    // No picture is wider than its part, and none is scaled: its letters have their size.
    const scaled = await page.evaluate(() =>
      [...document.querySelectorAll("main svg.chart")]
        .filter((svg) => {
          const { width: drawn } = svg.getBoundingClientRect();
          const wanted = Number(svg.getAttribute("viewBox")?.split(" ")[2]);
          return Math.abs(drawn - wanted) > 1;
        })
        .map((svg) => svg.getAttribute("aria-label") ?? svg.getAttribute("class") ?? ""),
    );
    for (const fault of scaled)
      where.set(`scaled: ${fault}`, [...(where.get(`scaled: ${fault}`) ?? []), `${width} × ${height}`]);
  }
  return [...where].map(([fault, sizes]) => `${fault} (${sizes.join(", ")})`);
}
