import type { FinishedRun, OutboxStorage } from "../outbox/outbox-store.ts";

/** A device that stores runs, as long as the test runs. */
export function memoryStorage(): OutboxStorage {
  const runs = new Map<string, FinishedRun>();
  return {
    all: async () => [...runs.values()],
    put: async (run) => runs.set(run.attemptId, run) === runs,
    remove: async (attemptId) => void runs.delete(attemptId),
  };
}
