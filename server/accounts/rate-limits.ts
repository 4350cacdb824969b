// How many requests one user may send in a minute or an hour, by the class that the endpoint's literal names. These
// limits keep one client from using up what all users share; those that slow down guessing are in
// `passwords/throttle.ts`.
//
// A server counts in memory. Servers of one PostgreSQL database also share their counts there: one by one for the
// classes whose requests are costly, in steps for the others, so that a cheap request writes nothing. While the database
// cannot be reached, each server goes by what it knows. docs/decisions/shared-call-limits.md has the reasons.

import type { RateClass } from "@tabstop/contract/endpoint";
import { rateLimited } from "../domain-error.ts";
import { lockThrottle, saveThrottle } from "../store/accounts/throttles.ts";
import type { Store } from "../store/store.ts";

const minuteS = 60;
const hourS = 3_600;

/**
 * `requests` in any period of `perS` seconds; `what` names them in the error. A server shares its count after every
 * `shareEvery` requests of a user; with 1 each request waits for the shared count.
 */
export const rateLimits = {
  imports: { requests: 30, perS: minuteS, what: "imports", shareEvery: 1 },
  colours: { requests: 120, perS: minuteS, what: "requests", shareEvery: 12 },
  uploads: { requests: 10, perS: hourS, what: "uploads", shareEvery: 1 },
  exports: { requests: 5, perS: hourS, what: "exports", shareEvery: 1 },
  others: { requests: 600, perS: minuteS, what: "requests", shareEvery: 30 },
} as const satisfies Record<RateClass, RateLimit>;

/** Counted in the database, with the results (`store/results/completions.ts`): each keeps a row. */
export const runsPerDay = 2_000;

type RateLimit = {
  readonly requests: number;
  readonly perS: number;
  readonly what: string;
  readonly shareEvery: number;
};

/**
 * Counts a request of this user; throws DomainError RATE_LIMITED when it is one too many. Returns a promise, which
 * rejects with the same error, when the shared count decides; null when the request may go on immediately.
 */
export type LimitRate = (userId: number, rateClass: RateClass) => Promise<void> | null;

type Deps = {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Where the counts are shared; null for a server that is alone. */
  readonly store: Store | null;
  readonly log: { warn(fields: object, message: string): void };
};

export function createRateLimits(deps: Deps): LimitRate {
  const counters = new Map<RateClass, Counter>();
  return (userId, rateClass) => {
    let count = counters.get(rateClass);
    if (!count) counters.set(rateClass, (count = createCounter(rateClass, deps)));
    return count(userId);
  };
}

type Counter = (userId: number) => Promise<void> | null;

/** A period is counted in this many parts: seconds of a minute, minutes of an hour. */
const partsOfPeriod = 60;
/** Any period lies within this many whole parts. */
const windowParts = partsOfPeriod + 1;
/** With this many users counted, those who have sent nothing for a period are dropped. */
const usersAtMost = 10_000;

type Count = {
  /** The parts in which requests of this user were counted, of all servers as far as known; oldest first. */
  parts: number[];
  /** Those of this server that it has not shared yet. */
  pending: number[];
  isSharing: boolean;
};

// Long: a closure over the counts; each of its functions is short.
function createCounter(rateClass: RateClass, { now, store, log }: Deps): Counter {
  const { requests, perS, what, shareEvery }: RateLimit = rateLimits[rateClass];
  const partS = perS / partsOfPeriod;
  const counts = new Map<number, Count>();

  function countOf(userId: number, part: number): Count {
    const found = counts.get(userId);
    if (found) {
      found.parts = inWindow(found.parts, part);
      found.pending = inWindow(found.pending, part);
      return found;
    }
    if (counts.size >= usersAtMost) dropIdle(counts, part);
    const count: Count = { parts: [], pending: [], isSharing: false };
    counts.set(userId, count);
    return count;
  }

  function refuseWhenFull({ parts }: Count, part: number): void {
    const first = parts.at(-requests);
    if (first !== undefined) throw rateLimited(what, (first + windowParts - part) * partS);
  }

  /**
   * Adds this server's requests to the count of all servers, and learns theirs. `isExact`: also counts a request of
   * this moment, unless it is one too many; returns whether it was counted.
   */
  async function share(on: Store, userId: number, part: number, isExact: boolean): Promise<boolean> {
    const count = countOf(userId, part);
    const mine = count.pending.splice(0);
    const name = { kind: `calls-${rateClass}`, key: String(userId) };
    try {
      const shared = await on.write(async (tx) => {
        const before = merged(inWindow(await lockThrottle(tx, name, now()), part), mine);
        const isCounted = isExact && before.length < requests;
        const after = (isCounted ? [...before, part] : before).slice(-requests);
        await saveThrottle(tx, name, after, now());
        return { after, isCounted };
      });
      count.parts = merged(shared.after, count.pending);
      return shared.isCounted;
    } catch (error) {
      // The request goes on, counted by this server alone: an outage of the count must refuse nothing.
      log.warn({ err: error, rateClass }, "requests could not be counted for all servers");
      count.pending = merged(mine, count.pending);
      if (isExact) count.pending.push(part);
      if (isExact) count.parts.push(part);
      return true;
    }
  }

  async function countExactly(on: Store, userId: number, part: number): Promise<void> {
    if (!(await share(on, userId, part, true))) refuseWhenFull(countOf(userId, part), part);
  }

  return (userId) => {
    const part = Math.floor(now() / 1_000 / partS);
    const count = countOf(userId, part);
    refuseWhenFull(count, part);
    if (store !== null && shareEvery === 1) return countExactly(store, userId, part);
    count.parts.push(part);
    if (store === null) return null;
    count.pending.push(part);
    if (count.pending.length >= shareEvery && !count.isSharing) {
      count.isSharing = true;
      void share(store, userId, part, false).finally(() => {
        count.isSharing = false;
      });
    }
    return null;
  };
}

/** Without the parts that have left the window. A clock that was set back counts as stopped. */
function inWindow(parts: readonly number[], part: number): number[] {
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined || (first > part - windowParts && last <= part))
    return parts as number[];
  return parts.map((one) => Math.min(one, part)).filter((one) => one > part - windowParts);
}

function merged(some: readonly number[], others: readonly number[]): number[] {
  return [...some, ...others].sort((one, other) => one - other);
}

function dropIdle(counts: Map<number, Count>, part: number): void {
  for (const [userId, { parts }] of counts)
    if ((parts.at(-1) ?? 0) <= part - windowParts) counts.delete(userId);
}
