// How much is due today, for the bar.

import type { HandlerResult, ParsedQuery } from "@tabstop/contract/endpoints";
import type { Principal } from "../../principal.ts";
import { newDueToday } from "./new-ones.ts";
import { type ReviewDeps, withDue } from "./with-due.ts";

export function getDueCount(
  deps: ReviewDeps,
  principal: Principal,
  { zone }: ParsedQuery<"getDueCount">,
): Promise<HandlerResult<"getDueCount">> {
  return withDue(deps, principal, zone, async (_, today, { graded, fresh, metNext, begun, next }) => {
    const freshToday = newDueToday(fresh, begun);
    // What was met in a zone that is a day ahead comes on the day after that.
    const days = [fresh > freshToday ? today.day + 1 : null, metNext === null ? null : metNext + 1, next];
    const known = days.filter((day) => day !== null);
    return { due: graded + freshToday, next_due_day: known.length === 0 ? null : Math.min(...known) };
  });
}
