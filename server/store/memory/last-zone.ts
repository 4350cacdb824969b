// The zone by which a learner's days count when a request names none.

import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";

/** The zone of the learner's last run that had one; null without such a run. */
export async function lastZone(db: Read, userId: number): Promise<string | null> {
  return (await zoneOfLearner(db, { userId })).rows[0]?.zone ?? null;
}

const zoneOfLearner = preparedQuery<{ readonly userId: number }, { readonly zone: string | null }>(
  (db, value) => db.selectFrom("activity").select("zone").where("user_id", "=", value("userId")).compile(),
);
