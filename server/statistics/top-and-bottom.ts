// The two lists of the dashboard for courses, lessons and examples: the best and the worst of those that learners have
// started. No row is in both lists; with few rows, the top list gets the larger half.

import type { Ranked } from "../store/statistics/statistics.ts";

/** The maximum number of rows of a list. */
export const listed = 5;

export function topAndBottom<T>({ begun, first, last }: Ranked<T>): {
  readonly top: readonly T[];
  readonly bottom: readonly T[];
} {
  const top = Math.min(listed, Math.ceil(begun / 2));
  return { top: first.slice(0, top), bottom: last.slice(0, Math.min(listed, begun - top)) };
}
