// Courses, lessons, chapters and examples: how they come in, and what a learner sees of them, which is published ones
// only, in the order of order_index, then id, with his own progress.
//
// How content changes and goes is in `content-changes.ts`.

import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Course, Difficulty, Lesson } from "@tabstop/course/course";
import type { Kysely, Selectable } from "kysely";
import { type CodeHashes, hashCodes, type Inserted, insertLessons } from "./content-rows.ts";
import { nextOrderIndex } from "./content-saves.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { ChapterTable, ExampleTable, LessonTable, Tables } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

export type NewCourse = Course & { readonly published: boolean };

export type CourseSummary = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly difficultyLevel: Difficulty;
  readonly orderIndex: number;
  readonly completedExamples: number;
  readonly totalExamples: number;
};

export type LessonSummary = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly courseId: number;
  readonly orderIndex: number;
  readonly completedExamples: number;
  readonly totalExamples: number;
};

export type CourseContent = CourseSummary & { readonly lessons: readonly LessonSummary[] };

export type ExampleStatus = "completed" | "in_progress" | "not_started";

/** An example as one learner has it before him. */
export type ExampleContent = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly codeContent: string;
  readonly codeVersion: number;
  readonly language: string;
  /** null: not computed yet, or a language without colours. */
  readonly runs: Tokens | null;
  readonly chapterId: number;
  readonly orderIndex: number;
  readonly status: ExampleStatus;
  readonly progress: number;
  readonly bestTimeMs: number | null;
  readonly lastTimeMs: number | null;
};

export type ChapterContent = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly lessonId: number;
  readonly orderIndex: number;
  readonly examples: readonly ExampleContent[];
};

export type LessonContent = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly courseId: number;
  readonly orderIndex: number;
  readonly chapters: readonly ChapterContent[];
};

/**
 * Puts a whole course in. `orderIndex` null: after the last course (0 for the first). `hashes`: of its lessons' codes, made
 * before the transaction; without them they are made in it.
 */
export async function insertCourse(
  tx: Tx,
  input: {
    readonly course: NewCourse;
    readonly orderIndex: number | null;
    readonly hashes?: CodeHashes;
    readonly at: number;
  },
): Promise<Inserted> {
  const { course, at, hashes = hashCodes(course.lessons) } = input;
  const { id } = await tx
    .insertInto("course")
    .values({
      title: course.title,
      description: course.description,
      difficulty_level: course.difficulty_level,
      order_index: input.orderIndex ?? (await nextCourseIndex(tx)),
      published: course.published ? 1 : 0,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.insertInto("course_total").values({ course_id: id, examples: 0, learners: 0 }).execute();
  return insertLessons(tx, { courseId: id, lessons: course.lessons, firstIndex: 0, hashes, at });
}

/** Puts lessons after those that the course has; null when there is no such course. `hashes`: as in `insertCourse`. */
export async function appendLessons(
  tx: Tx,
  input: {
    readonly courseId: number;
    readonly lessons: readonly Lesson[];
    readonly hashes?: CodeHashes;
    readonly at: number;
  },
): Promise<Inserted | null> {
  // Two imports into one course wait for each other, so that their lessons do not mix.
  const course = await tx
    .selectFrom("course")
    .select("id")
    .where("id", "=", input.courseId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!course) return null;
  const { courseId, lessons, at, hashes = hashCodes(lessons) } = input;
  const firstIndex = await nextOrderIndex(tx, "lesson", courseId, at, lessons.length);
  return insertLessons(tx, { courseId, lessons, firstIndex, hashes, at });
}

/** The published courses in order, with the learner's counts. */
export async function listPublishedCourses(db: Read, userId: number): Promise<readonly CourseSummary[]> {
  const { rows } = await publishedCourses(db, { userId });
  return rows.map(courseSummaryOf);
}

/** null: no such course, or a draft. */
export async function getPublishedCourse(
  db: Read,
  userId: number,
  courseId: number,
): Promise<CourseContent | null> {
  const row = await courseSummaries(db, userId).where("course.id", "=", courseId).executeTakeFirst();
  if (!row) return null;
  return { ...courseSummaryOf(row), lessons: await lessonSummaries(db, userId, courseId) };
}

/** null: no such lesson, or of a draft. */
export async function getPublishedLesson(
  db: Read,
  userId: number,
  lessonId: number,
): Promise<LessonContent | null> {
  // Asked at once, so that PostgreSQL gets all of them in one round trip.
  const [lesson, chapters, examples] = await Promise.all([
    publishedLesson(db, lessonId),
    chaptersOf(db, { lessonId }),
    examplesByChapter(db, userId, lessonId),
  ]);
  if (!lesson) return null;
  return {
    id: lesson.id,
    title: lesson.title,
    description: lesson.description,
    courseId: lesson.course_id,
    orderIndex: lesson.order_index,
    chapters: chapters.rows.map((chapter) => ({
      id: chapter.id,
      title: chapter.title,
      description: chapter.description,
      lessonId,
      orderIndex: chapter.order_index,
      examples: examples.get(chapter.id) ?? [],
    })),
  };
}

/** null: no such lesson, or of a draft. */
export async function getCourseOfLesson(
  db: Read,
  lessonId: number,
): Promise<{ readonly id: number; readonly title: string } | null> {
  const lesson = await publishedLesson(db, lessonId);
  return lesson ? { id: lesson.course_id, title: lesson.course_title } : null;
}

/**
 * The next lesson of the same course that has an example, `lessonId` null after the last; `courseTitle` is always the
 * present course's. null: no such lesson, or of a draft.
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

/** The ids of courses of exactly this title, oldest first; drafts too. */
export async function findCourseTitles(db: Read, title: string): Promise<readonly number[]> {
  const rows = await db.selectFrom("course").select("id").where("title", "=", title).orderBy("id").execute();
  return rows.map((row) => row.id);
}

const lastOrderIndex = 1_000_000;

async function nextCourseIndex(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom("course")
    .select((eb) => eb.fn.max("order_index").as("last"))
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Math.min(last + 1, lastOrderIndex);
}

function courseSummaries(db: Kysely<Tables>, userId: number) {
  return db
    .selectFrom("course")
    .leftJoin("course_total", "course_total.course_id", "course.id")
    .leftJoin("learner_course", (join) =>
      join.onRef("learner_course.course_id", "=", "course.id").on("learner_course.user_id", "=", userId),
    )
    .select([
      "course.id",
      "course.title",
      "course.description",
      "course.difficulty_level",
      "course.order_index",
      "course_total.examples",
      "learner_course.completed",
    ])
    .where("course.published", "=", 1);
}

const publishedCourses = preparedQuery<{ readonly userId: number }, CourseRow>((db, value) =>
  courseSummaries(db, value("userId")).orderBy("course.order_index").orderBy("course.id").compile(),
);

type CourseRow = {
  id: number;
  title: string;
  description: string;
  difficulty_level: Difficulty;
  order_index: number;
  examples: number | null;
  completed: number | null;
};

function courseSummaryOf(row: CourseRow): CourseSummary {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    difficultyLevel: row.difficulty_level,
    orderIndex: row.order_index,
    completedExamples: row.completed ?? 0,
    totalExamples: row.examples ?? 0,
  };
}

async function lessonSummaries(
  db: Read,
  userId: number,
  courseId: number,
): Promise<readonly LessonSummary[]> {
  const rows = await db
    .selectFrom("lesson")
    .leftJoin("lesson_total", "lesson_total.lesson_id", "lesson.id")
    .leftJoin("learner_lesson", (join) =>
      join.onRef("learner_lesson.lesson_id", "=", "lesson.id").on("learner_lesson.user_id", "=", userId),
    )
    .select([
      "lesson.id",
      "lesson.title",
      "lesson.description",
      "lesson.order_index",
      "lesson_total.examples",
      "learner_lesson.completed",
    ])
    .where("lesson.course_id", "=", courseId)
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    courseId,
    orderIndex: row.order_index,
    completedExamples: row.completed ?? 0,
    totalExamples: row.examples ?? 0,
  }));
}

type LessonRow = Pick<LessonTable, "title" | "description" | "course_id" | "order_index"> & {
  readonly id: number;
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

type ChapterRow = Pick<ChapterTable, "title" | "description" | "order_index"> & { readonly id: number };

const chaptersOf = preparedQuery<{ readonly lessonId: number }, ChapterRow>((db, value) =>
  db
    .selectFrom("chapter")
    .select(["id", "title", "description", "order_index"])
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
): Promise<ReadonlyMap<number, readonly ExampleContent[]>> {
  const { rows } = await examplesOf(db, { userId, lessonId });
  // Node 20 has no Map.groupBy.
  const byChapter = new Map<number, ExampleContent[]>();
  for (const example of rows.map(exampleOf)) {
    const siblings = byChapter.get(example.chapterId);
    if (siblings) siblings.push(example);
    else byChapter.set(example.chapterId, [example]);
  }
  return byChapter;
}

type ExampleRow = Pick<
  Selectable<ExampleTable>,
  "id" | "title" | "description" | "code_content" | "code_version" | "language" | "chapter_id" | "order_index"
> & {
  readonly percent: number | null;
  readonly completed_at: number | null;
  readonly best_time_ms: number | null;
  readonly last_time_ms: number | null;
  readonly runs: string | null;
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
      .select([
        "example.id",
        "example.title",
        "example.description",
        "example.code_content",
        "example.code_version",
        "example.language",
        "example.chapter_id",
        "example.order_index",
        "progress.percent",
        "progress.completed_at",
        "progress.best_time_ms",
        "progress.last_time_ms",
        "highlight.runs",
      ])
      .where("chapter.lesson_id", "=", value("lessonId"))
      .orderBy("example.order_index")
      .orderBy("example.id")
      .compile(),
);

function exampleOf(row: ExampleRow): ExampleContent {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    codeContent: row.code_content,
    codeVersion: row.code_version,
    language: row.language,
    runs: row.runs === null ? null : JSON.parse(row.runs),
    chapterId: row.chapter_id,
    orderIndex: row.order_index,
    status: statusOf(row),
    progress: row.percent ?? 0,
    bestTimeMs: row.best_time_ms,
    lastTimeMs: row.last_time_ms,
  };
}

function statusOf(row: ExampleRow): ExampleStatus {
  if (row.completed_at !== null) return "completed";
  return row.percent === null ? "not_started" : "in_progress";
}
