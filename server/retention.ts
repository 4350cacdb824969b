// Deletes what is older than its retention, when the server starts and then once a day. Of several servers of one
// database, one deletes at a time. It deletes a few rows in each transaction, and waits four times as long as that took.

import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "./settings.ts";
import type { Store } from "./store/store.ts";
import { firstKeptMonth } from "./learning/days/kept-months.ts";
import { rowsAtOnce, type Sweep, sweepSome } from "./store/sweep.ts";

type Deps = {
  readonly store: Store;
  readonly now: () => number;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  readonly settings: Pick<
    Settings,
    "retainAttemptsDays" | "keepRunsDays" | "retainSessionsDays" | "retainResetsDays" | "retainAuditDays"
  >;
};

export type Retention = {
  /** Deletes everything that is too old; returns how many rows of each kind. */
  readonly sweep: () => Promise<Readonly<Record<Sweep, number>>>;
  /** Sweeps now and once a day. A failure is logged, and the next day is the next try. */
  readonly start: () => void;
  /** Resolves when nothing is being deleted any more. */
  readonly close: () => Promise<void>;
};

const dayMs = 86_400_000;
/** Longer than any period in which a throttle or a limit counts. */
const throttleMs = 2 * 3_600_000;
/** How long to wait after a transaction, in its own durations. */
const restFactor = 4;

export function openRetention({ store, now, log, settings }: Deps): Retention {
  let sweeping: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  const closing = new AbortController();

  function cutoffs(): Readonly<Record<Sweep, number>> {
    const daysAgo = (days: number) => now() - days * dayMs;
    return {
      throttles: now() - throttleMs,
      attempts: daysAgo(settings.retainAttemptsDays),
      runs: daysAgo(settings.keepRunsDays),
      expiredSessions: daysAgo(settings.retainSessionsDays),
      revokedSessions: daysAgo(settings.retainSessionsDays),
      resets: daysAgo(settings.retainResetsDays),
      // A repeat of a run from memory is recognized as long as one of a copy.
      reviewRuns: daysAgo(settings.retainAttemptsDays),
      ...{ costs: firstKeptMonth(now()), slips: firstKeptMonth(now()) },
      constructTotals: firstKeptMonth(now()),
      // Last, since the database refuses it if this server's clock is ahead.
      auditEntries: daysAgo(settings.retainAuditDays),
    };
  }

  async function sweepAll(): Promise<Readonly<Record<Sweep, number>>> {
    const deleted = { ...none };
    for (const [sweep, before] of Object.entries(cutoffs()) as [Sweep, number][])
      for (;;) {
        if (closing.signal.aborted) return deleted;
        const startedAt = performance.now();
        const rows = await store.write((tx) => sweepSome(tx, sweep, before));
        // Another server deletes the rest.
        if (rows === null) return deleted;
        deleted[sweep] += rows;
        if (rows < rowsAtOnce(sweep)) break;
        const restMs = restFactor * (performance.now() - startedAt);
        await sleep(restMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    return deleted;
  }

  function sweep() {
    const swept = sweeping.then(sweepAll);
    sweeping = swept.catch(() => {});
    return swept;
  }

  function sweepAndLog(): void {
    sweep().then(
      (deleted) => {
        if (Object.values(deleted).some((rows) => rows > 0)) log.info({ deleted }, "old rows were deleted");
      },
      (error: unknown) => log.warn({ err: error }, "could not delete old rows, trying again tomorrow"),
    );
  }

  return {
    sweep,
    start() {
      sweepAndLog();
      timer = setInterval(sweepAndLog, dayMs);
      timer.unref();
    },
    async close() {
      clearInterval(timer ?? undefined);
      closing.abort();
      await sweeping;
    },
  };
}

const none: Record<Sweep, number> = {
  attempts: 0,
  runs: 0,
  expiredSessions: 0,
  revokedSessions: 0,
  resets: 0,
  reviewRuns: 0,
  costs: 0,
  slips: 0,
  constructTotals: 0,
  auditEntries: 0,
  throttles: 0,
};
