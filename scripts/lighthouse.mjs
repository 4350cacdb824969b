// Runs Lighthouse on a simulated phone on every public page and requires 100 for accessibility, best practices and SEO.
// Speed is not checked: that score depends on the machine and its load.
//
// `node scripts/lighthouse.mjs` builds, starts the built server on a temporary folder, and prints every audit that
// costs points.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { ensureBrowser } from "./programs/browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { root } from "./install.mjs";
import { quietArguments } from "./quiet-chromium.mjs";

const pages = ["/", "/login", "/register", "/forgot-password"];
const categories = ["accessibility", "best-practices", "seo"];

/** @returns {Promise<boolean>} */
export async function checkLighthouse() {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-lighthouse-"));
  const server = await startServer(folder);
  const browser = await launch({
    chromePath: await ensureBrowser(),
    chromeFlags: ["--headless=new", "--no-sandbox", ...quietArguments],
  });
  let isGood = true;
  try {
    for (const page of pages) {
      const result = await lighthouse(server.url + page, {
        port: browser.port,
        onlyCategories: categories,
        formFactor: "mobile",
        throttlingMethod: "simulate",
        logLevel: "error",
      });
      if (!result) throw new TypeError(`Lighthouse returned nothing for ${page}`);
      const { lhr } = result;
      if (lhr.runtimeError) throw new Error(`${page}: ${lhr.runtimeError.message}`);
      const scores = categories.map(
        (name) => `${name} ${Math.round(100 * (lhr.categories[name]?.score ?? 0))}`,
      );
      console.log(`${page.padEnd(20)} ${scores.join(", ")}`);
      for (const name of categories) {
        const category = lhr.categories[name];
        if (category?.score === 1) continue;
        isGood = false;
        for (const { id, weight } of category?.auditRefs ?? []) {
          const audit = lhr.audits[id];
          if (!audit || weight === 0 || audit.score === null || audit.score === 1) continue;
          console.error(`${page}: ${id}: ${audit.title} ${JSON.stringify(audit.details ?? {})}`);
        }
      }
    }
  } finally {
    browser.kill();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return isGood;
}

/** @param {string} folder */
async function startServer(folder) {
  const child = spawn(process.execPath, [join(root, "build/server/main.js")], {
    env: { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  let output = "";
  for await (const chunk of child.stdout) {
    output += chunk;
    const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
    if (port === undefined) continue;
    const stop = async () => {
      child.kill("SIGTERM");
      await gone;
    };
    return { url: `http://localhost:${port}`, stop };
  }
  throw new Error(`The server did not start: ${output}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt();
  process.exitCode = (await checkLighthouse()) ? 0 : 1;
}
