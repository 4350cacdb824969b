// On which days constructs that were never graded come: at most twelve a day.

import type { DayCount } from "../../store/memory/due.ts";

/** How many constructs of one learner may be graded for the first time on a day. */
const newADay = 12;

/**
 * How many of the new ones are due today.
 * @param fresh how many were met before today
 * @param begun how many were first graded today
 */
export function newDueToday(fresh: number, begun: number): number {
  return Math.min(fresh, Math.max(0, newADay - begun));
}

/**
 * How many of the new ones come on each day from tomorrow on, until none is left or `most` days are over: twelve a day, of
 * what is left of today's and what was met before the day.
 * @param left those that were met before today and are not due today
 * @param met by day, those that were met today or later
 */
export function newDaysAhead(
  today: number,
  left: number,
  met: readonly DayCount[],
  most: number,
): readonly DayCount[] {
  const days: DayCount[] = [];
  let waiting = left;
  for (let day = today + 1; day <= today + most; day++) {
    for (const { n } of met.filter((one) => one.day === day - 1)) waiting += n;
    const n = Math.min(newADay, waiting);
    waiting -= n;
    if (n > 0) days.push({ day, n });
  }
  return days;
}
