// Completions: a learner typed an example to its end. One attempt counts once, however often and over whichever
// endpoint it arrives (`attempts.ts`). What is completed stays completed.

import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Tx } from "../store.ts";
import {
  type Attempt,
  findAttempt,
  insertAttempt,
  mayBeForgotten,
  type Result,
  resultOf,
  setErrors,
} from "./attempts.ts";
import { createProgress, laterOf, lockProgress, lockTarget, recordRun, type Times } from "./progress-row.ts";
import { boards, moveTime } from "./time-counts.ts";
import { addToExample, addToLearner } from "./totals.ts";

export type Completion = Attempt & {
  /** The version of the code that the learner saw; null means the current one. */
  readonly codeVersion: number | null;
};

/** The learner has had as many runs counted on this day (UTC) as are allowed. */
export class TooManyRuns extends Error {
  override readonly name = "TooManyRuns";
}

/**
 * Completes an example. A repeat of an attempt changes nothing and gets the result of the first. Returns null when the
 * example or the learner does not exist, or the course is not published. Throws TooManyRuns, so that the transaction is
 * rolled back.
 */
export async function recordCompletion(
  tx: Tx,
  completion: Completion,
  runsPerDay = Number.POSITIVE_INFINITY,
): Promise<Result | null> {
  const { userId, exampleId, errors } = completion;
  const target = await lockTarget(tx, completion);
  if (!target) return null;
  const isFirstSave = await createProgress(tx, completion, target);
  const before = await lockProgress(tx, completion, target);
  const repeated = isFirstSave ? null : await findAttempt(tx, completion);
  if (repeated) {
    if (repeated.errors === null && errors !== null) {
      const isAdded = await addErrors(tx, completion, repeated.attempt_key);
      if (isAdded && repeated.code_version === target.code_version)
        await addToExample(tx, exampleId, { attempts: 1, errors });
    }
    return resultOf(repeated);
  }
  const isForCurrentCode =
    (completion.codeVersion === null || completion.codeVersion === target.code_version) &&
    !mayBeForgotten(completion);
  const after = timesAfter(before, completion, isForCurrentCode);
  const { best_time_ms, last_time_ms } = after;
  const isRecord = best_time_ms !== before.best_time_ms;
  const result: Result = {
    ...{ best_time_ms, last_time_ms, isRecord },
    checked: false,
    unchecked_because: "none",
  };
  const isFirstCompletion = before.completed_at === null;
  await insertAttempt(tx, completion, isForCurrentCode ? target.code_version : null, result);
  await updateProgress(tx, { ...completion, ...after, codeVersion: target.code_version });
  await addToExample(tx, exampleId, {
    begun: isFirstSave ? 1 : 0,
    completions: isFirstCompletion ? 1 : 0,
    timed: result.isRecord && before.best_time_ms === null ? 1 : 0,
    sum_best_ms: (best_time_ms ?? 0) - (before.best_time_ms ?? 0),
    attempts: isForCurrentCode && errors !== null ? 1 : 0,
    errors: isForCurrentCode ? (errors ?? 0) : 0,
  });
  await addToLearner(tx, userId, target, {
    begun: isFirstSave ? 1 : 0,
    completed: isFirstCompletion ? 1 : 0,
  });
  if (result.isRecord) {
    const code = { exampleId, codeVersion: target.code_version, board: boards.all };
    await moveTime(tx, code, before.best_time_ms, best_time_ms);
  }
  if ((await recordRun(tx, completion)) > runsPerDay) throw new TooManyRuns();
  return result;
}

/** Some clients report the errors of an attempt only with the second of two requests. */
async function addErrors(tx: Tx, completion: Completion, key: string): Promise<boolean> {
  const isAdded = await setErrors(tx, completion, key);
  await tx
    .updateTable("progress")
    .set({ errors: completion.errors, accuracy: completion.accuracy })
    .where("user_id", "=", completion.userId)
    .where("example_id", "=", completion.exampleId)
    .where("errors", "is", null)
    .execute();
  return isAdded;
}

function timesAfter(before: Times, { timeMs, endedAt }: Completion, isForCurrentCode: boolean): Times {
  const completed = { ...before, completed_at: before.completed_at ?? endedAt };
  if (timeMs === null || !isForCurrentCode) return completed;
  return { ...completed, ...bestOf(before, timeMs, endedAt), ...lastOf(before, timeMs, endedAt) };
}

function bestOf({ best_time_ms, best_at }: Times, timeMs: number, endedAt: number) {
  const isBetter = best_time_ms === null || timeMs < best_time_ms;
  // The same time, reached earlier but arriving later: earlier comes first on the leaderboard.
  const isEarlier = timeMs === best_time_ms && endedAt < (best_at as number);
  return isBetter || isEarlier ? { best_time_ms: timeMs, best_at: endedAt } : { best_time_ms, best_at };
}

function lastOf({ last_time_ms, last_at }: Times, timeMs: number, endedAt: number) {
  const isLater = last_at === null || endedAt >= last_at;
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
      last_time_ms = ${value("last_time_ms")}, last_at = ${value("last_at")},
      code_version = ${value("codeVersion")},
      saved_at = ${laterOf("saved_at", value("at"))}
    where user_id = ${value("userId")} and example_id = ${value("exampleId")}`.compile(db),
);
