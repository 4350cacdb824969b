// The days on which learners practised, by language. Every change is a sum, an earliest or a latest, so that runs may
// arrive in any order.

import { type RawBuilder, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { PracticeDayTable } from "../memory-tables.ts";
import type { Read, Tx } from "../store.ts";

const sums = [
  "ms",
  "characters",
  "errors",
  "rated_characters",
  "runs",
  "completed",
  "reviews",
  "review_ms",
  "review_characters",
  "asked",
  "came_back",
] as const;
type Sums = { readonly [name in (typeof sums)[number]]: number };
const nothing = Object.fromEntries(sums.map((name) => [name, 0])) as Sums;

type DayOfRun = {
  readonly user_id: number;
  /** That of the run's end in this zone, counted from 1970-01-01. */
  readonly day: number;
  readonly zone: string;
  readonly language: string;
  /** The run's end, ms since 1970 UTC. */
  readonly ended_at: number;
};

/** Adds a run, or what became known of one later, to its day. The columns are explained in `memory-tables.ts`. */
export async function addPracticeDay(tx: Tx, run: DayOfRun & Partial<Sums>): Promise<void> {
  await add(tx, { ...nothing, ...run });
}

const add = preparedQuery<DayOfRun & Sums, never>((db, value) => {
  const names = sql.join(sums.map((name) => sql.ref(name)));
  const values = sql.join(sums.map((name) => value(name)));
  const added = sums.map(
    (name) => sql`${sql.ref(name)} = practice_day.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  );
  // Of two runs that ended in the same millisecond, the order of the names decides.
  const isLast = sql`(excluded.last_at > practice_day.last_at
    or excluded.last_at = practice_day.last_at and excluded.zone > practice_day.zone)`;
  const either = (column: string, is: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = case when ${is} then excluded.${sql.ref(column)} else practice_day.${sql.ref(column)} end`;
  return sql<never>`
    insert into practice_day (user_id, day, language, zone, first_at, last_at, ${names})
    values (${value("user_id")}, ${value("day")}, ${value("language")}, ${value("zone")}, ${value("ended_at")},
      ${value("ended_at")}, ${values})
    on conflict (user_id, day, language) do update set
      ${either("zone", isLast)},
      ${either("first_at", sql`excluded.first_at < practice_day.first_at`)},
      ${either("last_at", sql`excluded.last_at > practice_day.last_at`)},
      ${sql.join(added)}`.compile(db);
});

/** Takes a completion from the day that counted it: a run of the same example that ended earlier has arrived. */
export const uncountCompletion = preparedQuery<Pick<DayOfRun, "user_id" | "day" | "language">, never>(
  (db, value) =>
    sql<never>`
    update practice_day set completed = completed - 1
    where user_id = ${value("user_id")} and day = ${value("day")} and language = ${value("language")}
      and completed > 0`.compile(db),
);

/** Whether the learner has ever finished an example, also one that is unpublished or deleted by now. */
export async function hasFinished(db: Read, userId: number): Promise<boolean> {
  return (await finished(db, { userId })).rows[0]?.has === 1;
}

// Progress goes with its example. The days of practice stay, but lack what was completed before they were counted.
const finished = preparedQuery<{ readonly userId: number }, { readonly has: number }>((db, value) =>
  sql<{ readonly has: number }>`
    select case
      when exists (select 1 from practice_day where user_id = ${value("userId")} and completed > 0) then 1
      when exists (select 1 from progress where user_id = ${value("userId")} and completed_at is not null) then 1
      else 0 end as has`.compile(db),
);

/** The zone of the learner's last run that had one; null when none had. */
export async function lastZone(db: Read, userId: number): Promise<string | null> {
  return (await selectZone(db, { userId })).rows[0]?.zone ?? null;
}

const selectZone = preparedQuery<{ readonly userId: number }, { zone: string | null }>((db, value) =>
  db.selectFrom("activity").select("zone").where("user_id", "=", value("userId")).compile(),
);

type PractisedDay = Pick<PracticeDayTable, "day" | "zone" | "first_at" | "last_at">;

/** The learner's days from one on, a row for each language, in the order of the days. */
export async function practiceDays(db: Read, userId: number, from: number): Promise<readonly PractisedDay[]> {
  return (await selectDays(db, { userId, from })).rows;
}

const selectDays = preparedQuery<{ readonly userId: number; readonly from: number }, PractisedDay>(
  (db, value) =>
    db
      .selectFrom("practice_day")
      .select(["day", "zone", "first_at", "last_at"])
      .where("user_id", "=", value("userId"))
      .where("day", ">=", value("from"))
      .orderBy("day")
      .compile(),
);

type Week = { readonly userId: number; readonly from: number; readonly to: number };

/** The time that the learner typed on each day with practice, in copies and from memory, both days included. */
export async function msByDay(db: Read, of: Week): Promise<ReadonlyMap<number, number>> {
  return new Map((await selectMs(db, of)).rows.map(({ day, ms }) => [day, ms]));
}

const selectMs = preparedQuery<Week, { readonly day: number; readonly ms: number }>((db, value) =>
  sql<{ readonly day: number; readonly ms: number }>`
    select day, sum(ms + review_ms) as ms from practice_day
    where user_id = ${value("userId")} and day >= ${value("from")} and day <= ${value("to")}
    group by day`.compile(db),
);
