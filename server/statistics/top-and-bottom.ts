// The two lists of the dashboard for courses, lessons and examples: the best and the worst of those that learners have
// started. No row is in both lists; with few rows, the top list gets the larger half.

import type { Ranked } from "../store/statistics/statistics.ts";

/** The maximum number of rows of a list. */
export const listed = 5;

export function topAndBottom<T, R>(
  { begun, first, last }: Ranked<T>,
  row: (figures: T) => R,
): { readonly top: R[]; readonly bottom: R[] } {
  const top = Math.min(listed, Math.ceil(begun / 2));
  const bottom = Math.min(listed, begun - top);
  return { top: first.slice(0, top).map(row), bottom: last.slice(0, bottom).map(row) };
}

/** Per cent with one decimal. */
export function completionRate({ permille }: { readonly permille: number }): number {
  return permille / 10;
}
