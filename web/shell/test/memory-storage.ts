import type { FinishedRun } from "../outbox/finished-run.ts";
import type { OutboxStorage, SomeRun } from "../outbox/outbox-store.ts";

/** A device that stores runs, as long as the test runs. */
export function memoryStorage<R extends SomeRun = FinishedRun>(): OutboxStorage<R> {
  const runs = new Map<string, R>();
  return {
    all: async () => [...runs.values()],
    put: async (run) => runs.set(run.attemptId, run) === runs,
    remove: async (attemptId) => void runs.delete(attemptId),
  };
}
