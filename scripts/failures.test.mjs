// The summary of failures, from reports that the real tools write about planted files.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { failuresOfPlaywright, failuresOfVitest } from "./failures.mjs";
import { root } from "./install.mjs";

// Each test starts a whole tool, possibly on a busy machine.
const minutes = 3 * 60_000;
/** @type {string[]} */
const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/**
 * Runs a tool in a temporary folder inside this project, so that it finds the packages.
 * @param {string} tool
 * @param {string[]} args
 * @param {Record<string, string>} files
 * @param {NodeJS.ProcessEnv} env
 */
function report(tool, args, files, env = {}) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "planted-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST)/.test(name));
  spawnSync(process.execPath, [join(root, "node_modules", tool), ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...env },
  });
  return JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
}

test("a Vitest test that failed, passed only on a retry or cannot be loaded is reported by file, name and message", {
  timeout: minutes,
}, () => {
  const written = report(
    "vitest/vitest.mjs",
    ["run", "--root", ".", "--reporter=json", "--outputFile=report.json"],
    {
      "vitest.config.mjs": "export default { test: { retry: 1 } };",
      "sums.test.mjs": `
        import { describe, expect, test } from "vitest";
        describe("sums", () => {
          test("hold", () => expect(1 + 1).toBe(2));
          test("do not hold", () => expect(1 + 1).toBe(3));
          let tries = 0;
          test("hold at last", () => expect(1 + ++tries).toBe(3));
        });`,
      "torn.test.mjs": 'throw new Error("torn in two");',
    },
  );
  const failures = failuresOfVitest("unit", written);
  expect(failures).toHaveLength(3);
  const [sums, torn, flaky] = failures.toSorted();
  expect(sums).toMatch(
    /^unit FAILED: .*sums\.test\.mjs › sums do not hold\n {4}AssertionError: expected 2 to be 3/,
  );
  expect(torn).toMatch(/^unit FAILED: .*torn\.test\.mjs\n {4}torn in two/);
  expect(flaky).toMatch(/^unit passed only when tried again: .*sums\.test\.mjs › sums hold at last\n/);
});

test("a browser test that failed, or passed only on a retry, is reported with its project and message", {
  timeout: minutes,
}, () => {
  const written = report(
    "@playwright/test/cli.js",
    ["test"],
    {
      "playwright.config.mjs": `export default {
        retries: 1, reporter: [["json"]], projects: [{ name: "desktop" }],
      };`,
      "sums.spec.mjs": `
        import { expect, test } from "@playwright/test";
        test("hold", () => expect(1 + 1).toBe(2));
        test("hold at last", ({}, { retry }) => expect(1 + retry).toBe(2));
        test.describe("deep inside", () => {
          test("do not hold", () => expect(1 + 1).toBe(3));
        });`,
    },
    { PLAYWRIGHT_JSON_OUTPUT_FILE: "report.json" },
  );
  const failures = failuresOfPlaywright(written);
  expect(failures).toHaveLength(2);
  const [failed, flaky] = failures.toSorted();
  expect(failed).toMatch(
    /^browser FAILED: \[desktop\] sums\.spec\.mjs:6 › do not hold\n {4}Error: expect\(received\)\.toBe/,
  );
  expect(failed).toContain("Expected: 3");
  expect(flaky).toMatch(
    /^browser passed only when tried again: \[desktop\] sums\.spec\.mjs:4 › hold at last\n/,
  );
});
