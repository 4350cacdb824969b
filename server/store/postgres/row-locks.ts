// Keeps rows that another transaction has locked, such as an admin's long change or a session of psql, from taking all
// connections. A write that has to wait for a row soon gives its connection back. Then it runs again from its
// start, patiently, beside few others.
//
// Writes about the same thing, such as one example, are few at a time from the start; the others wait in memory.

import pLimit, { type LimitFunction } from "p-limit";
import { RowsLocked } from "../store.ts";
import { isLockTimeout } from "./postgres-errors.ts";

/** Runs a transaction. `lockMs` is how long it waits for a row; without it, as long as any transaction may. */
type Attempt<T> = (lockMs?: number) => Promise<T>;

/** How long a write waits: in memory until its patient attempt begins, and there for a row. In ms. */
const usual = { waitMs: 3_500, lockMs: 1_500 };
/**
 * The same for a write about a thing whose rows are locked. With the short first attempt it waits 300 ms for a row, and
 * the client gets its 503 within a second.
 */
const contended = { waitMs: 600, lockMs: 200 };
/** Rows count as locked for this long after a write about them waited in vain. */
const lockedMs = 1_000;

/** The writes about one thing. */
type Lane = { readonly limit: LimitFunction; timedOutAt: number };

export class RowLocks {
  readonly #atOnce: number;
  readonly #patient: LimitFunction;
  readonly #lanes = new Map<string, Lane>();

  /** `atOnce` is how many connections may be used by patient writes, and by writes about the same thing. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
    this.#patient = pLimit(atOnce);
  }

  /** Throws RowsLocked when the write had to wait for too long. */
  run<T>(attempt: Attempt<T>, about?: string): Promise<T> {
    if (about === undefined) return this.#run(attempt, usual);
    const lane = this.#laneOf(about);
    // A class that finishes the same example together only waits for its turn, since no row is locked for long.
    const isLate = (waitedMs: number) =>
      waitedMs >= (performance.now() - lane.timedOutAt < lockedMs ? contended.waitMs : usual.waitMs);
    return inTurn(lane.limit, isLate, () => this.#run(notingTimeouts(lane, attempt), contended));
  }

  async #run<T>(attempt: Attempt<T>, { waitMs, lockMs }: typeof usual): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    return inTurn(
      this.#patient,
      (waitedMs) => waitedMs >= waitMs,
      () => attempt(lockMs),
    );
  }

  #laneOf(about: string): Lane {
    const found = this.#lanes.get(about);
    if (found) return found;
    // The map keeps only what is in use.
    for (const [name, { limit }] of this.#lanes)
      if (limit.activeCount + limit.pendingCount === 0) this.#lanes.delete(name);
    const lane = { limit: pLimit(this.#atOnce), timedOutAt: Number.NEGATIVE_INFINITY };
    this.#lanes.set(about, lane);
    return lane;
  }
}

function notingTimeouts<T>(lane: Lane, attempt: Attempt<T>): Attempt<T> {
  return async (lockMs) => {
    try {
      return await attempt(lockMs);
    } catch (error) {
      if (isLockTimeout(error)) lane.timedOutAt = performance.now();
      throw error;
    }
  };
}

/** How often a waiting write looks whether it is late, in ms. */
const lookMs = 100;

/** Throws RowsLocked when the work is late before its turn. */
function inTurn<T>(
  limit: LimitFunction,
  isLate: (waitedMs: number) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    let hasGivenUp = false;
    const timer = setInterval(() => {
      if (!isLate(performance.now() - since)) return;
      hasGivenUp = true;
      clearInterval(timer);
      reject(new RowsLocked("Too many writes wait for the same rows"));
    }, lookMs);
    void limit(async () => {
      if (hasGivenUp) return;
      clearInterval(timer);
      await work().then(resolve, reject);
    });
  });
}
