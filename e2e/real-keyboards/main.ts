/**
 * Real keyboards: real layouts, input methods and browsers on a display of their own, physical keys pressed through
 * the X server, no browser driver. `tsx e2e/real-keyboards/main.ts [--browsers chromium,firefox,webkit]
 * [--only PART_OF_A_NAME] [--layouts de,fr(bepo)]`; `npm run test:all` runs all of it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import tailwindcss from "@tailwindcss/vite";
import { build } from "vite";
import { Bench, type Case } from "./bench.ts";
import { type BrowserName, browserNames, startBrowser, versionOf } from "./browsers.ts";
import { startIbus } from "./ibus.ts";
import { inputMethodCases } from "./input-method-cases.ts";
import { testedLayouts, layoutCases } from "./layout-cases.ts";
import { openLink } from "./link.ts";
import { ensurePrograms, startDisplay, Workshop } from "./machine.ts";
import { runProduct } from "./product-run.ts";
import { typingCases } from "./typing-cases.ts";
import { XDisplay } from "./x-display.ts";

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

const problem = await ensurePrograms();
if (problem !== null) {
  console.error(problem);
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

for (const browser of browserNames.filter((name) => values.browsers.split(",").includes(name))) {
  await tryIn(browser, [...layoutCases(layouts), ...typingCases].filter(isWanted), false);
  await tryIn(browser, inputMethodCases.filter(isWanted), true);
  if ("the product".includes(values.only)) await tryProduct(browser);
}

const failed = outcomes.filter(({ problem: found }) => found !== null);
mkdirSync(cache, { recursive: true });
writeFileSync(join(cache, "real-keyboards.json"), JSON.stringify(outcomes, null, 1));
console.log(`\nreal keyboards: ${outcomes.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || outcomes.length === 0 ? 1 : 0;

async function tryIn(browser: BrowserName, cases: readonly Case[], hasIbus: boolean): Promise<void> {
  if (cases.length === 0) return;
  const version = versionOf(browser);
  console.log(`\n${browser} ${version}${hasIbus ? " with ibus" : ""}`);
  const workshop = new Workshop();
  const link = await openLink(pageFolder);
  try {
    const display = await startDisplay(workshop);
    const x = await XDisplay.open(display);
    const ibus = hasIbus ? await startIbus(workshop, display) : null;
    startBrowser(workshop, browser, display, link.url, ibus?.env);
    await link.connected(pageWithinMs);
    const bench = new Bench(browser, x, display, link, ibus);
    await ready(bench);
    for (const one of cases) {
      if (one.browsers !== undefined && !one.browsers.includes(browser)) continue;
      const begun = performance.now();
      let found: string | null = null;
      let note = "";
      try {
        note = (await one.run(bench)) ?? "";
      } catch (error) {
        found = error instanceof Error ? error.message : String(error);
      }
      outcomes.push({ browser, version, name: one.name, problem: found, note });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${found === null ? "ok    " : "FAILED"} ${one.name} (${note}${note && ", "}${seconds} s)`);
      if (found !== null) console.log(found.replace(/^/gm, "       "));
    }
    x.close();
  } finally {
    link.close();
    await workshop.close();
  }
}

async function tryProduct(browser: BrowserName): Promise<void> {
  const version = versionOf(browser);
  console.log(`\n${browser} ${version}, the whole product`);
  const workshop = new Workshop();
  try {
    for (const { name, problem: found } of await runProduct(workshop, browser)) {
      outcomes.push({ browser, version, name, problem: found, note: "" });
      console.log(
        `${found === null ? "ok    " : "FAILED"} ${name}${found === null ? "" : `\n       ${found}`}`,
      );
    }
  } finally {
    await workshop.close();
  }
}

/** A window may take the keyboard some time after its page is there. */
async function ready(bench: Bench): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      await bench.mount("ready?");
      await bench.click();
      await bench.layout("us");
      await bench.press([{ down: 27 }, { up: 27 }]);
      await bench.expect({ offset: 1 });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
