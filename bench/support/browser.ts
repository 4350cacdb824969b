// Starts a Chromium without background work, opens pages in it, and records traces and heaps.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { quietArguments } from "../../scripts/quiet-chromium.mjs";
import type { TraceEvent } from "./trace.ts";

const quietFlags = [
  ...quietArguments,
  // Chromium must not slow the measured page down as a background page.
  "--disable-background-timer-throttling",
  "--disable-renderer-backgrounding",
  "--disable-backgrounding-occluded-windows",
];
const viewportSize = { width: 1280, height: 800 };
const categories = [
  "devtools.timeline",
  "toplevel",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-v8.gc",
  "v8",
];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH ?? installedChromium();
  if (executablePath === undefined)
    throw new Error("No Chromium found: install one, or name it in CHROME_PATH");
  return chromium.launch({ executablePath, args: quietFlags, chromiumSandbox: false });
}

export type OpenPage = {
  readonly page: Page;
  readonly session: CDPSession;
  /** Exceptions and content security violations so far. */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
};

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A page in a new context, with the storage of an earlier one if given. */
export async function openPage(
  browser: Browser,
  { storageState, isStill = false }: { storageState?: StorageState; isStill?: boolean } = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: viewportSize,
    reducedMotion: isStill ? "reduce" : "no-preference",
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  const session = await context.newCDPSession(page);
  return { page, session, faults, close: () => context.close() };
}

/** Everything that Chromium's threads do while `during` runs. */
export async function traced(browser: Browser, during: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  const isComplete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      recordMode: "recordAsMuchAsPossible",
      includedCategories: categories,
      excludedCategories: ["*"],
    },
  });
  await during();
  await session.send("Tracing.end");
  await isComplete;
  await session.detach();
  return events;
}

/** Bytes of the page's JavaScript heap after a garbage collection. */
export async function heapBytes(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
}

export type Allocations = {
  readonly bytes: number;
  /** Bytes by the function that allocated them, most first. */
  readonly byFunction: readonly (readonly [string, number])[];
};

/** The allocations of scripts while `during` runs, garbage included: a sample every 128 bytes on average. */
export async function allocations(session: CDPSession, during: () => Promise<void>): Promise<Allocations> {
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.startSampling", {
    samplingInterval: 128,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await during();
  const { profile } = await session.send("HeapProfiler.stopSampling");
  const byFunction = new Map<string, number>();
  let bytes = 0;
  const visit = (node: typeof profile.head) => {
    const { functionName, url, lineNumber, columnNumber } = node.callFrame;
    const place = `${functionName || "(anonymous)"} ${url.split("/").at(-1) ?? ""}:${lineNumber + 1}:${columnNumber + 1}`;
    byFunction.set(place, (byFunction.get(place) ?? 0) + node.selfSize);
    bytes += node.selfSize;
    node.children.forEach(visit);
  };
  visit(profile.head);
  return { bytes, byFunction: [...byFunction].toSorted((a, b) => b[1] - a[1]) };
}

function installedChromium(): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
