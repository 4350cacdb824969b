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
  createProgress,
  laterOf,
  lockProgress,
  lockTarget,
  recordRun,
  type Target,
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
};

/** The learner has had as many runs counted on this day (UTC) as are allowed. */
export class TooManyRuns extends Error {
  override readonly name = "TooManyRuns";
}

/**
 * Completes an example. A repeat of an attempt changes nothing and gets the result of the first; only a log that the
 * first did not have is added. Returns null when the example or the learner does not exist, or the course is not
 * published. Throws TooManyRuns, so that the transaction is rolled back.
 */
export async function recordCompletion(
  tx: Tx,
  completion: Completion,
  runsPerDay = Number.POSITIVE_INFINITY,
): Promise<Result | null> {
  const { userId, exampleId, errors } = completion;
  const target = await lockTarget(tx, completion, completion.timeMs);
  if (!target) return null;
  const isFirstSave = await createProgress(tx, completion, target);
  const before = await lockProgress(tx, completion, target);
  const repeated = isFirstSave ? null : await findAttempt(tx, completion);
  if (repeated) return recordRepeat(tx, completion, repeated, target, before);
  const { isForCurrentCode, timeMs, because, run } = judge(completion, target);
  const { endedAt, at: receivedAt } = completion;
  const time =
    timeMs === null
      ? null
      : { timeMs, because, endedAt: run ? provenEnd(endedAt, run, receivedAt) : endedAt, receivedAt };
  const isListed = time !== null && !isWithheld(before, time);
  const after: Times = {
    ...(isListed ? bestAfter(before, time) : before),
    completed_at: before.completed_at ?? endedAt,
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
  if ((await recordRun(tx, completion)) > runsPerDay) throw new TooManyRuns();
  return result;
}

type Judgement = {
  readonly isForCurrentCode: boolean;
  /** null when the attempt sets no time. */
  readonly timeMs: number | null;
  /** null when the time is checked. */
  readonly because: UncheckedReason | null;
  /** The run to store. */
  readonly run: ReplayedRun | null;
};

/** Judges an attempt by the code as it is now: an admin may have changed it since the replay. */
function judge({ evidence = noEvidence, ...completion }: Completion, target: Target): Judgement {
  const typed = completion.codeVersion ?? evidence.run?.codeVersion ?? target.code_version;
  const isOnCode = typed === target.code_version;
  const isForCurrentCode = isOnCode && !mayBeForgotten(completion);
  const timeMs = isForCurrentCode ? completion.timeMs : null;
  const isForeign = evidence.run !== null && !(isOnCode && evidence.run.codeVersion === typed);
  const run = isForeign || !isForCurrentCode ? null : evidence.run;
  if (timeMs !== null && timeMs < leastTimeMs(target.code_points ?? 0))
    return { isForCurrentCode, timeMs: null, because: "fast", run };
  if (isForeign) return { isForCurrentCode, timeMs, because: "log", run };
  const unchecked = timeMs === null ? "late" : null;
  return { isForCurrentCode, timeMs, because: evidence.because ?? unchecked, run };
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
      completed_at = ${value("completed_at")},
      best_time_ms = ${value("best_time_ms")}, best_at = ${value("best_at")},
      best_unchecked_because = ${value("best_unchecked_because")},
      checked_best_ms = ${value("checked_best_ms")}, checked_best_at = ${value("checked_best_at")},
      last_time_ms = ${value("last_time_ms")}, last_at = ${value("last_at")},
      code_version = ${value("codeVersion")},
      saved_at = ${laterOf("saved_at", value("at"))}
    where user_id = ${value("userId")} and example_id = ${value("exampleId")}`.compile(db),
);
