// Removes the runs of a deleted account. Not part of the outbox, so that it loads only with the page that deletes
// accounts.

import { outbox } from "./outbox.ts";
import { deviceStorage } from "./outbox-storage.ts";
import type { OutboxStorage } from "./outbox-store.ts";

/** Removes the runs on this device of a learner whose account was deleted: no server would ever accept them. */
export async function forgetRunsOf(userId: number): Promise<void> {
  await dropRunsOf(userId, deviceStorage());
  await outbox.reread();
}

export async function dropRunsOf(userId: number, storage: OutboxStorage): Promise<void> {
  for (const run of (await storage.all()) ?? []) {
    if (run.userId === userId) await storage.remove(run.attemptId);
  }
}
