// How many constructs that were never graded come on which day: at most twelve a day.

/** How many constructs of one learner may be graded for the first time on a day. */
export const newADay = 12;

/**
 * How many of the new ones are due today.
 * @param fresh how many were met before today
 * @param begun how many were first graded today
 */
export function newDueToday(fresh: number, begun: number): number {
  return Math.min(fresh, Math.max(0, newADay - begun));
}
