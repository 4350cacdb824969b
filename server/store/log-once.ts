// Logs each failure of the database once, however many callers it failed.

import { StorageFull, type StoreLog, StoreUnavailable } from "./store.ts";

export function logOnce(log: StoreLog | undefined): <T>(work: () => Promise<T>) => Promise<T> {
  const logged = new WeakSet<Error>();
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if ((error instanceof StoreUnavailable || error instanceof StorageFull) && !logged.has(error)) {
        logged.add(error);
        log?.warn({ err: error }, `The database failed: ${error.message}`);
      }
      throw error;
    }
  };
}
