// How many requests one user may send in a minute, by the class that the endpoint's literal names. Each server counts
// in its own memory: these limits only keep one client from using up what all users share. The limits that slow down
// guessing are counted in the database (`accounts/passwords/throttle.ts`).

import type { RateClass } from "@tabstop/contract/endpoint";
import { rateLimited } from "../domain-error.ts";

export const requestsPerMinute = {
  imports: 30,
  colours: 120,
  others: 600,
} as const satisfies Record<RateClass, number>;

/** Counts a request of this user; throws DomainError RATE_LIMITED when it is one too many. */
export type LimitRate = (userId: number, rateClass: RateClass) => void;

export function createRateLimits(now: () => number): LimitRate {
  const counts = {
    imports: createCounter(requestsPerMinute.imports),
    colours: createCounter(requestsPerMinute.colours),
    others: createCounter(requestsPerMinute.others),
  };
  return (userId, rateClass) => {
    const waitS = counts[rateClass](userId, Math.floor(now() / 1_000));
    if (waitS > 0) throw rateLimited(rateClass === "imports" ? "imports" : "requests", waitS);
  };
}

/** Any minute lies within this many whole seconds. */
const windowS = 61;
/** With this many users counted, those who have sent nothing for a minute are dropped. */
const usersAtMost = 10_000;

type Count = { readonly bySecond: Uint16Array; total: number; lastS: number };

function createCounter(limit: number): (userId: number, second: number) => number {
  const counts = new Map<number, Count>();
  return (userId, second) => {
    let count = counts.get(userId);
    if (!count) {
      if (counts.size >= usersAtMost) dropIdle(counts, second);
      count = { bySecond: new Uint16Array(windowS), total: 0, lastS: second };
      counts.set(userId, count);
    }
    advance(count, second);
    if (count.total >= limit) return secondsUntilRoom(count);
    count.total++;
    count.bySecond[count.lastS % windowS] = (count.bySecond[count.lastS % windowS] ?? 0) + 1;
    return 0;
  };
}

/** Empties the seconds that have left the window. A clock that was set back counts as stopped. */
function advance(count: Count, second: number): void {
  const passed = Math.min(windowS, second - count.lastS);
  for (let n = 1; n <= passed; n++) {
    const at = (count.lastS + n) % windowS;
    count.total -= count.bySecond[at] ?? 0;
    count.bySecond[at] = 0;
  }
  if (passed > 0) count.lastS = second;
}

function secondsUntilRoom({ bySecond, lastS }: Count): number {
  for (let ago = windowS - 1; ago >= 0; ago--)
    if (bySecond[(lastS - ago + windowS) % windowS]) return windowS - ago;
  return 1;
}

function dropIdle(counts: Map<number, Count>, second: number): void {
  for (const [userId, { lastS }] of counts) if (second - lastS >= windowS) counts.delete(userId);
}
