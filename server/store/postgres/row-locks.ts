// Keeps rows that another transaction has locked, such as an admin's long change or a session of psql, from taking all
// connections. A write that has to wait for a row soon gives its connection back. Then it runs again from its
// start, patiently, beside few others.
//
// Writes about the same thing, such as one example, are few at a time from the start; the others wait in memory.

import pLimit, { type LimitFunction } from "p-limit";
import { StoreUnavailable } from "../store.ts";
import { isLockTimeout } from "./postgres-errors.ts";

/** Runs a transaction. `lockMs` is how long it waits for a row; without it, as long as any transaction may. */
type Attempt<T> = (lockMs?: number) => Promise<T>;

/** How long a write waits: in memory until its patient attempt begins, and there for a row. In ms. */
const usual = { waitMs: 3_500, lockMs: 1_500 };
/** With the short first attempt, 300 ms for a row; the client gets its 503 within a second. */
const contended = { waitMs: 600, lockMs: 200 };

export class RowLocks {
  readonly #atOnce: number;
  readonly #patient: LimitFunction;
  readonly #about = new Map<string, LimitFunction>();

  /** `atOnce` is how many connections may be used by patient writes, and by writes about the same thing. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
    this.#patient = pLimit(atOnce);
  }

  /** Throws StoreUnavailable when the write had to wait for too long. */
  run<T>(attempt: Attempt<T>, about?: string): Promise<T> {
    if (about === undefined) return this.#run(attempt, usual.lockMs, performance.now() + usual.waitMs);
    const until = performance.now() + contended.waitMs;
    return this.#inTurn(this.#limitOf(about), until, () => this.#run(attempt, contended.lockMs, until));
  }

  async #run<T>(attempt: Attempt<T>, lockMs: number, until: number): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    return this.#inTurn(this.#patient, until, () => attempt(lockMs));
  }

  #limitOf(about: string): LimitFunction {
    const found = this.#about.get(about);
    if (found) return found;
    // The map keeps only what is in use.
    for (const [name, limit] of this.#about)
      if (limit.activeCount + limit.pendingCount === 0) this.#about.delete(name);
    const limit = pLimit(this.#atOnce);
    this.#about.set(about, limit);
    return limit;
  }

  #inTurn<T>(limit: LimitFunction, until: number, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new StoreUnavailable("Too many writes wait for the same rows"));
      }, until - performance.now());
      void limit(async () => {
        if (isLate) return;
        clearTimeout(timer);
        await work().then(resolve, reject);
      });
    });
  }
}
