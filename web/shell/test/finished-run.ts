import type { FinishedMemoryRun } from "../outbox/finished-memory-run.ts";
import type { FinishedRun } from "../outbox/finished-run.ts";

/** A run as practice adds it to the outbox, by default of the user with id 1. */
export function finishedRun(attemptId: string, change: Partial<FinishedRun> = {}): FinishedRun {
  return {
    attemptId,
    userId: 1,
    exampleId: 7,
    exampleTitle: "Hello",
    codeVersion: 1,
    accuracy: 98,
    errors: 2,
    timeMs: 41_270,
    isTimed: true,
    finishedAt: Number.parseInt(attemptId, 36),
    ...change,
  };
}

/** The same from memory: three constructs were hidden, and one of them was shown. */
export function finishedMemoryRun(
  attemptId: string,
  change: Partial<FinishedMemoryRun> = {},
): FinishedMemoryRun {
  return {
    ...{ attemptId, userId: 1, exampleId: 7, exampleTitle: "Hello", codeVersion: 1 },
    ...{ way: "gaps", hidden: [3, 5, 8], shown: [5], finishedAt: Number.parseInt(attemptId, 36) },
    ...change,
  };
}
