// Which of a learner's times of an example is their best, and the sums that follow it. Two are kept: the best of all
// times that are listed, and the best of those that were checked. Neither depends on the order in which results arrive.

import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import type { Tx } from "../store.ts";
import { type BestTimes, type LockedTimes, updateBest } from "./progress-row.ts";
import type { ReplayedRun } from "./runs.ts";
import { boards, moveTime } from "./time-counts.ts";
import { addToExample } from "./totals.ts";

export type Time = {
  readonly timeMs: number;
  /** null when it is checked. */
  readonly because: UncheckedReason | null;
  /** `provenEnd` of a checked one; of any other it has no meaning. */
  readonly endedAt: number;
  /** When the server first heard of it. */
  readonly receivedAt: number;
};

/**
 * When a run ended: as its client reports, but not before the run can have ended. With a signed start the server knows
 * how much time passed until the log arrived.
 */
export function provenEnd(endedAt: number, run: ReplayedRun, arrivedAt: number): number {
  const idleMs = run.startedMs === null ? 0 : run.startedMs - run.timeMs;
  return Math.max(endedAt, arrivedAt - Math.max(0, idleMs));
}

/** Whether it is not listed, because an admin removed the same or a slower time and it is not checked. */
export function isWithheld({ removed_ms }: LockedTimes, { timeMs, because }: Time): boolean {
  return because !== null && removed_ms !== null && timeMs <= removed_ms;
}

/** The best times after a time that is listed. */
export function bestAfter(before: BestTimes, time: Time): BestTimes {
  const { timeMs, because } = time;
  // What a client reports of the end cannot be trusted, unless the run is checked.
  const at = because === null ? time.endedAt : time.receivedAt;
  const isBest = isBefore(
    timeMs,
    at,
    before.best_time_ms,
    before.best_at,
    because,
    before.best_unchecked_because,
  );
  const best = isBest && { best_time_ms: timeMs, best_at: at, best_unchecked_because: because };
  const isCheckedBest =
    because === null && isBefore(timeMs, at, before.checked_best_ms, before.checked_best_at);
  const checkedBest = isCheckedBest && { checked_best_ms: timeMs, checked_best_at: at };
  return { ...before, ...best, ...checkedBest };
}

/** The shorter of two times; of equal ones the checked one, then the earlier one. */
function isBefore(
  timeMs: number,
  at: number,
  otherMs: number | null,
  otherAt: number | null,
  because: UncheckedReason | null = null,
  otherBecause: UncheckedReason | null = null,
): boolean {
  if (otherMs === null || otherAt === null) return true;
  if (timeMs !== otherMs) return timeMs < otherMs;
  if ((because === null) !== (otherBecause === null)) return because === null;
  return at < otherAt;
}

/** How the totals of the example change. */
export function changeOfBest(before: BestTimes, after: BestTimes) {
  return {
    timed: Number(after.best_time_ms !== null) - Number(before.best_time_ms !== null),
    sum_best_ms: (after.best_time_ms ?? 0) - (before.best_time_ms ?? 0),
  };
}

/** Moves the learner on both leaderboards. */
export async function moveOnBoards(
  tx: Tx,
  code: { readonly exampleId: number; readonly codeVersion: number },
  before: BestTimes,
  after: BestTimes,
): Promise<void> {
  if (after.best_time_ms !== before.best_time_ms)
    await moveTime(tx, { ...code, board: boards.all }, before.best_time_ms, after.best_time_ms);
  if (after.checked_best_ms !== before.checked_best_ms)
    await moveTime(tx, { ...code, board: boards.checked }, before.checked_best_ms, after.checked_best_ms);
}

/** Stores other best times, and what follows from them. The caller holds the learner's row of the example. */
export async function storeBest(
  tx: Tx,
  of: { readonly userId: number; readonly exampleId: number; readonly codeVersion: number },
  before: BestTimes,
  after: BestTimes,
): Promise<void> {
  if (after === before) return;
  await updateBest(tx, { ...of, ...after });
  await addToExample(tx, of.exampleId, changeOfBest(before, after));
  await moveOnBoards(tx, of, before, after);
}
