// How many calls one signed-in person may make: imports 30 a minute, colours for code that is
// being written 120, everything else 600. Counted in memory, by each
// server for itself, since this only keeps one client from taking what all share; what slows guessing is counted in the
// database (`accounts/throttle.ts`).

import { DomainError } from "../domain-error.ts";

export const callLimits = { imports: 30, colours: 120, others: 600 } as const;

/** Counts a call of this person; throws DomainError RATE_LIMITED when it is one too many. */
export type LimitCalls = (userId: number, kind: keyof typeof callLimits) => void;

export function createCallLimits(now: () => number): LimitCalls {
  const counts = {
    imports: createCounter(callLimits.imports),
    colours: createCounter(callLimits.colours),
    others: createCounter(callLimits.others),
  };
  return (userId, kind) => {
    const waitS = counts[kind](userId, Math.floor(now() / 1_000));
    if (waitS > 0)
      throw new DomainError(
        "RATE_LIMITED",
        `Too many ${kind === "imports" ? "imports" : "requests"}. Try again in ${waitS === 1 ? "1 second" : `${waitS} seconds`}.`,
        { retryAfterS: waitS },
      );
  };
}

/** Any minute lies within so many whole seconds. */
const windowS = 61;
/** People that are remembered before those who were quiet are forgotten. */
const crowded = 10_000;

type Count = { readonly bySecond: Uint16Array; total: number; lastS: number };

function createCounter(limit: number): (userId: number, second: number) => number {
  const counts = new Map<number, Count>();
  return (userId, second) => {
    let count = counts.get(userId);
    if (!count) {
      if (counts.size >= crowded) forgetQuiet(counts, second);
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

/** Empties the seconds that have left the window. A clock that was set back counts as standing still. */
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

function forgetQuiet(counts: Map<number, Count>, second: number): void {
  for (const [userId, { lastS }] of counts) if (second - lastS >= windowS) counts.delete(userId);
}
