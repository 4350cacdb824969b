// The result that covers the stage: the finished run, what was known before it, and what the server has since reported
// about it. `result-view.ts` decides what the overlay says.

import { codePoints } from "@tabstop/engine/code-points";
import type { PreparedExample } from "@tabstop/engine/example";
import { leastTimeMs } from "@tabstop/engine/least-time";
import type { RunEvent } from "@tabstop/engine/packed-log";
import type { Delivery } from "../../shell/outbox/outbox.ts";
import type { Result, Run } from "../../typing/run.ts";
import { type Example, isRecord, type Leaderboard } from "../flow.ts";
import { lossOf } from "../unsaved-runs.ts";

/** Keys and clicks do nothing on a result this long, because the learner may still be typing. */
export const resultDeafMs = 400;

/** A finished run, with what was known before it. */
export type CompletedRun = {
  /** The example as it was typed. The loaded example may have newer code. */
  readonly example: Example;
  /** Its text as it was typed, and the keystrokes. */
  readonly prepared: PreparedExample;
  readonly keystrokes: readonly RunEvent[];
  readonly result: Result;
  /** It completes the example for the first time. */
  readonly isFirst: boolean;
  /** As far as the browser knows; the server decides. */
  readonly isRecord: boolean;
  readonly bestBeforeMs: number | null;
  /** The run of that time; null when it is not known. */
  readonly bestRunBefore: Example["best_run"];
  readonly fastestMs: number | null;
  readonly rankBefore: number | null;
};

export type ShownResult = CompletedRun & {
  /** On the clock of `performance.now()`. */
  readonly shownAt: number;
  /** null while the server has not responded about the run. */
  readonly delivered: Delivered | null;
};

export type Delivered = {
  /** ms since 1970. */
  readonly at: number;
  /** What the server reported about the learner's times after the run; null when it did not. */
  readonly times: {
    readonly isRecord: boolean;
    readonly bestTimeMs: number | null;
    readonly lastTimeMs: number | null;
    /** The run completes the example without a time: it took less than 2 ms a character. */
    readonly isTooFast: boolean;
  } | null;
  /** Why the server will never have the run, as a sentence; null when it has it. */
  readonly loss: string | null;
};

/** `present` is the example as it is loaded now, with the best time before this run. */
export function completedRun(
  typed: Example,
  present: Example,
  result: Result,
  board: Leaderboard | null,
  { example: prepared, log: keystrokes }: Pick<Run, "example" | "log">,
): CompletedRun {
  return {
    example: typed,
    prepared,
    keystrokes,
    result,
    isFirst: present.status !== "completed",
    isRecord: isRecord(present.best_time_ms, countedTimeMs(typed, present, result)),
    bestBeforeMs: present.best_time_ms,
    // An older release has stored lessons without it on the device.
    bestRunBefore: present.best_run ?? null,
    fastestMs: board?.leaderboard[0]?.best_time_ms ?? null,
    rankBefore: board?.userRank?.rank ?? null,
  };
}

/**
 * null when the run sets no time, as when the code was changed during the run, or when no one can type so fast. The
 * server need not confirm that.
 */
export function countedTimeMs(typed: Example, present: Example, result: Result): number | null {
  return present.code_version === typed.code_version && !isTooFast(typed, result) ? result.timeMs : null;
}

/** The run as the example keeps it while its time is the best. */
export function bestRunOf({ errors, accuracy, finishedAt }: Result): NonNullable<Example["best_run"]> {
  return { errors, accuracy, ended_at: new Date(finishedAt).toISOString() };
}

/** Whether the run took less than 2 ms a character of this example. */
export function isTooFast(typed: Example, { timeMs }: Result): boolean {
  return timeMs !== null && timeMs < leastTimeMs(codePoints(typed.code_content));
}

export function deliveredAs(delivery: Delivery, at: number): Delivered {
  const answer = delivery.kind === "sent" ? delivery.answer : null;
  return {
    at,
    times:
      answer === null
        ? null
        : {
            isRecord: answer.isRecord,
            bestTimeMs: answer.best_time_ms,
            lastTimeMs: answer.last_time_ms,
            isTooFast: answer.unchecked_because === "fast",
          },
    loss: lossOf(delivery, { example: "This example", result: "This result" }),
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
