// How much is due: of the cards whose construct a completed example of the learner has. The others wait.

import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { isCovered } from "./covered.ts";

type Of = { readonly userId: number; readonly today: number };

export type DueCards = {
  /** Graded cards whose day has come. */
  readonly graded: number;
  /** Cards that were never graded, of constructs met before today; those beyond `mostNewCounted` are not counted. */
  readonly fresh: number;
  /** Whether there are cards that were never graded, of constructs met today or later. */
  readonly isMetToday: 0 | 1;
  /** Cards that were first graded today, whether an example has them or not. */
  readonly begun: number;
  /** The first day after today on which a graded card comes; null without one. */
  readonly next: number | null;
};

/** One more than are due on a day, so that the count says whether some are left. */
export const mostNewCounted = 13;

export async function dueCards(db: Read, of: Of): Promise<DueCards> {
  return (await dueOf(db, of)).rows[0] as DueCards;
}

const dueOf = preparedQuery<Of, DueCards>((_, value) => {
  const own = sql`memory.user_id = ${value("userId")} and ${isCovered()}`;
  return sql<DueCards>`
    select
      (select count(*) from memory where ${own} and due_day <= ${value("today")}) as graded,
      (select count(*) from (
        select 1 from memory where ${own} and first_day is null and met_day < ${value("today")}
        limit ${sql.lit(mostNewCounted)}) as counted) as fresh,
      (select case when exists (
        select 1 from memory where ${own} and first_day is null and met_day >= ${value("today")})
        then 1 else 0 end) as "isMetToday",
      (select count(*) from memory where user_id = ${value("userId")} and first_day = ${value("today")}) as begun,
      (select min(due_day) from memory where ${own} and due_day > ${value("today")}) as next`.compile(_);
});
