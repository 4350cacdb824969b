// What constructs cost a learner is kept for three months: this one and the two before.

import { dayOf, monthOf } from "./calendar.ts";

const keptMonths = 3;

/** The first month that is kept for a learner in this zone. */
export function firstKeptMonthIn(at: number, zone: string): number {
  return monthOf(dayOf(at, zone)) - keptMonths + 1;
}

/** The first month that is kept for any learner: the last day of a month ends later in the west. */
export function firstKeptMonth(at: number): number {
  return firstKeptMonthIn(at, "Etc/GMT+12");
}
