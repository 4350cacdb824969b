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

// `cross join` keeps SQLite at this order: the learner's attempts from the last one back, and of each its example.
const selectLast = preparedQuery<{ readonly userId: number; readonly most: number }, LastRun>((db, value) =>
  sql<LastRun>`
    select attempt.example_id as "exampleId", chapter.lesson_id as "lessonId", example.title as example,
      lesson.title as lesson, course.title as course, 
      case when attempt.unchecked_because is distinct from 'fast' then attempt.time_ms end as ms, attempt.accuracy, attempt.ended_at,
      case when attempt.code_version = example.code_version then length(example.code_content) end as characters
    from attempt cross join example cross join chapter cross join lesson cross join course
    where attempt.user_id = ${value("userId")} and example.id = attempt.example_id
      and chapter.id = example.chapter_id and lesson.id = chapter.lesson_id and course.id = lesson.course_id
      and course.published = 1
    order by attempt.ended_at desc, attempt.received_at desc, attempt.attempt_key
    limit ${value("most")}`.compile(db),
);
