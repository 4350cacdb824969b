// The appearance of a state of a screen: with axe in both themes, in all windows, magnified, in forced colours, without
// motion, and on paper.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { findBrokenWords, findCoveredControls, findUnmeantOverflow } from "./layout-faults.ts";
import {
  findFaintControls,
  findFaintTexts,
  findInvisibleControls,
  findOverflow,
  findSmallControls,
} from "./screen-faults.ts";
import { expect } from "./test.ts";

export type Window = readonly [width: number, height: number];
type Find = (page: Page) => Promise<{ readonly faults: readonly string[] }>;
/** A phone, a laptop at 200 %, a tablet and a laptop. */
const usual: readonly Window[] = [
  [360, 740],
  [720, 450],
  [768, 1024],
  [1366, 768],
];
/** The sizes between and beyond them. */
const others: readonly Window[] = [
  [390, 844],
  [800, 1180],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
];
const windows = process.env.TABSTOP_E2E === "all" ? [...usual, ...others] : usual;

/** The faults in these windows, each with the windows that have it. `more` finds others than the usual ones. */
export async function faultsInWindows(
  page: Page,
  windows: readonly Window[],
  ...more: readonly Find[]
): Promise<readonly string[]> {
  const where = new Map<string, string[]>();
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    // Some elements measure themselves and follow the window in the next frame.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    for (const find of [
      findUnmeantOverflow,
      findOverflow,
      findCoveredControls,
      findBrokenWords,
      findSmallControls,
      ...more,
    ]) {
      const { faults } = await find(page);
      for (const fault of faults) where.set(fault, [...(where.get(fault) ?? []), `${width} × ${height}`]);
    }
  }
  return [...where].map(([fault, sizes]) => `${fault} (${sizes.join(", ")})`);
}

/** Fails when axe finds a violation, something does not fit, or something cannot be read in some medium. */
export async function expectGoodLook(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  expect(await faultsInWindows(page, windows)).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectClearControls(page);
  await expectReadableInMedia(page);
}

/** Under the pointer and with the focus, in both themes; the light one stays. */
export async function expectClearControls(page: Page): Promise<void> {
  for (const theme of ["tabstop-dark", "tabstop"]) {
    await page.evaluate((id) => {
      document.documentElement.dataset.theme = id;
    }, theme);
    for (const state of ["hover", "focus"] as const)
      expect((await findFaintControls(page, state)).faults, `${theme}, ${state}`).toEqual([]);
  }
}

/** In forced colours and on paper, which stays. */
export async function expectReadableInMedia(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  expect((await findInvisibleControls(page)).faults, "forced colours").toEqual([]);
  await page.emulateMedia({ forcedColors: "none", media: "print" });
  await page.setViewportSize({ width: 718, height: 1000 });
  expect((await findFaintTexts(page)).faults, "on paper").toEqual([]);
  expect((await findOverflow(page)).faults, "on paper").toEqual([]);
}
