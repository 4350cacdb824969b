// A finished run from memory: what its outbox keeps of it, and what the server is sent.

import type { RequestBody } from "@tabstop/contract/endpoints";
import { evidenceOf, msAgo, type SomeRun, type Waiting } from "./outbox-store.ts";

export type FinishedMemoryRun = Omit<SomeRun, "start"> & {
  readonly way: "gaps" | "recall";
  /** The ids of the constructs that were hidden, at least one. */
  readonly hidden: readonly number[];
  /** Those of them that had to be shown. */
  readonly shown: readonly number[];
};

/** A run not yet sent. When `isOnDevice` is false, only this open page has the run. */
export type WaitingMemoryRun = Waiting<FinishedMemoryRun>;

/** The contract's bound. */
const mostConstructs = 10_000;

/** The request for a run at this time of the device, always within the contract's bounds. */
export function memoryBodyOf(run: FinishedMemoryRun, now: number): RequestBody<"saveReview"> {
  const { attemptId, way, codeVersion } = run;
  const { start: _, ...evidence } = evidenceOf(run);
  return {
    ...{ attemptId, way, codeVersion, finishedMsAgo: msAgo(run, now) },
    hidden: run.hidden.slice(0, mostConstructs),
    shown: run.shown.slice(0, mostConstructs),
    ...evidence,
  };
}

/** Other entries, left by another version of the app or edited by hand, are not sent. */
export function isFinishedMemoryRun(stored: unknown): stored is FinishedMemoryRun {
  if (typeof stored !== "object" || stored === null) return false;
  const run = stored as Record<keyof FinishedMemoryRun, unknown>;
  const numbers = [run.userId, run.exampleId, run.codeVersion, run.finishedAt];
  return (
    numbers.every((value) => typeof value === "number" && Number.isFinite(value)) &&
    typeof run.attemptId === "string" &&
    typeof run.exampleTitle === "string" &&
    (run.way === "gaps" || run.way === "recall") &&
    [run.hidden, run.shown].every((ids) => Array.isArray(ids) && ids.every(Number.isSafeInteger))
  );
}
