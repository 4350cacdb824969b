// How much is due today, and whether the learner has finished any example, for the bar.

import type { HandlerResult, ParsedQuery } from "@tabstop/contract/endpoints";
import type { Principal } from "../../principal.ts";
import { hasFinished } from "../../store/memory/days.ts";
import type { DueCards } from "../../store/memory/due.ts";
import { newDueToday } from "./new-ones.ts";
import { type ReviewDeps, withDue } from "./with-due.ts";

export function getDueCount(
  deps: ReviewDeps,
  principal: Principal,
  { zone }: ParsedQuery<"getDueCount">,
): Promise<HandlerResult<"getDueCount">> {
  return withDue(deps, principal, zone, async (db, today, cards) => {
    const { due, next_due_day } = dueOn(today.day, cards);
    return {
      due,
      next_due_day,
      // What a finished example does not have is in neither count, so that most requests need no further query.
      has_finished: due > 0 || next_due_day !== null || (await hasFinished(db, principal.userId)),
    };
  });
}

/** How much is due on the learner's today, and the first day after it on which anything comes; null without one. */
export function dueOn(
  today: number,
  { graded, fresh, metNext, begun, next }: DueCards,
): { readonly due: number; readonly next_due_day: number | null } {
  const freshToday = newDueToday(fresh, begun);
  // What was met in a zone that is a day ahead comes on the day after that.
  const days = [fresh > freshToday ? today + 1 : null, metNext === null ? null : metNext + 1, next];
  const known = days.filter((day) => day !== null);
  return { due: graded + freshToday, next_due_day: known.length === 0 ? null : Math.min(...known) };
}
