// One line in the log for each time that the database failed, however many callers it failed.

import { StorageFull, type StoreLog, StoreUnavailable } from "./store.ts";

export function logOnce(log: StoreLog | undefined): <T>(work: () => Promise<T>) => Promise<T> {
  const told = new WeakSet<Error>();
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if ((error instanceof StoreUnavailable || error instanceof StorageFull) && !told.has(error)) {
        told.add(error);
        log?.error({ err: error }, `The database failed: ${error.message}`);
      }
      throw error;
    }
  };
}
