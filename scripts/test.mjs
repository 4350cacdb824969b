// `npm test` runs every check of the first tier, one after the other; `npm run test:all` also runs those of the second.
// `node scripts/test.mjs --only lint,unit` runs some of them. All steps run even if one fails; a summary follows.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";
import { run } from "./process.mjs";

const all = process.argv.includes("--all");
const only = process.argv.includes("--only")
  ? process.argv[process.argv.indexOf("--only") + 1]?.split(",")
  : null;

await ensureInstalled("all");
// These modules import packages, which are installed only now.
const { ensureBuilt } = await import("./build.mjs");
const { ensureBrowser } = await import("./programs/browser.mjs");
const { currentNode } = await import("./current-node.mjs");
const { failuresOfPlaywright, failuresOfVitest } = await import("./failures.mjs");

const cache = join(root, ".cache");
mkdirSync(cache, { recursive: true });
const node = process.execPath;
/** @param {string} path */
const inModules = (path) => join(root, "node_modules", path);

/** @type {{ passed: number, failed: number }} */
const count = { passed: 0, failed: 0 };
/**
 * Tests that failed or passed only on a retry. They are printed at the end, since a long log may be cut at its
 * beginning.
 */
/** @type {string[]} */
const failures = [];

const withoutFaults = ["--project", "!faults"];

/** @type {{ name: string, tier: 1 | 2, run: () => Promise<boolean> }[]} */
const steps = [
  { name: "lock", tier: 1, run: () => tool(["scripts/check-lock.mjs"]) },
  { name: "types", tier: 1, run: () => tool([inModules("typescript/bin/tsc"), "-b"]) },
  { name: "format", tier: 1, run: () => tool([inModules("@biomejs/biome/bin/biome"), "format", "."]) },
  { name: "lint", tier: 1, run: () => tool(["scripts/lint.mjs"]) },
  { name: "borders", tier: 1, run: () => tool(["scripts/check-borders.mjs"]) },
  { name: "named-tests", tier: 1, run: () => tool(["scripts/check-named-tests.mjs"]) },
  { name: "sizes", tier: 1, run: () => tool(["scripts/check-sizes.mjs"]) },
  { name: "english", tier: 1, run: () => tool(["scripts/check-english.mjs"]) },
  { name: "dead-code", tier: 1, run: () => tool([inModules("knip/bin/knip.js"), "--no-progress"]) },
  { name: "build", tier: 1, run: () => ensureBuilt().then(() => true) },
  { name: "unit", tier: 1, run: () => unit({ node, label: "unit", args: withoutFaults }) },
  // The short forms: `npm run test:faults` runs the long ones.
  { name: "faults", tier: 1, run: () => unit({ node, label: "faults", args: ["--project", "faults"] }) },
  { name: "browser", tier: 1, run: () => browser({}) },
  // Other cases, another Node and other time zones share runs: separate runs for each would show no more.
  {
    name: "other-cases",
    tier: 2,
    run: () => {
      const seed = String(Math.floor(Math.random() * 2 ** 31));
      console.log(`PROPERTY_SEED=${seed}`);
      return unit({
        node,
        label: "other-cases",
        env: { PROPERTY_SEED: seed, TZ: "Pacific/Apia" },
        args: withoutFaults,
      });
    },
  },
  {
    name: "current-node",
    tier: 2,
    run: async () =>
      unit({
        node: await currentNode(),
        label: "current-node",
        env: { TZ: "America/New_York" },
        args: withoutFaults,
      }),
  },
  {
    name: "half-hour-zone",
    tier: 2,
    run: () =>
      unit({
        node,
        label: "half-hour-zone",
        env: { TZ: "Asia/Kolkata" },
        args: ["engine", "contract", "web"].flatMap((room) => ["--project", room]),
      }),
  },
  {
    name: "random-requests",
    tier: 2,
    run: () =>
      unit({
        node,
        label: "random",
        env: { RANDOM_REQUESTS: "1000" },
        args: ["--project", "server", "random-requests"],
      }),
  },
  {
    name: "timing",
    tier: 2,
    run: () =>
      unit({ node, label: "timing", env: { TIMING_PAIRS: "200" }, args: ["--project", "server", "timing"] }),
  },
  { name: "browser-all", tier: 2, run: () => browser({ TABSTOP_E2E: "all" }) },
  // Real layouts, input methods and browsers. It installs Debian's packages for them, or lists what to install.
  {
    name: "real-keyboards",
    tier: 2,
    run: () => tool([inModules("tsx/dist/cli.mjs"), "e2e/real-keyboards/main.ts"]),
  },
  {
    name: "lighthouse",
    tier: 2,
    run: async () => {
      await ensureBuilt();
      return (await import("./lighthouse.mjs")).checkLighthouse();
    },
  },
  { name: "catalogue", tier: 2, run: () => tool([inModules("tsx/dist/cli.mjs"), "catalogue/check/main.ts"]) },
  {
    name: "catalogue-self-test",
    tier: 2,
    run: () => tool([inModules("tsx/dist/cli.mjs"), "catalogue/check/test/self-test.ts"]),
  },
];

/** @type {{ name: string, ok: boolean, seconds: number }[]} */
const results = [];
for (const step of steps) {
  if (only ? !only.includes(step.name) : step.tier === 2 && !all) continue;
  console.log(`\n── ${step.name} ${"─".repeat(Math.max(0, 70 - step.name.length))}`);
  const startedAt = performance.now();
  const ok = await step.run();
  results.push({ name: step.name, ok, seconds: (performance.now() - startedAt) / 1000 });
}
if (results.length === 0)
  throw new RangeError(`No step is named ${only?.join()}: known are ${steps.map((step) => step.name)}`);

console.log("");
for (const { name, ok, seconds } of results) {
  console.log(`${ok ? "ok    " : "FAILED"} ${name.padEnd(20)} ${seconds.toFixed(1)} s`);
}
for (const failure of failures) console.log(`\n${failure}`);
const stepsFailed = results.filter((result) => !result.ok).length;
console.log(`\n${count.passed} passed, ${Math.max(count.failed, stepsFailed)} failed`);
process.exitCode = stepsFailed === 0 ? 0 : 1;

/** @param {string[]} args */
async function tool(args) {
  return (await run(node, args, { cwd: root })) === 0;
}

/** @param {{ node: string, label: string, env?: Record<string, string>, args?: string[] }} options */
async function unit({ node, label, env = {}, args = [] }) {
  const file = join(cache, `${label}.json`);
  rmSync(file, { force: true });
  const code = await run(
    node,
    [
      inModules("vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...args,
    ],
    { cwd: root, env: { ...process.env, ...env } },
  );
  if (!existsSync(file)) return false;
  const report = JSON.parse(readFileSync(file, "utf8"));
  count.passed += report.numPassedTests;
  count.failed += report.numFailedTests;
  failures.push(...failuresOfVitest(label, report));
  // A run without tests, or with a skipped test, shows nothing.
  if (report.numPassedTests === 0 || report.numPendingTests > 0 || report.numTodoTests > 0) {
    console.error(
      `${label}: ${report.numPassedTests} passed, ${report.numPendingTests} skipped: nothing may be skipped`,
    );
    return false;
  }
  return code === 0;
}

/** @param {Record<string, string>} env */
async function browser(env) {
  await ensureBuilt();
  const file = join(cache, "browser.json");
  rmSync(file, { force: true });
  const code = await run(
    node,
    [inModules("@playwright/test/cli.js"), "test", "--config", "e2e/playwright.config.ts"],
    {
      cwd: root,
      env: { ...process.env, CHROME_PATH: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env },
    },
  );
  if (!existsSync(file)) return false;
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { stats } = report;
  failures.push(...failuresOfPlaywright(report));
  count.passed += stats.expected + stats.flaky;
  count.failed += stats.unexpected;
  if (stats.expected === 0) console.error("browser: no test ran");
  return code === 0 && stats.expected > 0;
}
