// Goal L2: the first paint (FCP) and the largest paint (LCP) of the landing page, compared with a bare React page in
// the same run, with a round trip of 150 ms, 1.6 Mbit/s, a processor slowed down four times and an empty cache.
//
//   node scripts/build.mjs && npx tsx bench/first-load.ts [--rounds 7] [--check] [--no-save]

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { startServer } from "../e2e/support/running-server.ts";
import { launchBrowser, openPage } from "./support/browser.ts";
import { atMost, median, shown, times } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";

type Paints = { readonly fcp: number; readonly lcp: number };

const { values: options } = parseArgs({
  allowNegative: true,
  options: { ...reportOptions, rounds: { type: "string", default: "7" } },
});
const rounds = Number(options.rounds);
const mostTimes = 1.2;

const bare = await serveBarePage();
const product = await startServer({ RATE_LIMITS: "off" });
const browser = await launchBrowser();
const report = openReport("first-load", options, browser.version());
const seen: { readonly landing: Paints[]; readonly bare: Paints[] } = { landing: [], bare: [] };
try {
  for (let round = 0; round < rounds; round++) {
    seen.bare.push(await paintsOf(bare.url));
    seen.landing.push(await paintsOf(`${product.url}/`));
  }
} finally {
  await browser.close();
  await product.dispose();
  bare.close();
}

const medianOf = (paints: readonly Paints[], name: keyof Paints) => median(paints.map((one) => one[name]));
const ratio = (name: keyof Paints) => medianOf(seen.landing, name) / medianOf(seen.bare, name);
report.table(
  "Landing page",
  ["ms, median", "landing", "bare React", "ratio"],
  (["fcp", "lcp"] as const).map((name) => [
    name.toUpperCase(),
    shown(medianOf(seen.landing, name), 0),
    shown(medianOf(seen.bare, name), 0),
    times(ratio(name)),
  ]),
);
const laterThanFirst = seen.landing.filter(({ fcp, lcp }) => fcp !== lcp).length;
report.judge(
  atMost("L2 FCP / that of a bare React page", ratio("fcp"), mostTimes, " x", 1),
  atMost("L2 LCP / that of a bare React page", ratio("lcp"), mostTimes, " x", 1),
  atMost("L2 rounds in which LCP was later than FCP", laterThanFirst, 0, "", 1),
);
report.close();

async function paintsOf(url: string): Promise<Paints> {
  const { page, session, close } = await openPage(browser);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(url, { waitUntil: "networkidle" });
  // As a string, because compiled code would call a helper of the compiler that the page does not have.
  const paints = await page.evaluate<Paints>(`(async () => {
    const last = (type) => new Promise((resolve) =>
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type, buffered: true }));
    return { fcp: await last("paint"), lcp: await last("largest-contentful-paint") };
  })()`);
  await close();
  return paints;
}

/** Compressed with brotli, as the product is served. */
async function serveBarePage(): Promise<{ readonly url: string; close(): void }> {
  await build({ configFile: join(import.meta.dirname, "vite.config.ts") });
  const folder = join(import.meta.dirname, "../.cache/bench-pages");
  const types: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript" };
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").replace(/\/$/, "/index.html");
    readFile(join(folder, path)).then(
      (bytes) =>
        response
          .writeHead(200, {
            "content-type": types[extname(path)] ?? "application/octet-stream",
            "content-encoding": "br",
          })
          .end(brotliCompressSync(bytes)),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bare/`,
    close: () => void server.close(),
  };
}
