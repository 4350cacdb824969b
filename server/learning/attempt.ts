// What the two endpoints that complete an example share. An attempt counts once, over whichever of them it arrives.

import { DomainError, rateLimited } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import type { Result } from "../store/results/attempts.ts";
import { type Completion, recordCompletion, TooManyRuns } from "../store/results/completions.ts";
import type { WriteOptions } from "../store/store.ts";
import { dayOf, knownZone, zoneOf } from "./days/calendar.ts";
import { checkLog, type EvidenceDeps, type EvidenceFields } from "./evidence/check-log.ts";
import { recordPractice } from "./record-practice.ts";

/** The fields that both bodies have. */
type AttemptFields = EvidenceFields & {
  readonly attemptId?: string | undefined;
  readonly finishedMsAgo?: number | undefined;
  readonly codeVersion?: number | undefined;
  readonly isTimed?: boolean | undefined;
};

type Typed = {
  readonly exampleId: number;
  readonly timeMs: number;
  readonly accuracy: number | null;
  readonly errors: number | null;
};

export type CompleteDeps = EvidenceDeps & {
  readonly now: () => number;
  /** How many runs of a learner count on one day (UTC). */
  readonly runsPerDay: number;
};

const dayMs = 86_400_000;

/** Throws DomainError NOT_FOUND, also for examples of unpublished courses, and RATE_LIMITED until the next day. */
export async function complete(
  deps: CompleteDeps,
  principal: Principal,
  { timeMs, ...typed }: Typed,
  fields: AttemptFields,
): Promise<Result> {
  const { store, now, runsPerDay } = deps;
  const at = now();
  const run = { ...typed, attemptId: fields.attemptId ?? null, codeVersion: fields.codeVersion ?? null };
  const { evidence, costs } = await checkLog(deps, principal, { ...run, timeMs, at }, fields);
  const completion: Completion = {
    ...run,
    userId: principal.userId,
    // A device whose clock cannot be trusted reports an attempt without a time.
    timeMs: fields.isTimed === false ? null : timeMs,
    // Devices' clocks are wrong too often: the end is counted back from the server's own clock.
    endedAt: at - (fields.finishedMsAgo ?? 0),
    at,
    evidence,
    zone: knownZone(fields.zone),
    dayOf: (moment, lastZone) => dayOf(moment, zoneOf(fields.zone, lastZone)),
  };
  const result = await store
    .write(async (tx) => {
      const recorded = await recordCompletion(tx, completion, runsPerDay);
      if (recorded !== null) await recordPractice(tx, { ...completion, zone: fields.zone, costs }, recorded);
      return recorded?.result ?? null;
    }, aboutExample(completion.exampleId))
    .catch(refusalAt(at));
  if (result === null) throw exampleUnknown();
  return result;
}

/** Throws the error of a transaction that saves a run; TooManyRuns as DomainError RATE_LIMITED. */
export function refusalAt(at: number): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof TooManyRuns)) throw error;
    throw rateLimited("results in one day", Math.ceil((dayMs - (at % dayMs)) / 1_000));
  };
}

/** Many learners save results of one example, which an admin may be changing. */
export function aboutExample(id: number): WriteOptions {
  return { about: `example ${id}` };
}

export function exampleUnknown(): DomainError {
  return new DomainError("NOT_FOUND", "There is no such example.");
}
