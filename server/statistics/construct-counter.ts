// Counts what constructs cost learners into the totals of all learners (`store/statistics/construct-totals.ts`), behind their
// runs: at the start and about once a minute. One short transaction after another, each followed by a pause at least as
// long, so that other requests come first. Of several servers one counts at a time; what one leaves, another counts.

import { setTimeout as sleep } from "node:timers/promises";
import { areSomeUncounted, countSome } from "../store/statistics/construct-totals.ts";
import type { Store, StoreLog } from "../store/store.ts";

export type ConstructCounter = {
  /** Resolves when the running transaction has ended. The rest is counted after the next start. */
  close(): Promise<void>;
};

const roundMs = 60_000;
const shortestPauseMs = 2;
/** While another server counts, or learners hold the rows. */
const busyPauseMs = 25;

export function openConstructCounter({
  store,
  log,
}: {
  readonly store: Store;
  readonly log: Pick<StoreLog, "warn">;
}): ConstructCounter {
  const closing = new AbortController();
  const { signal } = closing;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await countUntil(store, () => signal.aborted).catch((error: unknown) =>
        log.warn({ err: error }, "could not count what constructs cost, trying again later"),
      );
      await sleep(roundMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  const running = run();
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Counts until nothing is left, or until `isOver`. */
export async function countUntil(store: Store, isOver: () => boolean): Promise<void> {
  while (!isOver() && (await store.read(areSomeUncounted))) {
    const startedAt = performance.now();
    const rows = await store.write(countSome);
    if (rows === null) return;
    const pauseMs = Math.max(shortestPauseMs, performance.now() - startedAt);
    await sleep(rows === 0 ? busyPauseMs : pauseMs);
  }
}

/** Counts what there is, for an answer that does not wait for more than this. */
export async function countFor(store: Store, limitMs: number): Promise<void> {
  const endAt = performance.now() + limitMs;
  const over = sleep(limitMs, undefined, { ref: false });
  // Without new figures the answer has those of the last round, whose failure is in the log.
  await Promise.race([over, countUntil(store, () => performance.now() >= endAt).catch(() => {})]);
}
