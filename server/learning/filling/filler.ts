// Keeps something filled that is computed from code: finds what is missing, claims it, computes and saves it, until
// nothing is missing.
//
// `refresh` is called after a start and after each committed change of code. Several servers share the work: each claims
// a few for five minutes, and looks once a minute for what another one left. What fails is tried again after growing
// waits.

import { randomUUID } from "node:crypto";
import type { Store } from "../../store/store.ts";

export type FillerLog = { warn(fields: object, message: string): void };

/**
 * The wait after a failure grows from `firstMs` to `lastMs`. Every `lookMs` a server looks for what other servers have
 * left.
 */
export type Waits = { readonly firstMs: number; readonly lastMs: number; readonly lookMs: number };

export type Filling<Missing, Claimed> = {
  readonly store: Store;
  readonly log: FillerLog;
  /** What the log says when nothing can be filled for a moment. */
  readonly failed: string;
  readonly now?: (() => number) | undefined;
  readonly waits?: Waits | undefined;
  readonly savedAtOnce: number;
  /** Called at the start of a pass over all that is missing. */
  readonly begin?: () => Promise<void>;
  /** What is missing and not claimed at `at`; nothing when the pass is over. */
  readonly find: (some: { readonly limit: number; readonly at: number }) => Promise<readonly Missing[]>;
  /** Returns those that no one else has claimed in the meantime; no other server may claim them before `until`. */
  readonly claim: (
    missing: readonly Missing[],
    by: { readonly owner: string; readonly at: number; readonly until: number },
  ) => Promise<readonly Claimed[]>;
  /** Others may claim immediately what this server has claimed and not failed at. */
  readonly release: (owner: string, at: number) => Promise<void>;
  /** When the next claim runs out; null when there is none. */
  readonly nextClaimEnd: () => Promise<number | null>;
  /** Deletes the claims that have run out at `at`. */
  readonly sweepClaims: (at: number) => Promise<void>;
  /**
   * Computes and saves at most `savedAtOnce`; the wait is for one that failed and is to be claimed again. Throws when
   * nothing can be computed at present.
   */
  readonly fill: (claimed: readonly Claimed[], waitAfter: (failures: number) => number) => Promise<void>;
  /** Called when nothing is left to claim, with how many were filled. */
  readonly end: (filled: number) => Promise<void>;
  /** Ends what computes. */
  readonly stop: () => Promise<void>;
};

export type Filler = {
  /** Starts to fill; returns immediately. */
  readonly refresh: () => void;
  /** Resolves when all is filled or given up. */
  readonly settled: () => Promise<void>;
  readonly isClosed: () => boolean;
  /** Resolves when the running transaction has ended. The rest is filled after the next start. */
  readonly close: () => Promise<void>;
};

// A server that is alone claims as many as one query finds. Several share the work, so each claims few.
const claimedAtOnce = { sqlite: 100, postgres: 8 };
/** After that time other servers take over the claims of a server that was killed. */
const claimMs = 5 * 60_000;
const usualWaits: Waits = { firstMs: 30_000, lastMs: 86_400_000, lookMs: 60_000 };
const leastWaitMs = 100;

// Long: a closure over what is being filled; each of its functions is short.
export function openFiller<Missing, Claimed>(filling: Filling<Missing, Claimed>): Filler {
  const { store, log, now = Date.now, waits = usualWaits } = filling;
  const owner = randomUUID();
  let running: Promise<void> | null = null;
  let isRefreshDue = false;
  let isFirst = true;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function refreshIn(ms: number): void {
    if (closed) return;
    clearTimeout(timer ?? undefined);
    timer = setTimeout(refresh, Math.min(ms, usualWaits.lastMs));
    timer.unref();
  }

  function refresh(): void {
    if (closed) return;
    if (running !== null) {
      isRefreshDue = true;
      return;
    }
    clearTimeout(timer ?? undefined);
    running = fill()
      .catch((error: unknown) => {
        if (closed) return;
        // The database is unreachable, or no thread can be started. Nothing is lost: what is missing can wait.
        log.warn({ err: error }, filling.failed);
        refreshIn(waitAfter(failures++));
      })
      .then(() => {
        running = null;
        if (!isRefreshDue) return;
        isRefreshDue = false;
        refresh();
      });
  }

  /** Four times as long after each failure. */
  function waitAfter(failed: number): number {
    return Math.min(waits.lastMs, waits.firstMs * 4 ** Math.min(failed, 10));
  }

  async function fill(): Promise<void> {
    // There is one server, so what was claimed belongs to the one before.
    if (isFirst && store.dialect === "sqlite") await filling.sweepClaims(Number.MAX_SAFE_INTEGER);
    isFirst = false;
    await fillAll();
    failures = 0;
    const next = await filling.nextClaimEnd();
    const claimEndsInMs = next === null ? Number.POSITIVE_INFINITY : Math.max(leastWaitMs, next - now());
    const lookInMs = store.dialect === "postgres" ? waits.lookMs : Number.POSITIVE_INFINITY;
    const ms = Math.min(claimEndsInMs, lookInMs);
    if (Number.isFinite(ms)) refreshIn(ms);
  }

  /** Fills until no server has any left to claim, or the filler is closed. */
  async function fillAll(): Promise<void> {
    await filling.begin?.();
    let done = 0;
    for (;;) {
      const missing = await filling.find({ limit: claimedAtOnce[store.dialect], at: now() });
      if (missing.length === 0 || closed) break;
      const at = now();
      const claimed = await filling.claim(missing, { owner, at, until: at + claimMs });
      if (!(await fillClaimed(claimed))) return;
      done += claimed.length;
    }
    const end = await filling.nextClaimEnd();
    if (end !== null && end <= now()) await filling.sweepClaims(now());
    await filling.end(done);
  }

  /** False when the filler was closed. */
  async function fillClaimed(claimed: readonly Claimed[]): Promise<boolean> {
    try {
      for (let n = 0; n < claimed.length; n += filling.savedAtOnce)
        await filling.fill(claimed.slice(n, n + filling.savedAtOnce), waitAfter);
    } catch (error) {
      await filling.release(owner, now()).catch(() => {});
      if (!closed) throw error;
      return false;
    }
    return true;
  }

  return {
    refresh,
    isClosed: () => closed,
    async settled() {
      while (running !== null) await running;
    },
    async close() {
      closed = true;
      clearTimeout(timer ?? undefined);
      await filling.stop();
      await running;
    },
  };
}
