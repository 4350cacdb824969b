// Completions: a learner typed an example to its end. One attempt counts once, however often and over whichever
// endpoint it arrives (`attempts.ts`). What is completed stays completed.

import { leastTimeMs } from "@tabstop/engine/least-time";
import { sql } from "kysely";
import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import { preparedQuery } from "../prepared-query.ts";
import type { Tx } from "../store.ts";
import { type Attempt, findAttempt, insertAttempt, keyOf, mayBeForgotten, type Result } from "./attempts.ts";
import { bestAfter, changeOfBest, isWithheld, moveOnBoards, provenEnd } from "./best-times.ts";
import {
  type CompletedTarget,
  createProgress,
  laterOf,
  lockCompletedTarget,
  lockProgress,
  recordRun,
  type Times,
} from "./progress-row.ts";
import { recordRepeat } from "./repeats.ts";
import { type Evidence, insertRun, noEvidence, type ReplayedRun } from "./runs.ts";
import { addToExample, addToLearner } from "./totals.ts";

export type Completion = Attempt & {
  /** The version of the code that the learner saw; null means the current one. */
  readonly codeVersion: number | null;
  /** Absent: no log came with it. */
  readonly evidence?: Evidence;
  /** The zone that came with it; null unless it is known. */
  readonly zone?: string | null;
  /** The day of a moment for the learner, where the last zone counts if none came with the run. Absent: no day counts. */
  readonly dayOf?: (at: number, lastZone: string | null) => number;
};

/** What was recorded, and what follows from it for the learner's days. */
export type Recorded = {
  readonly result: Result;
  /** False for a repeat. */
  readonly isNew: boolean;
  /** The end and the day of the attempt, by its first report. */
  readonly endedAt: number;
  readonly day: number;
  /** What this report adds: null for what the learner typed on earlier code, or reported before. */
  readonly timeMs: number | null;
  readonly errors: number | null;
  /** The run that was stored now. */
  readonly run: ReplayedRun | null;
  /** Whether the current code was typed. */
  readonly isOnCode: boolean;
  /** False when the attempt is so old that this may be a repeat of it. */
  readonly isCounted: boolean;
  /** Whether the completion counts on the attempt's day, and which day no longer counts it, perhaps the same. */
  readonly isFirstRun: boolean;
  readonly uncountedDay: number | null;
  readonly target: CompletedTarget;
};

/** The learner has had as many runs counted on this day (UTC) as are allowed. */
export class TooManyRuns extends Error {
  override readonly name = "TooManyRuns";
}

/**
 * Completes an example. A repeat of an attempt changes nothing and gets the result of the first; only a log that the
 * first did not have is added, or its errors. Returns null when the example or the learner does not exist, or the course is not
 * published. Throws TooManyRuns, so that the transaction is rolled back.
 */
export async function recordCompletion(
  tx: Tx,
  completion: Completion,
  runsPerDay = Number.POSITIVE_INFINITY,
): Promise<Recorded | null> {
  const { userId, exampleId, errors, dayOf = () => null } = completion;
  const target = await lockCompletedTarget(tx, completion);
  if (!target) return null;
  const isFirstSave = await createProgress(tx, completion, target);
  const before = await lockProgress(tx, completion, target);
  const repeated = isFirstSave ? null : await findAttempt(tx, completion);
  if (repeated) {
    const added = await recordRepeat(tx, completion, repeated, target, before);
    const { ended_at } = repeated;
    return { ...noRun, ...added, target, endedAt: ended_at, day: dayOf(ended_at, target.last_zone) ?? 0 };
  }
  const { isOnCode, isForCurrentCode, timeMs, because, run } = judge(completion, target);
  const { endedAt, at: receivedAt } = completion;
  const time =
    timeMs === null
      ? null
      : { timeMs, because, endedAt: run ? provenEnd(endedAt, run, receivedAt) : endedAt, receivedAt };
  const isListed = time !== null && !isWithheld(before, time);
  const day = dayOf(endedAt, target.last_zone);
  const { isFirstRun, ...completed } = completedAfter(before, endedAt, day);
  const after: Times = {
    ...(isListed ? bestAfter(before, time) : before),
    ...completed,
    ...lastAfter(before, timeMs, endedAt),
  };
  const { best_time_ms, last_time_ms } = after;
  const isRecord = best_time_ms !== before.best_time_ms;
  const result: Result = {
    ...{ best_time_ms, last_time_ms, isRecord },
    checked: because === null,
    unchecked_because: because,
  };
  const isFirstCompletion = before.completed_at === null;
  await insertAttempt(tx, completion, isForCurrentCode ? target.code_version : null, result);
  if (run)
    await insertRun(tx, {
      ...{ ...run, userId, exampleId, key: keyOf(completion), endedAt },
      ...{ timeMs, because, mayBeKept: isListed },
    });
  await updateProgress(tx, { ...completion, ...after, codeVersion: target.code_version });
  await addToExample(tx, exampleId, {
    begun: isFirstSave ? 1 : 0,
    completions: isFirstCompletion ? 1 : 0,
    ...changeOfBest(before, after),
    attempts: isForCurrentCode && errors !== null ? 1 : 0,
    errors: isForCurrentCode ? (errors ?? 0) : 0,
  });
  await addToLearner(tx, userId, target, {
    begun: isFirstSave ? 1 : 0,
    completed: isFirstCompletion ? 1 : 0,
  });
  await moveOnBoards(tx, { exampleId, codeVersion: target.code_version }, before, after);
  const { at, zone = null } = completion;
  if ((await recordRun(tx, { userId, at, endedAt, zone })) > runsPerDay) throw new TooManyRuns();
  return {
    ...{ result, isNew: true, endedAt, day: day ?? 0, timeMs, run, isOnCode, isFirstRun, target },
    errors: isForCurrentCode ? errors : null,
    isCounted: !mayBeForgotten(completion),
    uncountedDay: isFirstRun ? before.completed_day : null,
  };
}

const noRun = {
  ...{ isNew: false, timeMs: null, isOnCode: false, isCounted: true, isFirstRun: false, uncountedDay: null },
} as const;

/** A completion belongs to the first of the example's runs, in whatever order they arrive. */
function completedAfter({ completed_at, completed_day }: Times, endedAt: number, day: number | null) {
  if (completed_at === null) return { completed_at: endedAt, completed_day: day, isFirstRun: true };
  // No day counts a completion from before days were counted.
  const isFirstRun =
    completed_day !== null &&
    day !== null &&
    (endedAt < completed_at || (endedAt === completed_at && day < completed_day));
  return {
    completed_at: Math.min(completed_at, endedAt),
    completed_day: isFirstRun ? day : completed_day,
    isFirstRun,
  };
}

type Judgement = {
  readonly isOnCode: boolean;
  readonly isForCurrentCode: boolean;
  /** null when the attempt sets no time. */
  readonly timeMs: number | null;
  /** null when the time is checked. */
  readonly because: UncheckedReason | null;
  /** The run to store. */
  readonly run: ReplayedRun | null;
};

/** Judges an attempt by the code as it is now: an admin may have changed it since the replay. */
function judge({ evidence = noEvidence, ...completion }: Completion, target: CompletedTarget): Judgement {
  const typed = completion.codeVersion ?? evidence.run?.codeVersion ?? target.code_version;
  const isOnCode = typed === target.code_version;
  const isForCurrentCode = isOnCode && !mayBeForgotten(completion);
  const timeMs = isForCurrentCode ? completion.timeMs : null;
  const isForeign = evidence.run !== null && !(isOnCode && evidence.run.codeVersion === typed);
  const run = isForeign || !isForCurrentCode ? null : evidence.run;
  const judged = { isOnCode, isForCurrentCode, run };
  if (timeMs !== null && timeMs < leastTimeMs(target.code_points))
    return { ...judged, timeMs: null, because: "fast" };
  if (isForeign) return { ...judged, timeMs, because: "log" };
  const unchecked = timeMs === null ? "late" : null;
  return { ...judged, timeMs, because: evidence.because ?? unchecked };
}

function lastAfter({ last_time_ms, last_at }: Times, timeMs: number | null, endedAt: number) {
  const isLater = timeMs !== null && (last_at === null || endedAt >= last_at);
  return isLater ? { last_time_ms: timeMs, last_at: endedAt } : { last_time_ms, last_at };
}

const updateProgress = preparedQuery<Completion & Times, never>((db, value) =>
  sql<never>`
    update progress set
      percent = 100,
      accuracy = coalesce(${value("accuracy")}, accuracy),
      errors = coalesce(${value("errors")}, errors),
      completed_at = ${value("completed_at")}, completed_day = ${value("completed_day")},
      best_time_ms = ${value("best_time_ms")}, best_at = ${value("best_at")},
      best_unchecked_because = ${value("best_unchecked_because")},
      checked_best_ms = ${value("checked_best_ms")}, checked_best_at = ${value("checked_best_at")},
      last_time_ms = ${value("last_time_ms")}, last_at = ${value("last_at")},
      code_version = ${value("codeVersion")},
      saved_at = ${laterOf("saved_at", value("at"))}
    where user_id = ${value("userId")} and example_id = ${value("exampleId")}`.compile(db),
);
