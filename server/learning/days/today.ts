// The learner's today.

import { lastZone } from "../../store/memory/days.ts";
import type { Read } from "../../store/store.ts";
import { dayOf, zoneOf } from "./calendar.ts";

export type Today = { readonly day: number; readonly at: number; readonly zone: string };

/** @param sent the zone that the request names, if any */
export async function todayOf(
  db: Read,
  { userId, now }: { readonly userId: number; readonly now: number },
  sent: string | null | undefined,
): Promise<Today> {
  const zone = zoneOf(sent, (sent ?? null) === null ? await lastZone(db, userId) : null);
  return { day: dayOf(now, zone), at: now, zone };
}
