// Work that takes a whole core for a while (hashing, images) shares libuv's pool of four threads with the files: a few at
// a time, some more wait, and whoever comes after that is told when to come back.

import { DomainError } from "../domain-error.ts";

export type TurnLimits = { readonly running: number; readonly waiting: number };
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** `tooMany` is the sentence for whoever finds no place. Throws DomainError UNAVAILABLE. */
export function createTurns({ running, waiting }: TurnLimits, tooMany: string): Turn {
  let active = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (active < running) active++;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new DomainError("UNAVAILABLE", tooMany, { retryAfterS: 2 });
    try {
      return await work();
    } finally {
      // The place passes to the next in line directly, so that nobody can slip in between.
      const next = queue.shift();
      if (next) next();
      else active--;
    }
  };
}
