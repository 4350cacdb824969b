// A unit of work while it runs: which one we are in, and how long it may take.

import { AsyncLocalStorage } from "node:async_hooks";
import type { WriteOptions } from "./store.ts";

/** A unit that has not ended by then is given up, since on SQLite everyone waits behind it. */
const unitLimitMs = 30_000;
const longUnitLimitMs = 30 * 60_000;

/**
 * Knows whether code runs inside a unit of one store. A `store.write` in there would wait for its own end (SQLite) or
 * be a transaction of its own that cannot see the outer one (PostgreSQL).
 *
 * Following asynchronous code costs every promise of the process a little, so it is switched on only while units run.
 */
export class TransactionScope {
  readonly #inside = new AsyncLocalStorage<true>();
  #running = 0;

  refuseNesting(): void {
    if (this.#running > 0 && this.#inside.getStore()) {
      throw new TypeError("store.write inside store.write: pass the outer unit's tx on instead");
    }
  }

  /** While `work` runs, units may run; following them is switched off when the last such work has ended. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#running === 0) this.#inside.disable();
    }
  }

  /** Runs one unit; only inside `during`. */
  unit<T>(run: () => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return this.#inside.run(true, () => withLimit(run, options.long ? longUnitLimitMs : unitLimitMs));
  }
}

async function withLimit<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new RangeError(`A unit of work did not end within ${limitMs} ms; it must not wait for the outside`),
      );
    }, limitMs);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Counts what is under way, so that closing can wait for it. */
export class InFlight {
  #count = 0;
  #idle: (() => void)[] = [];

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await work();
    } finally {
      this.#count--;
      if (this.#count === 0) for (const tell of this.#idle.splice(0)) tell();
    }
  }

  async idle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((tell) => this.#idle.push(tell));
  }
}
