// The streak: how many days in a row a learner practised, where one missed day in any seven is allowed.

import { dayOf, hasDay } from "./calendar.ts";

/** A day with practice; one of several languages has several. */
export type PractisedDay = {
  readonly day: number;
  /** The zone of its last run. */
  readonly zone: string;
  /** The ends of its first and last run, ms since 1970 UTC. */
  readonly first_at: number;
  readonly last_at: number;
};

export type Streak = {
  /** The days with practice, today's included. */
  readonly days: number;
  /** The first of them; null without a streak. */
  readonly since: number | null;
  /** The missed days that did not end it, the latest first. */
  readonly off: readonly number[];
};

/** Of any two missed days in a streak, the later is at least this many days after the earlier. */
const daysPerMiss = 7;
/** A flight over the date line skips a day; a longer pause is not explained by one. */
const mostTravelMs = 36 * 3_600_000;

/**
 * The streak at a moment in a zone. The days come in any order. Today ends no streak while it is not over. Days after it
 * count: a learner who flies west over the date line has them.
 */
export function streakOf(days: readonly PractisedDay[], now: { at: number; zone: string }): Streak {
  const today = dayOf(now.at, now.zone);
  const off: number[] = [];
  const streak = { days: 0, since: null as number | null, off: 0 };
  let later: Visit = { day: today, zone: now.zone, first_at: now.at };
  for (const day of mergedByDay(days)) {
    for (const missed of missedBetween(day, later)) {
      if (missed >= today) continue;
      if ((off.at(-1) ?? Number.POSITIVE_INFINITY) - missed < daysPerMiss)
        return { ...streak, off: off.slice(0, streak.off) };
      off.push(missed);
    }
    streak.days += 1;
    streak.since = day.day;
    streak.off = off.length;
    later = day;
  }
  return { ...streak, off };
}

/** How many days with practice the longest streak had that there ever was, by the same rules. */
export function longestStreak(days: readonly PractisedDay[]): number {
  let longest = 0;
  let length = 0;
  // The streak goes on after its last missed day with this many of its days.
  let [off, afterOff] = [Number.NEGATIVE_INFINITY, 0];
  let before: PractisedDay | null = null;
  for (const day of mergedByDay(days).toReversed()) {
    const [missed, another] = before === null ? [] : missedBetween(before, day);
    if (another !== undefined) length = 0;
    else if (missed !== undefined && missed - off < daysPerMiss) length = afterOff;
    if (missed !== undefined) [off, afterOff] = [missed, 0];
    length += 1;
    afterOff += 1;
    longest = Math.max(longest, length);
    before = day;
  }
  return longest;
}

/** One for each day, the latest first. */
function mergedByDay(days: readonly PractisedDay[]): readonly PractisedDay[] {
  const merged = new Map<number, PractisedDay>();
  for (const one of days) {
    const other = merged.get(one.day) ?? one;
    const first_at = Math.min(one.first_at, other.first_at);
    merged.set(one.day, { ...(one.last_at > other.last_at ? one : other), first_at });
  }
  return [...merged.values()].toSorted((one, other) => other.day - one.day);
}

type Visit = Pick<PractisedDay, "day" | "zone" | "first_at">;

/** The missed days between two, the latest first; of several only two, which end any streak. */
function missedBetween(before: PractisedDay, after: Visit): readonly number[] {
  const isTravel = before.zone !== after.zone && after.first_at - before.last_at < mostTravelMs;
  const missed: number[] = [];
  if (isTravel) return missed;
  for (let day = after.day - 1; day > before.day && missed.length < 2; day--)
    if (hasDay(day, before.zone)) missed.push(day);
  return missed;
}
