// The result that covers the stage: the finished run, what was known before it, and what the server has since reported
// about it.

import { longestResultMs } from "@tabstop/engine/metrics";
import type { Delivery, WaitingRun } from "../../shell/outbox/outbox.ts";
import type { Result } from "../../typing/run.ts";
import { type Example, isRecord, type Leaderboard } from "../flow.ts";

/** Keys and clicks do nothing on a result this long, because the learner may still be typing. */
export const resultDeafMs = 400;

/** A finished run, with what was known before it. */
export type CompletedRun = {
  /** The example as it was typed. The loaded example may have newer code. */
  readonly example: Example;
  readonly result: Result;
  /** As far as the browser knows; the server decides. */
  readonly isRecord: boolean;
  readonly bestBeforeMs: number | null;
  readonly fastestMs: number | null;
  readonly rankBefore: number | null;
};

export type ShownResult = CompletedRun & {
  /** On the clock of `performance.now()`. */
  readonly shownAt: number;
  /** null while the server has not accepted the run. */
  readonly delivered: Delivered | null;
};

export type Delivered = {
  /** ms since 1970. */
  readonly at: number;
  /** null when the server did not report it. */
  readonly isRecord: boolean | null;
  readonly lastTimeMs: number | null;
};

/** What the overlay shows. */
export type ResultView = Omit<CompletedRun, "example"> & {
  readonly title: string;
  readonly rankNow: number | null;
  /** The run if it is in the outbox; null when the server has it or is about to get it. */
  readonly unsent: WaitingRun | null;
  /** Why the run sets no time; null if it sets one. */
  readonly remark: string | null;
};

/** `present` is the example as it is loaded now, with the best time before this run. */
export function completedRun(
  typed: Example,
  present: Example,
  result: Result,
  board: Leaderboard | null,
): CompletedRun {
  return {
    example: typed,
    result,
    isRecord: isRecord(present.best_time_ms, countedTimeMs(typed, present, result)),
    bestBeforeMs: present.best_time_ms,
    fastestMs: board?.leaderboard[0]?.best_time_ms ?? null,
    rankBefore: board?.userRank?.rank ?? null,
  };
}

/** null when the run sets no time, as when the code was changed during the run. The server need not confirm that. */
export function countedTimeMs(typed: Example, present: Example, result: Result): number | null {
  return present.code_version === typed.code_version ? result.timeMs : null;
}

export function deliveredAs(delivery: Delivery, at: number): Delivered {
  if (delivery.kind !== "sent") return { at, isRecord: false, lastTimeMs: null };
  return {
    at,
    isRecord: delivery.answer?.isRecord ?? null,
    lastTimeMs: delivery.answer?.last_time_ms ?? null,
  };
}

/** The result after a run was delivered; the same one if it was another run. */
export function withDelivery(
  shown: ShownResult | null,
  attemptId: string,
  delivered: Delivered,
): ShownResult | null {
  return shown?.result.attemptId === attemptId ? { ...shown, delivered } : shown;
}

/** `board.updatedAt` in ms since 1970: a rank that was loaded before the delivery is not the rank after this run. */
export function resultView(
  shown: ShownResult,
  present: Example,
  board: { readonly rank: number | null; readonly updatedAt: number },
  unsent: readonly WaitingRun[],
): ResultView {
  const { example, result, delivered } = shown;
  return {
    title: example.title,
    result,
    isRecord: delivered?.isRecord ?? shown.isRecord,
    bestBeforeMs: shown.bestBeforeMs,
    fastestMs: shown.fastestMs,
    rankBefore: shown.rankBefore,
    rankNow: delivered !== null && board.updatedAt >= delivered.at ? board.rank : null,
    unsent: unsent.find((run) => run.attemptId === result.attemptId) ?? null,
    remark: remarkOn(shown, present.code_version),
  };
}

function remarkOn({ example, result, delivered }: ShownResult, presentVersion: number): string | null {
  if (result.shownMs === longestResultMs)
    return "The example is completed, but this run sets no time: it took longer than a day.";
  if (result.timeMs === null)
    return "The example is completed, but this run sets no time: the device slept or its clock was changed during the run.";
  const isOldText =
    presentVersion !== example.code_version ||
    (delivered?.isRecord === false && delivered.lastTimeMs === null);
  return isOldText
    ? "The example is completed, but this run sets no time: its text was changed while you typed. Try Again shows the new one."
    : null;
}
