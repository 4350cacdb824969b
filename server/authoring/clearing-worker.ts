// Clears the rows of learners behind changes of content (`store/content/clearing.ts`): after a change, and at the start
// what an earlier run or another server has left. One short transaction after another, each followed by a pause at least
// as long, so that other requests come first. Of several servers one clears at a time; if it dies, another goes on.

import { clearNext } from "../store/content/clearing.ts";
import type { Store, StoreLog } from "../store/store.ts";

export type ClearingWorker = {
  /** Call after a change of content; returns immediately. */
  wake(): void;
  /** Resolves when nothing is left to be cleared. For tests and benches. */
  settled(): Promise<void>;
  /** Resolves when the running transaction has ended. The rest is cleared after the next start. */
  close(): Promise<void>;
};

export type ClearingWorkerOptions = {
  readonly store: Store;
  readonly log: Pick<StoreLog, "warn">;
  /** How long to wait after a failure; shorter in tests. */
  readonly retryMs?: number;
};

/** How long a transaction should take. */
const goalMs = 20;
/** Fewer would only cost more commits: on a busy machine most of the time is waiting. */
const fewestRows = 250;
const mostRows = 2_000;
const shortestPauseMs = 5;
/** While another server clears, or learners hold the rows. */
const busyPauseMs = 100;
/** How often to look for what another server has left. */
const roundMs = 60_000;

export function openClearingWorker({ store, log, retryMs = 5_000 }: ClearingWorkerOptions): ClearingWorker {
  let rows = 200;
  let next: NodeJS.Timeout | null = null;
  let running: Promise<number> | null = null;
  let isClosed = false;
  let isWoken = false;
  let resolveSettled: (() => void)[] = [];

  function schedule(ms: number): void {
    if (isClosed) return;
    if (next !== null) clearTimeout(next);
    next = setTimeout(() => {
      next = null;
      running = clear().finally(() => {
        running = null;
      });
      void running.then(schedule);
    }, ms);
    next.unref();
  }

  /** Runs one transaction. Returns how long to wait before the next. */
  async function clear(): Promise<number> {
    isWoken = false;
    let ms = 0;
    const startedAt = performance.now();
    try {
      const cleared = await store.write(async (tx) => {
        const from = performance.now();
        const count = await clearNext(tx, rows);
        ms = performance.now() - from;
        return count;
      });
      if (cleared === 0) return busyPauseMs;
      if (cleared !== null) {
        rows = nextBatch(rows, cleared, ms);
        return Math.max(shortestPauseMs, performance.now() - startedAt);
      }
    } catch (error) {
      log.warn({ err: error }, "could not clear behind a change of content, retrying");
      // It may have been too much for the time limit of a statement.
      rows = Math.max(fewestRows, Math.floor(rows / 2));
      return retryMs;
    }
    for (const resolve of resolveSettled.splice(0)) resolve();
    return isWoken ? shortestPauseMs : roundMs;
  }

  function wake(): void {
    isWoken = true;
    if (running === null) schedule(shortestPauseMs);
  }

  schedule(0);
  return {
    wake,
    settled: () =>
      new Promise((resolve) => {
        resolveSettled = [...resolveSettled, resolve];
        wake();
      }),
    async close() {
      isClosed = true;
      if (next !== null) clearTimeout(next);
      await running;
    },
  };
}

function nextBatch(rows: number, cleared: number, ms: number): number {
  if (ms > goalMs) return Math.max(fewestRows, Math.floor(rows / 2));
  // What learners cost is a whole number of rows, so that a full batch can be a little less.
  if (ms < goalMs / 2 && cleared > rows / 2) return Math.min(mostRows, Math.ceil(rows * 1.5));
  return rows;
}
