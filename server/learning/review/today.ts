// The learner's today.

import { lastZone } from "../../store/memory/last-zone.ts";
import type { Read } from "../../store/store.ts";
import { dayOf, zoneOf } from "../days/calendar.ts";

/** @param sent the zone that the request names, if any */
export async function todayOf(
  db: Read,
  { userId, now }: { readonly userId: number; readonly now: number },
  sent: string | null | undefined,
): Promise<number> {
  return dayOf(now, zoneOf(sent, (sent ?? null) === null ? await lastZone(db, userId) : null));
}
