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
  return withDue(deps, principal, zone, async (_, today, { graded, fresh, isMetToday, begun, next }) => {
    const freshToday = newDueToday(fresh, begun);
    const isNewTomorrow = isMetToday === 1 || fresh > freshToday;
    return { due: graded + freshToday, next_due_day: isNewTomorrow ? today.day + 1 : next };
  });
}
