// The figures of every example for admins. The median is found in `time_count` level by level, as a rank is, so that
// it costs the same for ten times and for ten million.

import { type RawBuilder, sql } from "kysely";
import type { Read } from "../store.ts";

export type Insight = {
  readonly id: number;
  readonly title: string;
  readonly chapter_title: string;
  /** The length of the code in code points. */
  readonly length: number;
  /** Learners who started it, and learners who completed it. */
  readonly learners: number;
  readonly completions: number;
  /** The median of the learners' best times in ms; null when there is none. */
  readonly median_best_time_ms: number | null;
  /** Completed runs of the current code with known errors, and the sum of these errors. */
  readonly attempts: number;
  readonly errors: number;
};

/** The ids of all examples in the order of the courses. */
export async function exampleIdsInOrder(db: Read): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .select("example.id")
    .orderBy("course.order_index")
    .orderBy("course.id")
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .orderBy("chapter.order_index")
    .orderBy("chapter.id")
    .orderBy("example.order_index")
    .orderBy("example.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The figures of those of these examples that still exist, in any order. */
export async function readInsights(db: Read, exampleIds: readonly number[]): Promise<readonly Insight[]> {
  if (exampleIds.length === 0) return [];
  const ids = sql.join(exampleIds.map((id) => sql.lit(id)));
  const { rows } = await sql<Insight>`
    with ${middles(sql`example_id in (${ids})`)}
    select example.id, example.title, chapter.title as chapter_title, length(example.code_content) as length,
      example_total.begun as learners, example_total.completions, middle.ms as median_best_time_ms,
      example_total.attempts, example_total.errors
    from example
    join chapter on chapter.id = example.chapter_id
    join example_total on example_total.example_id = example.id
    left join middle on middle.example_id = example.id
    where example.id in (${ids})`.execute(db);
  return rows;
}

/** The levels of `time-counts.ts`: each bucket contains 64 buckets of the next level, and the finest are 1 ms wide. */
const levels = [0, 1, 2, 3] as const;

/**
 * A table `middle (example_id, ms)` with the mean of the one or two times in the middle. `target` has their ranks from
 * 0; each level finds the bucket that contains the rank, and the rank within that bucket.
 */
function middles(which: RawBuilder<unknown>): RawBuilder<unknown> {
  const steps = levels.map((level) => {
    const before = level === 0 ? sql`target` : sql.ref(`level_${level - 1}`);
    const within =
      level === 0
        ? sql`true`
        : sql`(time_count.bucket between before.bucket * 64 and before.bucket * 64 + 63)`;
    return sql`
      ${sql.ref(`level_${level}`)} as (
        select example_id, code_version, half, bucket, place - (upto - n) as place
        from (
          select before.example_id, before.code_version, before.half, before.place, time_count.bucket, time_count.n,
            sum(time_count.n) over (
              partition by before.example_id, before.half order by time_count.bucket
            ) as upto
          from ${before} as before
          join time_count on time_count.example_id = before.example_id
            and time_count.code_version = before.code_version and time_count.level = ${sql.lit(level)}
            and ${within}
        ) as counted
        where place < upto and place >= upto - n
      )`;
  });
  return sql`
    target as (
      select example_id, example.code_version, half.column1 as half, (timed - 1 + half.column1) / 2 as place
      from example_total join example on example.id = example_total.example_id
      cross join (values (0), (1)) as half where timed > 0 and ${which}
    ), ${sql.join(steps)}, middle as (
      select example_id, avg(cast(bucket as double precision)) as ms
      from ${sql.ref(`level_${levels.length - 1}`)} group by example_id
    )`;
}
