// The two lists of the dashboard, of courses, of lessons and of examples alike: what goes best and what goes worst of
// what someone has begun. No row is in both; with few of them, the top list takes the larger half.

import type { Ranked } from "../store/statistics/statistics.ts";

/** How many rows a list has at most. */
export const listed = 5;

export function topAndBottom<T, R>(
  { begun, first, last }: Ranked<T>,
  row: (figures: T) => R,
): { readonly top: R[]; readonly bottom: R[] } {
  const top = Math.min(listed, Math.ceil(begun / 2));
  const bottom = Math.min(listed, begun - top);
  return { top: first.slice(0, top).map(row), bottom: last.slice(0, bottom).map(row) };
}

/** Percent with one decimal. */
export function completionRate({ permille }: { readonly permille: number }): number {
  return permille / 10;
}
