// What users chose. A user without a row has the values that everyone starts with.

import type { Selectable } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { PreferenceTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

export type Preferences = Readonly<Omit<Selectable<PreferenceTable>, "user_id">>;

const atFirst: Preferences = { sends_keystrokes: 1, is_offer_seen: 0, goal_minutes: null };

export async function findPreferences(db: Read, userId: number): Promise<Preferences> {
  return (await selectPreferences(db, { userId })).rows[0] ?? atFirst;
}

const selectPreferences = preparedQuery<{ readonly userId: number }, Preferences>((db, value) =>
  db
    .selectFrom("preference")
    .select(["sends_keystrokes", "is_offer_seen", "goal_minutes"])
    .where("user_id", "=", value("userId"))
    .compile(),
);

/** What is not in `change` keeps its value. The caller holds the account. */
export async function changePreferences(tx: Tx, userId: number, change: Partial<Preferences>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx
    .insertInto("preference")
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(change))
    .execute();
}
