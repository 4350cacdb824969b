import type { FinishedRun } from "../outbox/outbox-store.ts";

/** A run as practice hands it to the outbox, of the person with id 1 unless said. */
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
