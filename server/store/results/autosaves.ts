// Autosaves: how far a learner is in an example that they have not finished. The saved share never goes down, and what
// is completed stays completed.

import { type RawBuilder, sql } from "kysely";
import { dialectOf } from "../dialect-forks.ts";
import { preparedQuery, type ValueOf } from "../prepared-query.ts";
import type { Tx } from "../store.ts";
import { createProgress, keepLatestActivity, laterOf, lockTarget, recordActivity } from "./progress-row.ts";
import { addToExample, addToLearner } from "./totals.ts";

export type Autosave = {
  readonly userId: number;
  readonly exampleId: number;
  readonly percent: number;
  readonly accuracy: number;
  readonly errors: number;
  /** The current time. */
  readonly at: number;
};

/** Returns false when the example or the learner does not exist, or the course is not published. */
export async function recordAutosave(tx: Tx, save: Autosave): Promise<boolean> {
  if (await continueProgress(tx, save)) return true;
  const target = await lockTarget(tx, save);
  if (!target) return false;
  const isFirstSave = await createProgress(tx, save);
  await advance(tx, save);
  if (isFirstSave) {
    await addToExample(tx, save.exampleId, { begun: 1 });
    await addToLearner(tx, save.userId, target, { begun: 1, completed: 0 });
  }
  await recordActivity(tx, save);
  return true;
}

/**
 * Stores an autosave of an example that the learner has saved before, in one statement where the database can. Stores
 * nothing and returns false if they have not, if the example does not exist, or if another transaction holds their row:
 * `recordAutosave` finds out which, and waits.
 */
export async function continueProgress(tx: Tx, save: Autosave): Promise<boolean> {
  if (dialectOf(tx) === "postgres") return (await advanceAndRecordActivity(tx, save)).rows.length > 0;
  if (!(await advance(tx, save)).numAffectedRows) return false;
  await recordActivity(tx, save);
  return true;
}

/** A save that is behind what is stored changes only the time of the last save. */
function advancedColumns(value: ValueOf<Autosave>): RawBuilder<unknown> {
  const isAhead = sql`progress.completed_at is null and progress.percent <= ${value("percent")}`;
  return sql`
      percent = case when ${isAhead} then ${value("percent")} else progress.percent end,
      accuracy = case when ${isAhead} then ${value("accuracy")} else progress.accuracy end,
      errors = case when ${isAhead} then ${value("errors")} else progress.errors end,
      saved_at = ${laterOf("progress.saved_at", value("at"))}`;
}

function isPublished(exampleId: unknown): RawBuilder<unknown> {
  return sql`exists (
      select 1 from example
      join chapter on chapter.id = example.chapter_id
      join lesson on lesson.id = chapter.lesson_id
      join course on course.id = lesson.course_id
      where example.id = ${exampleId} and course.published = 1
    )`;
}

function updateText(value: ValueOf<Autosave>): RawBuilder<unknown> {
  return sql`
    update progress set ${advancedColumns(value)}
    where user_id = ${value("userId")} and example_id = ${value("exampleId")} and ${isPublished(value("exampleId"))}`;
}

const advance = preparedQuery<Autosave, never>((db, value) => sql<never>`${updateText(value)}`.compile(db));

const savedTypes = {
  userId: "integer",
  exampleId: "integer",
  percent: "integer",
  accuracy: "integer",
  errors: "integer",
  at: "bigint",
} as const;
const savedNames = Object.keys(savedTypes) as (keyof typeof savedTypes)[];

const advanceAndRecordActivity = preparedQuery<Autosave, { user_id: number }>(
  (db, value) =>
    sql<{ user_id: number }>`
    with advanced as (${updateText(value)} returning user_id),
    noted as (
      insert into activity (user_id, last_active_at)
      select user_id, cast(${value("at")} as bigint) from advanced ${keepLatestActivity}
    )
    select user_id from advanced`.compile(db),
  {
    types: savedTypes,
    distinctBy: "userId",
    // Rows locked by another transaction are skipped and saved later, each in a transaction of its own, so that no save
    // waits here and no two saves deadlock. So is a learner's very first save.
    build: (db, callers) =>
      sql<{ place: number; user_id: number }>`
    with mine as (
      select caller.place, ${sql.join(savedNames.map((name) => sql.ref(`caller.${name}`)))} from ${callers}
      join progress on progress.user_id = ${sql.ref("caller.userId")} and progress.example_id = ${sql.ref("caller.exampleId")}
      join activity on activity.user_id = ${sql.ref("caller.userId")}
      where ${isPublished(sql.ref("caller.exampleId"))}
      for no key update of progress, activity skip locked
    ),
    advanced as (
      update progress set ${advancedColumns((name) => sql.ref(`mine.${name}`) as never)} from mine
      where progress.user_id = ${sql.ref("mine.userId")} and progress.example_id = ${sql.ref("mine.exampleId")}
      returning mine.place, progress.user_id
    ),
    noted as (
      update activity set last_active_at = mine.at from mine
      where activity.user_id = ${sql.ref("mine.userId")} and activity.last_active_at < mine.at
    )
    select place, user_id from advanced`.compile(db),
  },
);
