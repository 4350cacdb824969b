// Autosaves: how far a learner is in an example that they have not finished. The saved share never goes down, and what
// is completed stays completed.

import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Tx } from "../store.ts";
import { createProgress, laterOf, lockTarget, recordActivity } from "./progress-row.ts";
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
  const isFirstSave = await createProgress(tx, save, target);
  await advance(tx, save);
  if (isFirstSave) {
    await addToExample(tx, save.exampleId, { begun: 1 });
    await addToLearner(tx, save.userId, target, { begun: 1, completed: 0 });
  }
  await recordActivity(tx, save);
  return true;
}

/** Stores an autosave of an example that the learner has saved before. Otherwise stores nothing and returns false. */
async function continueProgress(tx: Tx, save: Autosave): Promise<boolean> {
  if (!(await advance(tx, save)).numAffectedRows) return false;
  await recordActivity(tx, save);
  return true;
}

/** A save that is behind what is stored changes only the time of the last save. */
const advance = preparedQuery<Autosave, never>((db, value) => {
  const isAhead = sql`progress.completed_at is null and progress.percent <= ${value("percent")}`;
  return sql<never>`
    update progress set
      percent = case when ${isAhead} then ${value("percent")} else progress.percent end,
      accuracy = case when ${isAhead} then ${value("accuracy")} else progress.accuracy end,
      errors = case when ${isAhead} then ${value("errors")} else progress.errors end,
      saved_at = ${laterOf("progress.saved_at", value("at"))}
    where user_id = ${value("userId")} and example_id = ${value("exampleId")} and exists (
      select 1 from example
      join chapter on chapter.id = example.chapter_id
      join lesson on lesson.id = chapter.lesson_id
      join course on course.id = lesson.course_id
      where example.id = ${value("exampleId")} and course.published = 1
    )`.compile(db);
});
