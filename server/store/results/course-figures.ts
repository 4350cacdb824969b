// What a learner did in the examples of a course, or of one of its lessons.

import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { keyOfBest } from "./best-run.ts";
import { currentTime } from "./progress-row.ts";

type Part = {
  readonly courseId: number;
  /** null: the whole course. */
  readonly lessonId: number | null;
};

type ExampleFigures = {
  readonly id: number;
  /** The code points of its code. */
  readonly characters: number;
  /** On the present code; null without one. */
  readonly best_time_ms: number | null;
  /** Of the run of that time; null when the client did not report it. */
  readonly accuracy: number | null;
  /** The sum of the times of all runs, those on earlier code included. */
  readonly ms: number;
};

/**
 * The examples in order. Returns null when the course does not exist, is not published, or does not have the lesson.
 */
export async function exampleFigures(
  db: Read,
  of: Part & { readonly userId: number },
): Promise<readonly ExampleFigures[] | null> {
  // All at once, so that PostgreSQL gets them in one round trip.
  const [found, { rows }] = await Promise.all([partExists(db, of), selectFigures(db, of)]);
  return found.rows[0]?.has === 1 ? rows : null;
}

const partExists = preparedQuery<Part, { readonly has: 0 | 1 }>((db, value) =>
  sql<{ readonly has: 0 | 1 }>`
    select case when cast(${value("lessonId")} as integer) is null
      or exists (select 1 from lesson where lesson.id = ${value("lessonId")} and lesson.course_id = course.id)
      then 1 else 0 end as has
    from course where course.id = ${value("courseId")} and course.published = 1`.compile(db),
);

const selectFigures = preparedQuery<Part & { readonly userId: number }, ExampleFigures>((db, value) =>
  sql<ExampleFigures>`
    select example.id, length(example.code_content) as characters, ${currentTime("best_time_ms")}, best.accuracy,
      coalesce((
        select sum(attempt.time_ms) from attempt
        where attempt.example_id = example.id and attempt.user_id = ${value("userId")}), 0) as ms
    from lesson
      inner join chapter on chapter.lesson_id = lesson.id
      inner join example on example.chapter_id = chapter.id
      left join progress on progress.example_id = example.id and progress.user_id = ${value("userId")}
      left join attempt as best on best.example_id = example.id and best.user_id = ${value("userId")}
        and best.attempt_key = ${keyOfBest(value("userId"))}
    where lesson.course_id = ${value("courseId")}
      and lesson.id = coalesce(cast(${value("lessonId")} as integer), lesson.id)
    order by lesson.order_index, lesson.id, chapter.order_index, chapter.id, example.order_index, example.id
    `.compile(db),
);
