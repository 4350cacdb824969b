// Rebuilds every derived table from `progress`, `attempt`, `swept_attempt`, `cost` and the content. The functions that save results and change
// content keep these tables up to date; this is for operators, and for tests that compare the tables with a rebuild.
//
// Constructs and their places are derived from code by rules that the store does not know. Servers find them again
// (`learning/constructs/`); a recount leaves them, and the ids in the dictionary, to which cards refer, never change.

import { sql } from "kysely";
import { recountConstructs } from "../statistics/construct-totals.ts";
import type { Tx } from "../store.ts";
import { boards, levels, listedOn } from "./time-counts.ts";

/** What a recount rebuilds. */
export const derivedTables = [
  "time_count",
  "example_total",
  "lesson_total",
  "course_total",
  "learner_lesson",
  "learner_course",
  "construct_total",
] as const;

/** A long transaction: with millions of rows it takes minutes, and on SQLite all other writes wait for it. */
export async function recount(tx: Tx): Promise<void> {
  await recountBoards(tx);
  await recountExamples(tx);
  await recountLessons(tx);
  await recountCourses(tx);
  await recountConstructs(tx);
}

// One example per statement: a statement for all leaderboards would exceed PostgreSQL's statement timeout. The inner
// query counts equal times in the order of the index, so that only different times are sorted into buckets.
async function recountBoards(tx: Tx): Promise<void> {
  await tx.deleteFrom("time_count").execute();
  const examples = await tx.selectFrom("example").select(["id", "code_version"]).orderBy("id").execute();
  for (const { id, code_version } of examples)
    for (const board of ["all", "checked"] as const) {
      const { time } = listedOn(board);
      await sql`
        insert into time_count (example_id, code_version, board, level, bucket, n)
        select ${sql.lit(id)}, ${sql.lit(code_version)}, ${sql.lit(boards[board])}, level.column1, equal.ms >> level.column2,
          sum(equal.n)
        from (
          select ${time} as ms, count(*) as n from progress
          where example_id = ${sql.lit(id)} and code_version = ${sql.lit(code_version)} and ${time} is not null
          group by ${time}
        ) as equal cross join ${levels} as level
        group by 4, 5`.execute(tx);
    }
}

const currentBest = sql`case when progress.code_version = example.code_version then progress.best_time_ms end`;

async function recountExamples(tx: Tx): Promise<void> {
  await tx.deleteFrom("example_total").execute();
  await sql`
    insert into example_total (example_id, begun, completions, timed, sum_best_ms, attempts, errors)
    select example.id,
      coalesce(done.begun, 0), coalesce(done.completions, 0), coalesce(done.timed, 0), coalesce(done.sum_best_ms, 0),
      coalesce(run.attempts, 0) + coalesce(swept_attempt.attempts, 0),
      coalesce(run.errors, 0) + coalesce(swept_attempt.errors, 0)
    from example
    left join (
      select example_id, count(*) as begun, count(completed_at) as completions,
        count(${currentBest}) as timed, sum(${currentBest}) as sum_best_ms
      from progress join example on example.id = progress.example_id group by example_id
    ) as done on done.example_id = example.id
    left join (
      select attempt.example_id, count(*) as attempts, sum(attempt.errors) as errors
      from attempt join example on example.id = attempt.example_id
      where attempt.errors is not null and attempt.code_version = example.code_version
      group by attempt.example_id
    ) as run on run.example_id = example.id
    left join swept_attempt
      on swept_attempt.example_id = example.id and swept_attempt.code_version = example.code_version`.execute(
    tx,
  );
}

async function recountLessons(tx: Tx): Promise<void> {
  await tx.deleteFrom("learner_lesson").execute();
  await sql`
    insert into learner_lesson (user_id, lesson_id, begun, completed)
    select progress.user_id, chapter.lesson_id, count(*), count(progress.completed_at)
    from progress
    join example on example.id = progress.example_id
    join chapter on chapter.id = example.chapter_id
    group by 1, 2`.execute(tx);
  await tx.deleteFrom("lesson_total").execute();
  await sql`
    insert into lesson_total (lesson_id, examples, learners)
    select lesson.id,
      (select count(*) from chapter join example on example.chapter_id = chapter.id
        where chapter.lesson_id = lesson.id),
      (select count(*) from learner_lesson where learner_lesson.lesson_id = lesson.id)
    from lesson`.execute(tx);
}

async function recountCourses(tx: Tx): Promise<void> {
  await tx.deleteFrom("learner_course").execute();
  await sql`
    insert into learner_course (user_id, course_id, begun, completed)
    select learner_lesson.user_id, lesson.course_id, sum(learner_lesson.begun), sum(learner_lesson.completed)
    from learner_lesson join lesson on lesson.id = learner_lesson.lesson_id
    group by 1, 2`.execute(tx);
  await tx.deleteFrom("course_total").execute();
  await sql`
    insert into course_total (course_id, examples, learners)
    select course.id,
      (select coalesce(sum(lesson_total.examples), 0) from lesson
        join lesson_total on lesson_total.lesson_id = lesson.id where lesson.course_id = course.id),
      (select count(*) from learner_course where learner_course.course_id = course.id)
    from course`.execute(tx);
}
