// How many requests one user may send in a minute or an hour, by the class that the endpoint's literal names. Each
// server counts in its own memory: these limits only keep one client from using up what all users share. The limits
// that slow down guessing are counted in the database (`accounts/passwords/throttle.ts`).

import type { RateClass } from "@tabstop/contract/endpoint";
import { rateLimited } from "../domain-error.ts";

const minuteS = 60;
const hourS = 3_600;

/** `requests` in any period of `perS` seconds; `what` names them in the error. */
export const rateLimits = {
  imports: { requests: 30, perS: minuteS, what: "imports" },
  colours: { requests: 120, perS: minuteS, what: "requests" },
  uploads: { requests: 10, perS: hourS, what: "uploads" },
  exports: { requests: 5, perS: hourS, what: "exports" },
  others: { requests: 600, perS: minuteS, what: "requests" },
} as const satisfies Record<RateClass, RateLimit>;

/** Counted in the database, with the results (`store/results/completions.ts`): each keeps a row for ever. */
export const runsPerDay = 2_000;

type RateLimit = { readonly requests: number; readonly perS: number; readonly what: string };

/** Counts a request of this user; throws DomainError RATE_LIMITED when it is one too many. */
export type LimitRate = (userId: number, rateClass: RateClass) => void;

export function createRateLimits(now: () => number): LimitRate {
  const counts = new Map<RateClass, Counter>();
  return (userId, rateClass) => {
    const limit: RateLimit = rateLimits[rateClass];
    let count = counts.get(rateClass);
    if (!count) counts.set(rateClass, (count = createCounter(limit)));
    const waitS = count(userId, Math.floor(now() / 1_000));
    if (waitS > 0) throw rateLimited(limit.what, waitS);
  };
}

/** Counts a request at this second, or returns how many seconds to wait. */
type Counter = (userId: number, second: number) => number;

/** A period is counted in this many parts: seconds of a minute, minutes of an hour. */
const partsOfPeriod = 60;
/** Any period lies within this many whole parts. */
const windowParts = partsOfPeriod + 1;
/** With this many users counted, those who have sent nothing for a period are dropped. */
const usersAtMost = 10_000;

type Count = { readonly byPart: Uint16Array; total: number; lastPart: number };

function createCounter({ requests, perS }: RateLimit): Counter {
  const counts = new Map<number, Count>();
  const partS = perS / partsOfPeriod;
  return (userId, second) => {
    const part = Math.floor(second / partS);
    let count = counts.get(userId);
    if (!count) {
      if (counts.size >= usersAtMost) dropIdle(counts, part);
      count = { byPart: new Uint16Array(windowParts), total: 0, lastPart: part };
      counts.set(userId, count);
    }
    advance(count, part);
    if (count.total >= requests) return partsUntilRoom(count) * partS;
    count.total++;
    count.byPart[count.lastPart % windowParts] = (count.byPart[count.lastPart % windowParts] ?? 0) + 1;
    return 0;
  };
}

/** Empties the parts that have left the window. A clock that was set back counts as stopped. */
function advance(count: Count, part: number): void {
  const passed = Math.min(windowParts, part - count.lastPart);
  for (let n = 1; n <= passed; n++) {
    const at = (count.lastPart + n) % windowParts;
    count.total -= count.byPart[at] ?? 0;
    count.byPart[at] = 0;
  }
  if (passed > 0) count.lastPart = part;
}

function partsUntilRoom({ byPart, lastPart }: Count): number {
  for (let ago = windowParts - 1; ago >= 0; ago--)
    if (byPart[(lastPart - ago + windowParts) % windowParts]) return windowParts - ago;
  return 1;
}

function dropIdle(counts: Map<number, Count>, part: number): void {
  for (const [userId, { lastPart }] of counts) if (part - lastPart >= windowParts) counts.delete(userId);
}
