// Content as learners see it: published courses only, in the order of order_index, then id, each with the learner's own
// progress.

import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Difficulty } from "@tabstop/course/course";
import { type Kysely, type Selectable, sql } from "kysely";
import { keyOfBest } from "../results/best-run.ts";
import { currentTime } from "../results/progress-row.ts";
import { completedIn } from "../results/totals.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { ExampleTable, Tables } from "../schema.ts";
import type { Read } from "../store.ts";
import { parseRuns } from "./highlights.ts";

export type CourseForLearner = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly difficulty_level: Difficulty;
  readonly order_index: number;
  readonly completed_examples: number;
  readonly total_examples: number;
};

export type LessonSummary = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly course_id: number;
  readonly order_index: number;
  readonly completed_examples: number;
  readonly total_examples: number;
};

type ExampleForLearner = Omit<ExampleRow, keyof BestRun | "percent" | "completed_at" | "runs"> & {
  /** The run of the best time; null without one, or when that run is no longer stored. */
  readonly best_run: {
    readonly errors: number | null;
    readonly accuracy: number | null;
    readonly ended_at: number;
  } | null;
  /** null when the colours are not computed yet or the language has none. */
  readonly tokens: Tokens | null;
  readonly status: "completed" | "in_progress" | "not_started";
  /** In percent. */
  readonly progress: number;
};

export type LessonForLearner = LessonRow & {
  readonly chapters: readonly (ChapterRow & {
    readonly example_count: number;
    readonly examples: readonly ExampleForLearner[];
  })[];
};

export async function listPublishedCourses(db: Read, userId: number): Promise<readonly CourseForLearner[]> {
  return (await publishedCourses(db, { userId })).rows;
}

/** Returns null when the course does not exist or is not published. */
export async function getPublishedCourse(
  db: Read,
  userId: number,
  courseId: number,
): Promise<(CourseForLearner & { readonly lessons: readonly LessonSummary[] }) | null> {
  const course = await coursesFor(db, userId).where("course.id", "=", courseId).executeTakeFirst();
  return course ? { ...course, lessons: await lessonSummaries(db, userId, courseId) } : null;
}

/** Returns null when the lesson does not exist or its course is not published. */
export async function getPublishedLesson(
  db: Read,
  userId: number,
  lessonId: number,
): Promise<LessonForLearner | null> {
  // All at once, so that PostgreSQL gets them in one round trip.
  const [lesson, chapters, examples] = await Promise.all([
    publishedLesson(db, lessonId),
    chaptersOf(db, { lessonId }),
    examplesByChapter(db, userId, lessonId),
  ]);
  if (!lesson) return null;
  return {
    ...lesson,
    chapters: chapters.rows.map((chapter) => {
      const inChapter = examples.get(chapter.id) ?? [];
      return { ...chapter, example_count: inChapter.length, examples: inChapter };
    }),
  };
}

/** Returns null when the lesson does not exist or its course is not published. */
export async function getCourseOfLesson(
  db: Read,
  lessonId: number,
): Promise<{ readonly id: number; readonly title: string } | null> {
  const lesson = await publishedLesson(db, lessonId);
  return lesson ? { id: lesson.course_id, title: lesson.course_title } : null;
}

/**
 * The next lesson of the same course that has an example; `lessonId` is null after the last one. `courseTitle` is
 * always that of the given lesson's course. Returns null when the lesson does not exist or its course is not published.
 */
export async function nextLessonAfter(
  db: Read,
  lessonId: number,
): Promise<{ readonly lessonId: number | null; readonly courseTitle: string } | null> {
  const lesson = await publishedLesson(db, lessonId);
  if (!lesson) return null;
  const next = await db
    .selectFrom("lesson")
    .innerJoin("lesson_total", "lesson_total.lesson_id", "lesson.id")
    .select("lesson.id")
    .where("lesson.course_id", "=", lesson.course_id)
    .where("lesson_total.examples", ">", 0)
    .where((eb) =>
      eb.or([
        eb("lesson.order_index", ">", lesson.order_index),
        eb.and([eb("lesson.order_index", "=", lesson.order_index), eb("lesson.id", ">", lesson.id)]),
      ]),
    )
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .limit(1)
    .executeTakeFirst();
  return { lessonId: next?.id ?? null, courseTitle: lesson.course_title };
}

function coursesFor(db: Kysely<Tables>, userId: number) {
  return db
    .selectFrom("course")
    .leftJoin("course_total", "course_total.course_id", "course.id")
    .leftJoin("learner_course", (join) =>
      join.onRef("learner_course.course_id", "=", "course.id").on("learner_course.user_id", "=", userId),
    )
    .select((eb) => [
      "course.id",
      "course.title",
      "course.description",
      "course.difficulty_level",
      "course.order_index",
      completedIn("course", userId).as("completed_examples"),
      eb.fn.coalesce("course_total.examples", sql.lit(0)).as("total_examples"),
    ])
    .where("course.published", "=", 1);
}

const publishedCourses = preparedQuery<{ readonly userId: number }, CourseForLearner>((db, value) =>
  coursesFor(db, value("userId")).orderBy("course.order_index").orderBy("course.id").compile(),
);

function lessonSummaries(db: Read, userId: number, courseId: number): Promise<LessonSummary[]> {
  return db
    .selectFrom("lesson")
    .leftJoin("lesson_total", "lesson_total.lesson_id", "lesson.id")
    .leftJoin("learner_lesson", (join) =>
      join.onRef("learner_lesson.lesson_id", "=", "lesson.id").on("learner_lesson.user_id", "=", userId),
    )
    .select((eb) => [
      "lesson.id",
      "lesson.title",
      "lesson.description",
      "lesson.course_id",
      "lesson.order_index",
      completedIn("lesson", userId).as("completed_examples"),
      eb.fn.coalesce("lesson_total.examples", sql.lit(0)).as("total_examples"),
    ])
    .where("lesson.course_id", "=", courseId)
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .execute();
}

type LessonRow = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly course_id: number;
  readonly order_index: number;
  readonly course_title: string;
};

const lessonById = preparedQuery<{ readonly lessonId: number }, LessonRow>((db, value) =>
  db
    .selectFrom("lesson")
    .innerJoin("course", "course.id", "lesson.course_id")
    .select([
      "lesson.id",
      "lesson.title",
      "lesson.description",
      "lesson.course_id",
      "lesson.order_index",
      "course.title as course_title",
    ])
    .where("lesson.id", "=", value("lessonId"))
    .where("course.published", "=", 1)
    .compile(),
);

async function publishedLesson(db: Read, lessonId: number): Promise<LessonRow | undefined> {
  return (await lessonById(db, { lessonId })).rows[0];
}

type ChapterRow = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly lesson_id: number;
  readonly order_index: number;
};

const chaptersOf = preparedQuery<{ readonly lessonId: number }, ChapterRow>((db, value) =>
  db
    .selectFrom("chapter")
    .select(["id", "title", "description", "lesson_id", "order_index"])
    .where("lesson_id", "=", value("lessonId"))
    .orderBy("order_index")
    .orderBy("id")
    .compile(),
);

/** All examples of a lesson in order, each with its colours and the learner's progress, in one query. */
async function examplesByChapter(
  db: Read,
  userId: number,
  lessonId: number,
): Promise<ReadonlyMap<number, readonly ExampleForLearner[]>> {
  const { rows } = await examplesOf(db, { userId, lessonId });
  // Node 20 has no Map.groupBy.
  const byChapter = new Map<number, ExampleForLearner[]>();
  for (const row of rows) {
    const example = forLearner(row);
    const siblings = byChapter.get(row.chapter_id);
    if (siblings) siblings.push(example);
    else byChapter.set(row.chapter_id, [example]);
  }
  return byChapter;
}

type ExampleRow = Pick<
  Selectable<ExampleTable>,
  | "id"
  | "title"
  | "description"
  | "code_content"
  | "output"
  | "code_version"
  | "language"
  | "chapter_id"
  | "order_index"
> & {
  readonly percent: number | null;
  readonly completed_at: number | null;
  readonly best_time_ms: number | null;
  readonly last_time_ms: number | null;
  readonly runs: string | null;
} & BestRun;

/** null where there is no such run. */
type BestRun = {
  readonly best_errors: number | null;
  readonly best_accuracy: number | null;
  readonly best_ended_at: number | null;
};

const examplesOf = preparedQuery<{ readonly userId: number; readonly lessonId: number }, ExampleRow>(
  (db, value) =>
    db
      .selectFrom("chapter")
      .innerJoin("example", "example.chapter_id", "chapter.id")
      .leftJoin("progress", (join) =>
        join.onRef("progress.example_id", "=", "example.id").on("progress.user_id", "=", value("userId")),
      )
      .leftJoin("highlight", (join) =>
        join
          .onRef("highlight.code_hash", "=", "example.code_hash")
          .onRef("highlight.language", "=", "example.language"),
      )
      .leftJoin("attempt", (join) =>
        join
          .onRef("attempt.example_id", "=", "example.id")
          .on("attempt.user_id", "=", value("userId"))
          .on("attempt.attempt_key", "=", keyOfBest(value("userId"))),
      )
      .select([
        "example.id",
        "example.title",
        "example.description",
        "example.code_content",
        "example.output",
        "example.code_version",
        "example.language",
        "example.chapter_id",
        "example.order_index",
        "progress.percent",
        "progress.completed_at",
        currentTime("best_time_ms"),
        currentTime("last_time_ms"),
        "highlight.runs",
        "attempt.errors as best_errors",
        "attempt.accuracy as best_accuracy",
        "attempt.ended_at as best_ended_at",
      ])
      .where("chapter.lesson_id", "=", value("lessonId"))
      .orderBy("example.order_index")
      .orderBy("example.id")
      .compile(),
);

function forLearner({ percent, completed_at, runs, ...found }: ExampleRow): ExampleForLearner {
  const { best_errors: errors, best_accuracy: accuracy, best_ended_at: ended_at, ...row } = found;
  return {
    ...row,
    best_run: ended_at === null ? null : { errors, accuracy, ended_at },
    tokens: parseRuns(runs),
    status: completed_at !== null ? "completed" : percent === null ? "not_started" : "in_progress",
    progress: percent ?? 0,
  };
}
