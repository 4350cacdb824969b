// Repeats of an attempt that was counted before. They add what the first report did not have: its errors, or a log,
// each once. Everything else stays as the first report set it.

import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import type { Tx } from "../store.ts";
import {
  type Attempt,
  type CountedAttempt,
  type Result,
  resultOf,
  setChecked,
  setErrors,
} from "./attempts.ts";
import { bestAfter, isWithheld, provenEnd, storeBest, type Time } from "./best-times.ts";
import { type BestTimes, type LockedTimes, type Target } from "./progress-row.ts";
import { type Evidence, insertRun, type ReplayedRun } from "./runs.ts";
import { addToExample } from "./totals.ts";

type Repeat = Attempt & { readonly evidence?: Evidence };

/** The result of the first report, with what a log that was added changes; and what was added now. */
type Repeated = {
  readonly result: Result;
  /** Errors on the current code. */
  readonly errors: number | null;
  readonly run: ReplayedRun | null;
};

export async function recordRepeat(
  tx: Tx,
  repeat: Repeat,
  first: CountedAttempt,
  target: Target,
  before: LockedTimes,
): Promise<Repeated> {
  const added = { errors: await addMissingErrors(tx, repeat, first, target), run: null };
  const { evidence } = repeat;
  // The first report that has a log decides, so that the order of the reports does not matter.
  if (evidence === undefined || evidence.because === "none" || first.unchecked_because !== "none")
    return { ...added, result: resultOf(first) };
  const { because, run } = judge(evidence, first, target);
  if (!(await setChecked(tx, repeat, first.attempt_key, because)))
    return { ...added, result: resultOf(first) };
  const time = timeOf(
    first,
    because,
    target,
    run ? provenEnd(first.ended_at, run, repeat.at) : first.ended_at,
  );
  const isListed = time !== null && first.removed === 0 && !isWithheld(before, time);
  if (run) {
    const { userId, exampleId } = repeat;
    const { attempt_key: key, ended_at: endedAt, time_ms: timeMs } = first;
    await insertRun(tx, { ...run, userId, exampleId, key, endedAt, timeMs, because, mayBeKept: isListed });
  }
  if (time !== null && first.removed === 0) {
    const after = isListed && because === null ? bestAfter(before, time) : withReason(before, time);
    await storeBest(tx, { ...repeat, codeVersion: target.code_version }, before, after);
  }
  return { ...added, run, result: resultOf({ ...first, unchecked_because: because }) };
}

/**
 * Some clients report the errors of an attempt only with the second of two requests. Returns those that count for the
 * current code.
 */
async function addMissingErrors(
  tx: Tx,
  repeat: Attempt,
  first: CountedAttempt,
  target: Target,
): Promise<number | null> {
  const { errors } = repeat;
  if (first.errors !== null || errors === null) return null;
  const isAdded = await addErrors(tx, repeat, first.attempt_key);
  if (!isAdded || first.code_version !== target.code_version) return null;
  await addToExample(tx, repeat.exampleId, { attempts: 1, errors });
  return errors;
}

async function addErrors(tx: Tx, repeat: Attempt, key: string): Promise<boolean> {
  const isAdded = await setErrors(tx, repeat, key);
  await tx
    .updateTable("progress")
    .set({ errors: repeat.errors, accuracy: repeat.accuracy })
    .where("user_id", "=", repeat.userId)
    .where("example_id", "=", repeat.exampleId)
    .where("errors", "is", null)
    .execute();
  return isAdded;
}

type Judgement = {
  readonly because: Exclude<UncheckedReason, "none"> | null;
  readonly run: ReplayedRun | null;
};

/** The log was compared with what this report says, but what counts is what the first one said. */
function judge({ because, run }: Evidence, first: CountedAttempt, target: Target): Judgement {
  if (run === null) return { because: because === "busy" ? "busy" : "log", run };
  const isOfFirst =
    run.codeVersion === target.code_version &&
    run.codeVersion === first.code_version &&
    (first.time_ms === null || run.timeMs === first.time_ms) &&
    (first.errors === null || run.errors === first.errors);
  if (!isOfFirst) return { because: "log", run: null };
  return { because: first.time_ms === null ? (because ?? "late") : because, run };
}

/** null when the attempt set no time on the current code. */
function timeOf(
  { time_ms: timeMs, received_at: receivedAt, code_version }: CountedAttempt,
  because: UncheckedReason | null,
  target: Target,
  endedAt: number,
): Time | null {
  const isTimed = timeMs !== null && code_version === target.code_version;
  return isTimed ? { timeMs, because, endedAt, receivedAt } : null;
}

/** The best times, where the reason changes if this unchecked time is the best. */
function withReason(before: BestTimes, { timeMs, because, receivedAt }: Time): BestTimes {
  const { best_time_ms, best_at, best_unchecked_because } = before;
  const isBest = best_unchecked_because === "none" && best_time_ms === timeMs && best_at === receivedAt;
  return isBest ? { ...before, best_unchecked_because: because } : before;
}
