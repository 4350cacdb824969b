// Types on a page and measures: CPU time from a trace, allocations and the heap, and lost keys.

import type { Browser } from "@playwright/test";
import { type Allocations, allocations, heapBytes, traced } from "./browser.ts";
import { typeApart, typeByTheClock } from "./keys.ts";
import type { Look, Subject } from "./subject.ts";
import { analyse, analyseRest, type RestReport, type TraceReport } from "./trace.ts";

export type KeyRound = {
  readonly length: number;
  readonly keys: number;
  /** The least time between two keys. */
  readonly apartMs: number;
  /** The factor by which the main thread is slowed. */
  readonly throttle: number;
  readonly look?: Look;
};

const warmUpKeys = 12;
/** Typed before a round in examples that are long enough, so that measured keys also add and remove rows. */
const leadKeys = 300;
const leadEveryMs = 8;

/** One traced round on a fresh page. */
export async function traceKeys(browser: Browser, subject: Subject, round: KeyRound): Promise<TraceReport> {
  const { page, session, text, typed, faults, close } = await subject.open(browser, round.length, round.look);
  const keys = Math.min(round.keys, text.length - warmUpKeys - 1);
  const lead = Math.min(leadKeys, Math.floor((text.length - keys - warmUpKeys) / 2));
  let at = 0;
  const next = (count: number) => text.slice(at, (at += count));
  await typeByTheClock(session, next(lead), leadEveryMs);
  await session.send("Emulation.setCPUThrottlingRate", { rate: round.throttle });
  await typeApart(session, next(warmUpKeys), round.apartMs);
  await page.waitForTimeout(300);
  await session.send("HeapProfiler.collectGarbage");
  const events = await traced(browser, async () => {
    await page.waitForTimeout(150);
    await typeApart(session, next(keys), round.apartMs);
    await page.waitForTimeout(300);
  });
  const { errors, percent } = await typed();
  const expected = Math.floor((100 * at) / text.length);
  if (errors > 0 || percent !== expected || faults.length > 0) {
    throw new Error(
      `${subject.name} shows ${percent}% and ${errors} errors after ${at} right keys of ${text.length} (${expected}%) ${faults.join("; ")}`,
    );
  }
  await close();
  return analyse(events);
}

/** What the page does between two keys, this many ms apart, while the clock runs. */
export async function traceRest(
  browser: Browser,
  subject: Subject,
  { length, restMs, look }: { length: number; restMs: number; look?: Look },
): Promise<RestReport> {
  const { page, session, text, close } = await subject.open(browser, length, look);
  await typeApart(session, text.slice(0, warmUpKeys), 100);
  await page.waitForTimeout(1_000);
  const events = await traced(browser, async () => {
    await typeApart(session, text.slice(warmUpKeys, warmUpKeys + 1), restMs);
    await typeApart(session, text.slice(warmUpKeys + 1, warmUpKeys + 2), 100);
  });
  await close();
  return analyseRest(events, settleMs);
}

/** After this, the frames of a key have ended and the caret has begun to blink. */
const settleMs = 1_000;

export type HeapReport = {
  readonly bytesPerKey: number;
  /** MB after a garbage collection, before and after the keys. */
  readonly beforeMb: number;
  readonly afterMb: number;
  readonly keys: number;
  readonly allocations: Allocations;
};

/** The allocations of keys at an even pace, then the heap before and after many keys. */
export async function heapOfKeys(
  browser: Browser,
  subject: Subject,
  { length, keys, apartMs }: { length: number; keys: number; apartMs: number },
): Promise<HeapReport> {
  const { session, text, close } = await subject.open(browser, length);
  const sampled = 150;
  await typeApart(session, text.slice(0, 50), apartMs);
  const found = await allocations(session, () => typeApart(session, text.slice(50, 50 + sampled), apartMs));
  const before = await heapBytes(session);
  await typeByTheClock(session, text.slice(50 + sampled, 50 + sampled + keys), 15);
  const after = await heapBytes(session);
  await close();
  return {
    bytesPerKey: found.bytes / sampled,
    beforeMb: before / 2 ** 20,
    afterMb: after / 2 ** 20,
    keys,
    allocations: found,
  };
}

export type LostReport = {
  readonly keys: number;
  readonly everyMs: number;
  /** The time from the first key sent to the last one handled. */
  readonly tookMs: number;
  readonly isDone: boolean;
  readonly percent: number;
  /** A lost key causes an error, and so do two keys in the wrong order, because the next character does not fit. */
  readonly errors: number;
};

/** Types a whole example at a fixed pace, whether or not the page keeps up. */
export async function keysNotLost(
  browser: Browser,
  subject: Subject,
  { length, everyMs, throttle }: { length: number; everyMs: number; throttle: number },
): Promise<LostReport> {
  const { page, session, text, typed, close } = await subject.open(browser, length);
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  const startedAt = performance.now();
  await typeByTheClock(session, text, everyMs);
  const tookMs = performance.now() - startedAt;
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.waitForTimeout(1_000);
  const result = await typed();
  await close();
  return { keys: text.length, everyMs, tookMs, ...result };
}
