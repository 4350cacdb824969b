// Apart from the outbox, so that it loads only with the page on which somebody deletes an account.

import { outbox } from "./outbox.ts";
import { deviceStorage } from "./outbox-storage.ts";
import type { OutboxStorage } from "./outbox-store.ts";

/** Drops what waits on this device of a learner whose account is no more: nobody would ever take it. */
export async function forgetRunsOf(userId: number): Promise<void> {
  await dropRunsOf(userId, deviceStorage());
  await outbox.reread();
}

export async function dropRunsOf(userId: number, storage: OutboxStorage): Promise<void> {
  for (const run of await storage.all()) {
    if (run.userId === userId) await storage.remove(run.attemptId);
  }
}
