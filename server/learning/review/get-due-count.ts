// How much is due today, for the bar.

import type { HandlerResult, ParsedQuery } from "@tabstop/contract/endpoints";
import type { Principal } from "../../principal.ts";
import { dueCards } from "../../store/memory/due.ts";
import type { Store } from "../../store/store.ts";
import { newDueToday } from "./new-ones.ts";
import { todayOf } from "./today.ts";

export type ReviewDeps = { readonly store: Store; readonly now: () => number };

export function getDueCount(
  { store, now }: ReviewDeps,
  { userId }: Principal,
  { zone }: ParsedQuery<"getDueCount">,
): Promise<HandlerResult<"getDueCount">> {
  return store.read(async (db) => {
    const today = await todayOf(db, { userId, now: now() }, zone);
    const { graded, fresh, isMetToday, begun, next } = await dueCards(db, { userId, today });
    const freshToday = newDueToday(fresh, begun);
    const isNewTomorrow = isMetToday === 1 || fresh > freshToday;
    return { due: graded + freshToday, next_due_day: isNewTomorrow ? today + 1 : next };
  });
}
