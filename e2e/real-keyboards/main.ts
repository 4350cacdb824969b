// Runs the tests with real keyboards: real layouts, input methods and browsers on a separate display, physical keys
// that are pressed through the X server, and no browser driver. `npm run test:all` runs all of them.
//
//   tsx e2e/real-keyboards/main.ts [--browsers chromium,firefox,webkit] [--only PART_OF_A_NAME] [--layouts de,fr(bepo)]

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import tailwindcss from "@tailwindcss/vite";
import { build } from "vite";
import { type BrowserName, browserNames, startBrowser, versionOf } from "./browsers.ts";
import { editingCases } from "./editing-cases.ts";
import { focusCases } from "./focus-cases.ts";
import { startIbus } from "./ibus.ts";
import { inputMethodCases } from "./input-method-cases.ts";
import { layoutCases, testedLayouts } from "./layout-cases.ts";
import { runFromMemory } from "./memory-run.ts";
import { servePage } from "./page-connection.ts";
import { Processes } from "./processes.ts";
import { runProduct } from "./product-run.ts";
import { ensurePrograms } from "./programs.ts";
import { type Case, TestBrowser } from "./test-browser.ts";
import { typingCases } from "./typing-cases.ts";
import { XDisplay } from "./x-display.ts";
import { startDisplay } from "./x-server.ts";

const { values } = parseArgs({
  options: {
    browsers: { type: "string", default: browserNames.join() },
    layouts: { type: "string" },
    only: { type: "string", default: "" },
  },
});
const here = fileURLToPath(new URL(".", import.meta.url));
const cache = fileURLToPath(new URL("../../.cache/", import.meta.url));
const pageWithinMs = 60_000;

const missing = await ensurePrograms();
if (missing !== null) {
  console.error(missing);
  process.exit(1);
}
const pageFolder = mkdtempSync(join(tmpdir(), "tabstop-keys-page-"));
process.on("exit", () => rmSync(pageFolder, { recursive: true, force: true }));
await build({
  root: join(here, "page"),
  configFile: false,
  logLevel: "warn",
  plugins: [tailwindcss()],
  build: { outDir: pageFolder, emptyOutDir: true, target: "es2022" },
});

for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(1));

type Outcome = { browser: BrowserName; version: string; name: string; problem: string | null; note: string };
const outcomes: Outcome[] = [];
const layouts = values.layouts === undefined ? testedLayouts : values.layouts.split(/,(?![^(]*\))/);
const isWanted = ({ name }: Case) => name.includes(values.only);
const plainCases = [...layoutCases(layouts), ...typingCases, ...editingCases, ...focusCases];

for (const name of browserNames.filter((name) => values.browsers.split(",").includes(name))) {
  await runCases(name, plainCases.filter(isWanted), false);
  await runCases(name, inputMethodCases.filter(isWanted), true);
  if ("the product".includes(values.only)) await runProductIn(name, runProduct);
  if ("the product from memory".includes(values.only)) {
    if (!process.env.DBG)
      await runProductIn(name, (processes, browser) => runFromMemory(processes, browser, false));
    await runProductIn(name, (processes, browser) => runFromMemory(processes, browser, true));
  }
}

const failed = outcomes.filter(({ problem }) => problem !== null);
mkdirSync(cache, { recursive: true });
writeFileSync(join(cache, "real-keyboards.json"), JSON.stringify(outcomes, null, 1));
console.log(`\nreal keyboards: ${outcomes.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || outcomes.length === 0 ? 1 : 0;

async function runCases(name: BrowserName, cases: readonly Case[], hasIbus: boolean): Promise<void> {
  if (cases.length === 0) return;
  const version = versionOf(name);
  console.log(`\n${name} ${version}${hasIbus ? " with ibus" : ""}`);
  const processes = new Processes();
  const page = await servePage(pageFolder);
  try {
    const display = await startDisplay(processes);
    const x = await XDisplay.open(display);
    const ibus = hasIbus ? await startIbus(processes, display) : null;
    startBrowser(processes, name, display, page.url, ibus?.env);
    await page.connected(pageWithinMs);
    const browser = new TestBrowser(name, x, display, page, ibus);
    await untilReady(browser);
    for (const one of cases) {
      if (one.browsers === undefined || one.browsers.includes(name)) await runCase(browser, version, one);
    }
    x.close();
  } finally {
    page.close();
    await processes.close();
  }
}

async function runCase(browser: TestBrowser, version: string, { name, run }: Case): Promise<void> {
  const startedAt = performance.now();
  let problem: string | null = null;
  let note = "";
  try {
    note = (await run(browser)) ?? "";
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  outcomes.push({ browser: browser.name, version, name, problem, note });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${problem === null ? "ok    " : "FAILED"} ${name} (${note}${note && ", "}${seconds} s)`);
  if (problem !== null) console.log(problem.replace(/^/gm, "       "));
}

async function runProductIn(browser: BrowserName, runIt: typeof runProduct): Promise<void> {
  const version = versionOf(browser);
  console.log(`\n${browser} ${version}, the whole product`);
  const processes = new Processes();
  try {
    for (const { name, problem } of await runIt(processes, browser)) {
      outcomes.push({ browser, version, name, problem, note: "" });
      console.log(problem === null ? `ok     ${name}` : `FAILED ${name}\n       ${problem}`);
    }
  } finally {
    await processes.close();
  }
}

/** Types until a key arrives: a window may get the focus some time after its page has loaded. */
async function untilReady(browser: TestBrowser): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      await browser.mount("ready?");
      await browser.click();
      await browser.setLayout("us");
      await browser.press([{ down: 27 }, { up: 27 }]);
      await browser.expect({ offset: 1 });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
