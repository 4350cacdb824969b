// A completed run of an example: what the outbox keeps of it, what the server is sent, and what it answers.

import type { RequestBody, ResponseOf } from "@tabstop/contract/endpoints";
import { type DeliveryWith, evidenceOf, msAgo, type SomeRun, type Waiting } from "./outbox-store.ts";

export type FinishedRun = SomeRun & {
  readonly accuracy: number;
  readonly errors: number;
  /** From 1 ms to 24 h. */
  readonly timeMs: number;
  /** When false, the run completes the example but sets no time. */
  readonly isTimed: boolean;
};

/** A run not yet sent. When `isOnDevice` is false, only this open page has the run. */
export type WaitingRun = Waiting<FinishedRun>;

/** The learner's times of the example after a run; null when a server of an older version accepted it without any. */
export type TimesAfterRun = Extract<ResponseOf<"saveProgress">, { isRecord: boolean }> | null;

export type Delivery = DeliveryWith<TimesAfterRun>;

/** The contract's bound. */
const maxErrors = 1_000_000;

/** The request for a run at this time of the device, always within the contract's bounds. */
export function bodyOf(run: FinishedRun, now: number): RequestBody<"saveProgress"> {
  const { attemptId, exampleId, codeVersion, isTimed, accuracy, timeMs } = run;
  const errors = Math.min(maxErrors, run.errors);
  return {
    ...{ exampleId, progress: 100, accuracy, errors, isComplete: true, timeMs },
    ...{ attemptId, finishedMsAgo: msAgo(run, now), codeVersion, isTimed },
    ...evidenceOf(run),
  };
}

export function timesIn(response: ResponseOf<"saveProgress">): TimesAfterRun {
  return "isRecord" in response ? response : null;
}

/** Other entries, left by another version of the app or edited by hand, are not sent. */
export function isFinishedRun(stored: unknown): stored is FinishedRun {
  if (typeof stored !== "object" || stored === null) return false;
  const run = stored as Record<keyof FinishedRun, unknown>;
  const numbers = [run.userId, run.exampleId, run.codeVersion, run.accuracy, run.errors, run.timeMs];
  return (
    [...numbers, run.finishedAt].every((value) => typeof value === "number" && Number.isFinite(value)) &&
    typeof run.attemptId === "string" &&
    typeof run.exampleTitle === "string" &&
    typeof run.isTimed === "boolean"
  );
}
