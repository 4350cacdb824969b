// Content as an admin sees it: drafts too, each with what hangs in it, in the order of order_index, then id.

import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Difficulty } from "@tabstop/course/course";
import { sql } from "kysely";
import type { Flag } from "../schema.ts";
import type { Read } from "../store.ts";
import { parseRuns } from "./highlights.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

/** An admin's view of a course: the columns, and how much there is in it. */
export type CourseRow = ContentRow & {
  readonly difficulty_level: Difficulty;
  readonly published: Flag;
  readonly lesson_count: number;
  readonly chapter_count: number;
  readonly example_count: number;
};
export type LessonRow = ContentRow & {
  readonly course_id: number;
  readonly chapter_count: number;
  readonly example_count: number;
};
export type ChapterRow = ContentRow & { readonly lesson_id: number; readonly example_count: number };
export type ExampleRow = ContentRow & {
  readonly chapter_id: number;
  readonly code_content: string;
  readonly code_version: number;
  readonly language: string;
  /** Learners with a best time. */
  readonly time_count: number;
};

type ContentRow = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly order_index: number;
  readonly created_at: number;
  /** Grows with every save. */
  readonly updated_at: number;
  /** Saved results in it, one per learner and example. */
  readonly result_count: number;
};

export type Structure = readonly (CourseRow & {
  readonly lessons: readonly (LessonRow & { readonly chapters: readonly ChapterRow[] })[];
})[];

export async function listCourses(db: Read): Promise<readonly CourseRow[]> {
  return courses(db).orderBy("course.order_index").orderBy("course.id").execute();
}

export async function findCourse(db: Read, courseId: number): Promise<CourseRow | null> {
  return (await courses(db).where("course.id", "=", courseId).executeTakeFirst()) ?? null;
}

/** null: no such course. */
export async function listLessons(db: Read, courseId: number): Promise<readonly LessonRow[] | null> {
  const rows = await lessons(db)
    .where("lesson.course_id", "=", courseId)
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .execute();
  return rows.length > 0 || (await isThere(db, "course", courseId)) ? rows : null;
}

export async function findLesson(db: Read, lessonId: number): Promise<LessonRow | null> {
  return (await lessons(db).where("lesson.id", "=", lessonId).executeTakeFirst()) ?? null;
}

/** null: no such lesson. */
export async function listChapters(db: Read, lessonId: number): Promise<readonly ChapterRow[] | null> {
  const rows = await chapters(db)
    .where("chapter.lesson_id", "=", lessonId)
    .orderBy("chapter.order_index")
    .orderBy("chapter.id")
    .execute();
  return rows.length > 0 || (await isThere(db, "lesson", lessonId)) ? rows : null;
}

export async function findChapter(db: Read, chapterId: number): Promise<ChapterRow | null> {
  return (await chapters(db).where("chapter.id", "=", chapterId).executeTakeFirst()) ?? null;
}

/** null: no such chapter. */
export async function listExamples(
  db: Read,
  chapterId: number,
): Promise<readonly (ExampleRow & { readonly tokens: Tokens | null })[] | null> {
  const rows = await examples(db)
    .leftJoin("highlight", (join) =>
      join
        .onRef("highlight.code_hash", "=", "example.code_hash")
        .onRef("highlight.language", "=", "example.language"),
    )
    .select("highlight.runs")
    .where("example.chapter_id", "=", chapterId)
    .orderBy("example.order_index")
    .orderBy("example.id")
    .execute();
  if (rows.length === 0 && !(await isThere(db, "chapter", chapterId))) return null;
  return rows.map((row) => ({ ...row, tokens: parseRuns(row.runs) }));
}

export async function findExample(db: Read, exampleId: number): Promise<ExampleRow | null> {
  return (await examples(db).where("example.id", "=", exampleId).executeTakeFirst()) ?? null;
}

/** Everything but the examples, which are counted. */
export async function readStructure(db: Read): Promise<Structure> {
  const inLessons = groupedBy(
    await chapters(db).orderBy("chapter.order_index").orderBy("chapter.id").execute(),
    (chapter) => chapter.lesson_id,
  );
  await yieldToEventLoop();
  const lessonRows = await lessons(db).orderBy("lesson.order_index").orderBy("lesson.id").execute();
  const inCourses = groupedBy(
    lessonRows.map((lesson) => ({ ...lesson, chapters: inLessons.get(lesson.id) ?? [] })),
    (lesson) => lesson.course_id,
  );
  await yieldToEventLoop();
  return (await listCourses(db)).map((course) => ({
    ...course,
    lessons: inCourses.get(course.id) ?? [],
  }));
}

// The counts are questions of their own, so that a list costs no more than what hangs below it.

function courses(db: Read) {
  return db.selectFrom("course").select([
    "id",
    "title",
    "description",
    "difficulty_level",
    "order_index",
    "published",
    "created_at",
    "updated_at",
    sql<number>`(select count(*) from lesson where lesson.course_id = course.id)`.as("lesson_count"),
    sql<number>`(select count(*) from chapter join lesson on lesson.id = chapter.lesson_id
        where lesson.course_id = course.id)`.as("chapter_count"),
    sql<number>`(select coalesce(sum(examples), 0) from course_total where course_id = course.id)`.as(
      "example_count",
    ),
    sql<number>`(select coalesce(sum(begun), 0) from example_total
        join example on example.id = example_total.example_id
        join chapter on chapter.id = example.chapter_id
        join lesson on lesson.id = chapter.lesson_id where lesson.course_id = course.id)`.as("result_count"),
  ]);
}

function lessons(db: Read) {
  return db.selectFrom("lesson").select([
    "id",
    "course_id",
    "title",
    "description",
    "order_index",
    "created_at",
    "updated_at",
    sql<number>`(select count(*) from chapter where chapter.lesson_id = lesson.id)`.as("chapter_count"),
    sql<number>`(select coalesce(sum(examples), 0) from lesson_total where lesson_id = lesson.id)`.as(
      "example_count",
    ),
    sql<number>`(select coalesce(sum(begun), 0) from example_total
        join example on example.id = example_total.example_id
        join chapter on chapter.id = example.chapter_id where chapter.lesson_id = lesson.id)`.as(
      "result_count",
    ),
  ]);
}

function chapters(db: Read) {
  return db.selectFrom("chapter").select([
    "id",
    "lesson_id",
    "title",
    "description",
    "order_index",
    "created_at",
    "updated_at",
    sql<number>`(select count(*) from example where example.chapter_id = chapter.id)`.as("example_count"),
    sql<number>`(select coalesce(sum(begun), 0) from example_total
        join example on example.id = example_total.example_id
        where example.chapter_id = chapter.id)`.as("result_count"),
  ]);
}

function examples(db: Read) {
  return db
    .selectFrom("example")
    .leftJoin("example_total", "example_total.example_id", "example.id")
    .select([
      "example.id",
      "example.chapter_id",
      "example.title",
      "example.description",
      "example.code_content",
      "example.code_version",
      "example.language",
      "example.order_index",
      "example.created_at",
      "example.updated_at",
      sql<number>`coalesce(example_total.begun, 0)`.as("result_count"),
      sql<number>`coalesce(example_total.timed, 0)`.as("time_count"),
    ]);
}

async function isThere(db: Read, table: "course" | "lesson" | "chapter", id: number): Promise<boolean> {
  const row = await db.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
