// The whole product in a real Chromium, against the built server: every flow once at desktop and once at phone width.
// TABSTOP_E2E=all adds the other widths and the light theme everywhere.

import { defineConfig } from "@playwright/test";

const chromium = process.env.CHROME_PATH;
if (!chromium)
  throw new Error("CHROME_PATH is not set: run the browser tests by `npm test`, which finds a Chromium");

const launchOptions = {
  executablePath: chromium,
  chromiumSandbox: false,
  // Quiet: a test browser has nobody to ask and nothing to fetch but the server under test.
  args: [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--no-default-browser-check",
    "--disable-domain-reliability",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
  ],
};

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../.cache/browser-results",
  // Two busy cores may be all there is.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"], ["json"]],
  use: {
    launchOptions,
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
    serviceWorkers: "block",
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
