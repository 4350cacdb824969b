// Limits how much CPU-heavy work (hashing, image processing) runs at once. That work shares libuv's pool of four
// threads with file access, so only a few jobs run, a bounded number waits, and further callers get UNAVAILABLE with a
// delay.

import { DomainError } from "../domain-error.ts";

export type SemaphoreLimits = { readonly running: number; readonly waiting: number };
export type Semaphore = {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Throws DomainError UNAVAILABLE if a job could neither run nor wait now. Call it before doing any other work. */
  readonly refuseWhenFull: () => void;
};

/** `tooMany` is the error's sentence when neither a running nor a waiting place is free. */
export function createSemaphore({ running, waiting }: SemaphoreLimits, tooMany: string): Semaphore {
  let active = 0;
  const queue: (() => void)[] = [];
  const refuseWhenFull = () => {
    if (active >= running && queue.length >= waiting)
      throw new DomainError("UNAVAILABLE", tooMany, { retryAfterS: 2 });
  };
  const semaphore = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseWhenFull();
    if (active < running) active++;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // Pass the place on to the next waiting job directly, so that no new caller can take it in between.
      const next = queue.shift();
      if (next) next();
      else active--;
    }
  };
  return Object.assign(semaphore, { refuseWhenFull });
}
