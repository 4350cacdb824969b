// What a completed example of a learner has now: an example that the learner completed, of a published course, with the
// constructs that its code has today.

import { type Expression, type RawBuilder, sql } from "kysely";

/** Whether the construct of the row `memory` is one that a completed example of its learner has. */
export function isCovered(): RawBuilder<boolean> {
  return sql`exists (
    select 1 from example_construct
      cross join progress
      cross join example
      cross join chapter
      cross join lesson
      cross join course
    where example_construct.construct_id = memory.construct_id
      and progress.user_id = memory.user_id and progress.example_id = example_construct.example_id
      and progress.completed_at is not null
      and ${isPublished(sql.ref("example_construct.example_id"))})`;
}

/** Joins an example to its course, for a query that names the tables. A deleted or unpublished example has no row. */
export function isPublished(exampleId: Expression<unknown>): RawBuilder<boolean> {
  return sql`example.id = ${exampleId} and chapter.id = example.chapter_id and lesson.id = chapter.lesson_id
    and course.id = lesson.course_id and course.published = 1`;
}
