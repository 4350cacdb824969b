// What is known of a learner's runs from memory as a whole.

import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";

type Of = { readonly userId: number };
type Typed = { readonly ms: number; readonly characters: number };

/** The times and lengths of the runs from memory on the last 30 days that have any. */
export async function recentMemoryRuns(db: Read, userId: number): Promise<Typed> {
  return (await recentRuns(db, { userId })).rows[0] ?? { ms: 0, characters: 0 };
}

// A day has a row for each language. PostgreSQL adds integers to a numeric, which is read as text.
const recentRuns = preparedQuery<Of, Typed>((db, value) =>
  sql<Typed>`
    select cast(coalesce(sum(ms), 0) as double precision) as ms,
      cast(coalesce(sum(characters), 0) as double precision) as characters
    from (
      select day, sum(review_ms) as ms, sum(review_characters) as characters from practice_day
      where user_id = ${value("userId")} and review_characters > 0
      group by day order by day desc limit 30) as days`.compile(db),
);

/** Whether the learner has finished any run from memory. */
export async function hasReviewed(db: Read, userId: number): Promise<boolean> {
  return (await reviewed(db, { userId })).rows[0]?.has === 1;
}

const reviewed = preparedQuery<Of, { readonly has: number }>((db, value) =>
  sql<{ readonly has: number }>`
    select case when exists (select 1 from practice_day where user_id = ${value("userId")} and reviews > 0)
      then 1 else 0 end as has`.compile(db),
);
