// The figures of the dashboard. All are sums of the rollups and never read `progress`, so that their cost grows with
// the content and with the active users, but not with all results ever saved.
//
// Unpublished courses count like any other. Content that no learner has started is in no list.

import { type RawBuilder, sql } from "kysely";
import type { Read } from "../store.ts";

/**
 * Of all content that learners have started: how many there are, and the first and the last few in order of success.
 */
export type Ranked<T> = {
  readonly begun: number;
  /** Best first. */
  readonly first: readonly T[];
  /** Worst first. When there are few, some are in both lists. */
  readonly last: readonly T[];
};

export type CourseFigures = {
  readonly id: number;
  readonly title: string;
  readonly total_examples: number;
  /** The sum over all learners. */
  readonly completed_examples: number;
  /** Percent, with one decimal, of what all learners who started the course could have completed. */
  readonly completion_rate: number;
};

export type LessonFigures = {
  readonly id: number;
  readonly title: string;
  readonly course_title: string;
  /** Computed like the rate of a course. */
  readonly completion_rate: number;
};

export type ExampleFigures = {
  readonly id: number;
  readonly title: string;
  readonly chapter_title: string;
  readonly users_completed: number;
  /** The mean of the learners' best times in ms; null when there is none. */
  readonly avg_completion_time: number | null;
};

/** How many learners saved or completed anything at or after each of these times, in their order. */
export async function countActive(db: Read, since: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<Record<string, number | null>>`
    select ${sql.join(
      since.map(
        (moment, i) => sql`sum(case when last_active_at >= ${moment} then 1 else 0 end) as ${name(i)}`,
      ),
    )}
    from activity where last_active_at >= ${Math.min(...since)}`.execute(db);
  return since.map((_, i) => rows[0]?.[`since_${i}`] ?? 0);
}

function name(i: number): RawBuilder<unknown> {
  return sql.ref(`since_${i}`);
}

/** Counts unpublished courses too, and the completions of all learners. */
export async function countAll(db: Read, what: "courses" | "lessons" | "completions"): Promise<number> {
  const counts = {
    courses: sql<{ n: number }>`select count(*) as n from course`,
    lessons: sql<{ n: number }>`select count(*) as n from lesson`,
    completions: sql<{ n: number }>`select coalesce(sum(completions), 0) as n from example_total`,
  };
  const { rows } = await counts[what].execute(db);
  return rows[0]?.n ?? 0;
}

/** Ranks by completion rate, then completions, then id. */
export async function rankCourses(db: Read, limit: number): Promise<Ranked<CourseFigures>> {
  const { rows } = await sql<CourseFigures & Placed>`
    with ${rated("course")}, ${ranked(sql`permille desc, completions desc, id`)}
    select place, n, course.id, course.title, examples as total_examples, completions as completed_examples,
      ${rate} as completion_rate
    from ranked join course on course.id = ranked.id
    where ${isNearAnEnd(limit)} order by place`.execute(db);
  return ends(rows, limit);
}

/** Ranks by completion rate, then completions, then id. */
export async function rankLessons(db: Read, limit: number): Promise<Ranked<LessonFigures>> {
  const { rows } = await sql<LessonFigures & Placed>`
    with ${rated("lesson")}, ${ranked(sql`permille desc, completions desc, id`)}
    select place, n, lesson.id, lesson.title, course.title as course_title, ${rate} as completion_rate
    from ranked join lesson on lesson.id = ranked.id join course on course.id = lesson.course_id
    where ${isNearAnEnd(limit)} order by place`.execute(db);
  return ends(rows, limit);
}

/** Ranks by number of completions, then the shorter average (those without one last), then id. */
export async function rankExamples(db: Read, limit: number): Promise<Ranked<ExampleFigures>> {
  const { rows } = await sql<ExampleFigures & Placed>`
    with rated as (
      select example_id as id, completions,
        cast(sum_best_ms as double precision) / nullif(timed, 0) as average
      from example_total where begun > 0
    ), ${ranked(sql`completions desc, (case when average is null then 1 else 0 end), average, id`)}
    select place, n, example.id, example.title, chapter.title as chapter_title,
      completions as users_completed, average as avg_completion_time
    from ranked join example on example.id = ranked.id join chapter on chapter.id = example.chapter_id
    where ${isNearAnEnd(limit)} order by place`.execute(db);
  return ends(rows, limit);
}

// Only whole numbers, so that both databases round equally: floor(1000 c / p + 1/2) = floor((2000 c + p) / 2p).
function rated(kind: "course" | "lesson"): RawBuilder<unknown> {
  const total = sql.ref(`${kind}_total`);
  const key = sql.ref(`${kind}_id`);
  return sql`
    done as (
      select ${key}, sum(example_total.completions) as completions
      from example_total
      join example on example.id = example_total.example_id
      join chapter on chapter.id = example.chapter_id
      join lesson on lesson.id = chapter.lesson_id
      group by ${key}
    ), possible as (
      select ${key} as id, examples, cast(examples as bigint) * learners as completions from ${total}
    ), rated as (
      select possible.id, possible.examples, done.completions,
        (2000 * done.completions + possible.completions) / (2 * possible.completions) as permille
      from possible join done on done.${key} = possible.id
      where possible.completions > 0
    )`;
}

/** Thousandths as percent with one decimal. */
const rate = sql`cast(permille as double precision) / 10`;

type Placed = { readonly place: number; readonly n: number };

function ranked(order: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ranked as (
    select rated.*, row_number() over (order by ${order}) as place, count(*) over () as n from rated)`;
}

function isNearAnEnd(limit: number): RawBuilder<unknown> {
  return sql`(place <= ${sql.lit(limit)} or place > n - ${sql.lit(limit)})`;
}

function ends<T extends Placed>(rows: readonly T[], limit: number): Ranked<Omit<T, keyof Placed>> {
  const begun = rows[0]?.n ?? 0;
  const withoutPlace = ({ place: _place, n: _n, ...row }: T) => row;
  return {
    begun,
    first: rows.filter(({ place }) => place <= limit).map(withoutPlace),
    last: rows
      .filter(({ place }) => place > begun - limit)
      .map(withoutPlace)
      .reverse(),
  };
}
