// Finds a Chromium for the browser tests, or installs one: as root on Debian with apt, otherwise Playwright's own.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { findProgram, install, mayInstall } from "./debian-package.mjs";
import { root } from "../install.mjs";
import { run } from "../process.mjs";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const fixedPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** @returns {string | null} the path of an installed browser, or null */
function findBrowser() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const found = findProgram(names);
  if (found) return found;
  for (const place of fixedPlaces) if (existsSync(place)) return place;
  const own = playwrightChromium();
  return existsSync(own) ? own : null;
}

/** The path of a browser. Exits the process with one sentence if no browser is found and none can be installed. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (mayInstall()) {
    await install("chromium");
  } else {
    console.log("No Chromium found: installing Playwright's …");
    await run(process.execPath, [join(root, "node_modules/@playwright/test/cli.js"), "install", "chromium"]);
  }
  const installed = findBrowser();
  if (installed) return installed;
  console.error(
    "The browser tests need Chromium: install it (Debian and Ubuntu: `sudo apt-get install chromium`) or set CHROME_PATH to one.",
  );
  process.exit(1);
}

function playwrightChromium() {
  const require = createRequire(import.meta.url);
  return require("playwright-core").chromium.executablePath();
}
