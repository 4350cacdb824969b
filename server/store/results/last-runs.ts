// The runs that a learner finished last, of examples that can be opened.

import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";

type LastRun = {
  readonly exampleId: number;
  readonly lessonId: number;
  readonly example: string;
  readonly lesson: string;
  readonly course: string;
  /** null for a run without a time, and for a time in which no person can type the code. */
  readonly ms: number | null;
  /** null when the client did not report it. */
  readonly accuracy: number | null;
  readonly ended_at: number;
  /** The code points of the code that was typed; null for earlier code. */
  readonly characters: number | null;
};

/** The latest first. */
export async function lastRuns(db: Read, userId: number, most: number): Promise<readonly LastRun[]> {
  return (await selectLast(db, { userId, most })).rows;
}

/** How many runs are looked at, should the last ones be of examples that can no longer be opened. */
const mostLookedAt = 1_000;

const selectLast = preparedQuery<{ readonly userId: number; readonly most: number }, LastRun>((db, value) =>
  sql<LastRun>`
    select done.example_id as "exampleId", chapter.lesson_id as "lessonId", example.title as example,
      lesson.title as lesson, course.title as course,
      case when done.unchecked_because is distinct from 'fast' then done.time_ms end as ms, done.accuracy,
      done.ended_at,
      case when done.code_version = example.code_version then length(example.code_content) end as characters
    from (
      select example_id, attempt_key, code_version, time_ms, accuracy, unchecked_because, ended_at, received_at
      from attempt where user_id = ${value("userId")}
      order by ended_at desc, received_at desc, attempt_key limit ${sql.lit(mostLookedAt)}) as done
      cross join example cross join chapter cross join lesson cross join course
    where example.id = done.example_id and chapter.id = example.chapter_id and lesson.id = chapter.lesson_id
      and course.id = lesson.course_id and course.published = 1
    order by done.ended_at desc, done.received_at desc, done.attempt_key
    limit ${value("most")}`.compile(db),
);
