// Removes the runs of a deleted account. Not part of the outboxes, so that it loads only with the page that deletes
// accounts.

import { memoryOutbox } from "./memory-outbox.ts";
import { outbox } from "./outbox.ts";
import { memoryRunStorage, runStorage } from "./outbox-storage.ts";
import type { OutboxStorage, SomeRun } from "./outbox-store.ts";

/** Removes the runs on this device of a learner whose account was deleted: no server would ever accept them. */
export async function forgetRunsOf(userId: number): Promise<void> {
  await Promise.all([dropRunsOf(userId, runStorage()), dropRunsOf(userId, memoryRunStorage())]);
  await Promise.all([outbox.reread(), memoryOutbox.reread()]);
}

export async function dropRunsOf<R extends SomeRun>(
  userId: number,
  storage: OutboxStorage<R>,
): Promise<void> {
  for (const run of (await storage.all()) ?? []) {
    if (run.userId === userId) await storage.remove(run.attemptId);
  }
}
