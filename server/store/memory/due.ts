// How much is due: of the cards whose construct a completed example of the learner has. The others wait.

import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { areFlagsRight, isCovered, isNotCovered } from "./covered.ts";

type Of = { readonly userId: number; readonly today: number };

export type DueCards = {
  /** Whether the figures are right: else the flags of the learner's cards have to be renewed first. */
  readonly isRight: 0 | 1;
  /** Graded cards whose day has come. */
  readonly graded: number;
  /** Cards that were never graded, of constructs met before today; those beyond `mostNewCounted` are not counted. */
  readonly fresh: number;
  /** Of the cards that were never graded, the first day from today on on which one was met; null without one. */
  readonly metNext: number | null;
  /** Cards that were first graded today, whether an example has them or not. */
  readonly begun: number;
  /** The first day after today on which a graded card comes; null without one. */
  readonly next: number | null;
};

/** One more than are due on a day, so that the count says whether some are left. */
const mostNewCounted = 13;

export async function dueCards(db: Read, of: Of): Promise<DueCards> {
  return (await dueOf(db, of)).rows[0] as DueCards;
}

const dueOf = preparedQuery<Of, DueCards>((_, value) => {
  const own = sql`memory.user_id = ${value("userId")} and ${isCovered}`;
  return sql<DueCards>`
    select
      ${areFlagsRight(sql`${value("userId")}`)} as "isRight",
      (select count(*) from memory where ${own} and due_day <= ${value("today")}) as graded,
      (select count(*) from (
        select 1 from memory where ${own} and first_day is null and met_day < ${value("today")}
        limit ${sql.lit(mostNewCounted)}) as counted) as fresh,
      (select min(met_day) from memory where ${own} and first_day is null and met_day >= ${value("today")})
        as "metNext",
      (select count(*) from memory where memory.user_id = ${value("userId")} and covered in (0, 1)
        and first_day = ${value("today")}) as begun,
      (select min(due_day) from memory where ${own} and due_day > ${value("today")}) as next`.compile(_);
});

export type DueAhead = {
  /** Due, but no completed example has them. */
  readonly waiting: number;
  /** The same of the constructs that were met before today and never graded. */
  readonly waitingFresh: number;
  /** All cards that were never graded, of constructs met before today. */
  readonly fresh: number;
  /** Of the constructs met today or later, by the day. */
  readonly met: readonly DayCount[];
  /** The graded cards that come after today: each day with one, of the next `daysAhead`. */
  readonly days: readonly DayCount[];
  /** The first day after those on which any comes. */
  readonly later: DayCount | null;
};

export type DayCount = { readonly day: number; readonly n: number };

export const daysAhead = 6;

export async function dueAhead(db: Read, of: Of): Promise<DueAhead> {
  // All at once, so that PostgreSQL gets them in one round trip.
  const [uncovered, fresh, met, days, later] = await Promise.all([
    uncoveredOf(db, of),
    freshOf(db, of),
    metSince(db, of),
    daysOf(db, of),
    laterOf(db, of),
  ]);
  return {
    ...{ waiting: 0, waitingFresh: 0, ...uncovered.rows[0] },
    fresh: fresh.rows[0]?.n ?? 0,
    met: met.rows,
    days: days.rows,
    later: later.rows[0] ?? null,
  };
}

const uncoveredOf = preparedQuery<Of, { readonly waiting: number; readonly waitingFresh: number }>(
  (db, value) => {
    const own = sql`memory.user_id = ${value("userId")} and ${isNotCovered}`;
    return sql<{ readonly waiting: number; readonly waitingFresh: number }>`
    select
      (select count(*) from memory where ${own} and due_day <= ${value("today")}) as waiting,
      (select count(*) from memory where ${own} and first_day is null and met_day < ${value("today")})
        as "waitingFresh"`.compile(db);
  },
);

const freshOf = preparedQuery<Of, { readonly n: number }>((db, value) =>
  sql<{ readonly n: number }>`
    select count(*) as n from memory
    where memory.user_id = ${value("userId")} and ${isCovered} and first_day is null
      and met_day < ${value("today")}`.compile(db),
);

const metSince = preparedQuery<Of, DayCount>((db, value) =>
  sql<DayCount>`
    select met_day as day, count(*) as n from memory
    where memory.user_id = ${value("userId")} and ${isCovered} and first_day is null
      and met_day >= ${value("today")}
    group by met_day order by met_day`.compile(db),
);

const daysOf = preparedQuery<Of, DayCount>((db, value) =>
  sql<DayCount>`
    select due_day as day, count(*) as n from memory
    where memory.user_id = ${value("userId")} and ${isCovered} and due_day > ${value("today")}
      and due_day <= ${value("today")} + ${sql.lit(daysAhead)}
    group by due_day order by due_day`.compile(db),
);

const laterOf = preparedQuery<Of, DayCount>((db, value) =>
  sql<DayCount>`
    select due_day as day, count(*) as n from memory
    where memory.user_id = ${value("userId")} and ${isCovered}
      and due_day > ${value("today")} + ${sql.lit(daysAhead)}
    group by due_day order by due_day limit 1`.compile(db),
);

/** Whether the learner has a card of any construct. */
export async function hasCards(db: Read, userId: number): Promise<boolean> {
  return (await selectHasCards(db, { userId })).rows[0]?.has === 1;
}

const selectHasCards = preparedQuery<Pick<Of, "userId">, { readonly has: 0 | 1 }>((db, value) =>
  sql<{ readonly has: 0 | 1 }>`
    select case when exists (select 1 from memory where user_id = ${value("userId")}) then 1 else 0 end as has
    `.compile(db),
);
