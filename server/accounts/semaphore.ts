// Work that takes a whole core for a while (hashing, images) shares libuv's pool of four threads with the files: a few at
// a time, some more wait, and whoever comes after that is told when to come back.

import { DomainError } from "../domain-error.ts";

export type SemaphoreLimits = { readonly running: number; readonly waiting: number };
export type Semaphore = {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Throws DomainError UNAVAILABLE where `work` would find no place now: before anything else is done for it. */
  readonly refuseWhenFull: () => void;
};

/** `tooMany` is the sentence for whoever finds no place. Throws DomainError UNAVAILABLE. */
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
      // The place passes to the next in line directly, so that nobody can slip in between.
      const next = queue.shift();
      if (next) next();
      else active--;
    }
  };
  return Object.assign(semaphore, { refuseWhenFull });
}
