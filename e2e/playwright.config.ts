// Tests the built product in a real Chromium, in a desktop window and, for tests with `@phone`, in a phone's. With
// TABSTOP_E2E=all the tests with `@phone` run at three other widths instead, and those of the layout in more windows.

import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { quietArguments } from "../scripts/quiet-chromium.mjs";
import type { ThemeOption } from "./support/test.ts";

const chromium = process.env.CHROME_PATH;
if (!chromium)
  throw new Error("CHROME_PATH is not set: run the browser tests by `npm test`, which finds a Chromium");

const launchOptions = {
  executablePath: chromium,
  chromiumSandbox: false,
  args: quietArguments,
};

type Projects = NonNullable<PlaywrightTestConfig<ThemeOption>["projects"]>;

const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const usual: Projects = [
  { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
  { name: "phone", grep: /@phone/, use: { viewport: { width: 390, height: 844 }, ...phone } },
];
/** Tests that run at phone width also pass at every other width. */
const others: Projects = [
  { name: "wide", use: { viewport: { width: 1920, height: 1080 }, theme: "tabstop" } },
  { name: "tablet", use: { viewport: { width: 820, height: 1180 }, theme: "tabstop-dark" } },
  { name: "small-phone", use: { viewport: { width: 360, height: 740 }, theme: "tabstop", ...phone } },
].map((project) => ({ ...project, grep: /@phone/ }) as Projects[number]);
/** It has more windows then. */
const layout: Projects[number] = { ...(usual[0] as Projects[number]), testMatch: "layout.spec.ts" };

export default defineConfig<ThemeOption>({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../.cache/browser-results",
  // There may be only two cores, and both may be busy.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  forbidOnly: true,
  // A slow moment of a shared machine must not fail a build. The report names the tests that passed only at a retry.
  retries: process.env.CI ? 2 : 0,
  reporter: [["list"], ["json"]],
  use: {
    launchOptions,
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
    serviceWorkers: "block",
  },
  projects: process.env.TABSTOP_E2E === "all" ? [...others, layout] : usual,
});
