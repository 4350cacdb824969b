// What a transaction needs while it runs: a guard against nesting, a time limit, and a count of running work for
// closing.

import { AsyncLocalStorage } from "node:async_hooks";
import type { WriteOptions } from "./store.ts";

/** A transaction that runs longer is rolled back, since on SQLite all other writes wait for it. */
const usualLimitMs = 30_000;
const longLimitMs = 30 * 60_000;

/**
 * Knows whether code runs inside a transaction of its store. A nested `store.write` would wait for its own end (SQLite)
 * or be a second transaction that cannot see the changes of the first (PostgreSQL).
 *
 * Tracking asynchronous code makes every promise of the process slightly slower, so it is on only while transactions
 * run.
 */
export class TransactionScope {
  readonly #inside = new AsyncLocalStorage<true>();
  #running = 0;

  refuseNesting(): void {
    if (this.#running > 0 && this.#inside.getStore()) {
      throw new TypeError("store.write inside store.write: pass the outer transaction's tx on instead");
    }
  }

  /** Tracking is on while any `work` runs; transactions may run only in there. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#running === 0) this.#inside.disable();
    }
  }

  /** Runs one transaction with its time limit; only inside `during`. */
  run<T>(run: () => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return this.#inside.run(true, () => withLimit(run, options.long ? longLimitMs : usualLimitMs));
  }
}

async function withLimit<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new RangeError(
          `A transaction did not end within ${limitMs} ms; it must not wait for anything but the database`,
        ),
      );
    }, limitMs);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Counts running work, so that closing can wait for it. */
export class InFlight {
  #count = 0;
  #idle: (() => void)[] = [];

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await work();
    } finally {
      this.#count--;
      if (this.#count === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }
}
