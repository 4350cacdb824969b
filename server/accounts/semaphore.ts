// Limits how much CPU-heavy work (hashing, image processing) runs at once. That work shares libuv's pool of four
// threads with file access, so only a few jobs run, a bounded number waits, and further callers get UNAVAILABLE with a
// delay.

import pLimit from "p-limit";
import { DomainError } from "../domain-error.ts";

export type SemaphoreLimits = { readonly running: number; readonly waiting: number };
export type Semaphore = {
  /** Jobs start in the order in which they came. */
  <T>(work: () => Promise<T>): Promise<T>;
  /** Throws DomainError UNAVAILABLE if a job could neither run nor wait now. Call it before doing any other work. */
  readonly refuseWhenFull: () => void;
};

/** `tooMany` is the error's sentence when neither a running nor a waiting place is free. */
export function createSemaphore({ running, waiting }: SemaphoreLimits, tooMany: string): Semaphore {
  const limit = pLimit(running);
  const refuseWhenFull = () => {
    if (limit.activeCount + limit.pendingCount >= running + waiting)
      throw new DomainError("UNAVAILABLE", tooMany, { retryAfterS: 2 });
  };
  const semaphore = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseWhenFull();
    return limit(work);
  };
  return Object.assign(semaphore, { refuseWhenFull });
}
