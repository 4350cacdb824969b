// Content as an admin sees it: drafts too, each with what hangs in it, in the order of order_index, then id.

import type { Difficulty } from "@tabstop/course/course";
import { sql } from "kysely";
import type { ColourRuns } from "./highlights.ts";
import type { Read } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

type Row = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly orderIndex: number;
  readonly createdAt: number;
  /** Grows with every save. */
  readonly updatedAt: number;
  /** Saved results in it, one a learner and example. */
  readonly results: number;
};

export type AdminCourse = Row & {
  readonly difficultyLevel: Difficulty;
  readonly published: boolean;
  readonly lessons: number;
  readonly chapters: number;
  readonly examples: number;
};
export type AdminLesson = Row & {
  readonly courseId: number;
  readonly chapters: number;
  readonly examples: number;
};
export type AdminChapter = Row & { readonly lessonId: number; readonly examples: number };
export type AdminExample = Row & {
  readonly chapterId: number;
  readonly codeContent: string;
  readonly codeVersion: number;
  readonly language: string;
  /** Learners with a best time. */
  readonly times: number;
};

export type Structure = readonly (AdminCourse & {
  readonly lessonRows: readonly (AdminLesson & { readonly chapterRows: readonly AdminChapter[] })[];
})[];

export async function listCourses(db: Read): Promise<readonly AdminCourse[]> {
  return (await courses(db).orderBy("course.order_index").orderBy("course.id").execute()).map(courseOf);
}

export async function findCourse(db: Read, courseId: number): Promise<AdminCourse | null> {
  const row = await courses(db).where("course.id", "=", courseId).executeTakeFirst();
  return row ? courseOf(row) : null;
}

/** null: no such course. */
export async function listLessons(db: Read, courseId: number): Promise<readonly AdminLesson[] | null> {
  const rows = await lessons(db)
    .where("lesson.course_id", "=", courseId)
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .execute();
  return rows.length > 0 || (await isThere(db, "course", courseId)) ? rows : null;
}

export async function findLesson(db: Read, lessonId: number): Promise<AdminLesson | null> {
  return (await lessons(db).where("lesson.id", "=", lessonId).executeTakeFirst()) ?? null;
}

/** null: no such lesson. */
export async function listChapters(db: Read, lessonId: number): Promise<readonly AdminChapter[] | null> {
  const rows = await chapters(db)
    .where("chapter.lesson_id", "=", lessonId)
    .orderBy("chapter.order_index")
    .orderBy("chapter.id")
    .execute();
  return rows.length > 0 || (await isThere(db, "lesson", lessonId)) ? rows : null;
}

export async function findChapter(db: Read, chapterId: number): Promise<AdminChapter | null> {
  return (await chapters(db).where("chapter.id", "=", chapterId).executeTakeFirst()) ?? null;
}

/** null: no such chapter. */
export async function listExamples(
  db: Read,
  chapterId: number,
): Promise<readonly (AdminExample & { readonly runs: ColourRuns | null })[] | null> {
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
  return rows.map((row) => ({ ...row, runs: row.runs === null ? null : JSON.parse(row.runs) }));
}

export async function findExample(db: Read, exampleId: number): Promise<AdminExample | null> {
  return (await examples(db).where("example.id", "=", exampleId).executeTakeFirst()) ?? null;
}

/** Everything but the examples, which are counted. */
export async function readStructure(db: Read): Promise<Structure> {
  const inLessons = groupedBy(
    await chapters(db).orderBy("chapter.order_index").orderBy("chapter.id").execute(),
    (chapter) => chapter.lessonId,
  );
  await yieldToEventLoop();
  const lessonRows = await lessons(db).orderBy("lesson.order_index").orderBy("lesson.id").execute();
  const inCourses = groupedBy(
    lessonRows.map((lesson) => ({ ...lesson, chapterRows: inLessons.get(lesson.id) ?? [] })),
    (lesson) => lesson.courseId,
  );
  await yieldToEventLoop();
  return (await listCourses(db)).map((course) => ({
    ...course,
    lessonRows: inCourses.get(course.id) ?? [],
  }));
}

// The counts are questions of their own, so that a list costs no more than what hangs below it.

function courses(db: Read) {
  return db.selectFrom("course").select([
    "id",
    "title",
    "description",
    "difficulty_level as difficultyLevel",
    "order_index as orderIndex",
    "published",
    "created_at as createdAt",
    "updated_at as updatedAt",
    sql<number>`(select count(*) from lesson where lesson.course_id = course.id)`.as("lessons"),
    sql<number>`(select count(*) from chapter join lesson on lesson.id = chapter.lesson_id
        where lesson.course_id = course.id)`.as("chapters"),
    sql<number>`(select coalesce(sum(examples), 0) from course_total where course_id = course.id)`.as(
      "examples",
    ),
    sql<number>`(select coalesce(sum(begun), 0) from example_total
        join example on example.id = example_total.example_id
        join chapter on chapter.id = example.chapter_id
        join lesson on lesson.id = chapter.lesson_id where lesson.course_id = course.id)`.as("results"),
  ]);
}

function courseOf<T extends { readonly published: 0 | 1 }>(row: T): T & { readonly published: boolean };
function courseOf(row: { readonly published: 0 | 1 }) {
  return { ...row, published: row.published === 1 };
}

function lessons(db: Read) {
  return db.selectFrom("lesson").select([
    "id",
    "course_id as courseId",
    "title",
    "description",
    "order_index as orderIndex",
    "created_at as createdAt",
    "updated_at as updatedAt",
    sql<number>`(select count(*) from chapter where chapter.lesson_id = lesson.id)`.as("chapters"),
    sql<number>`(select coalesce(sum(examples), 0) from lesson_total where lesson_id = lesson.id)`.as(
      "examples",
    ),
    sql<number>`(select coalesce(sum(begun), 0) from example_total
        join example on example.id = example_total.example_id
        join chapter on chapter.id = example.chapter_id where chapter.lesson_id = lesson.id)`.as("results"),
  ]);
}

function chapters(db: Read) {
  return db.selectFrom("chapter").select([
    "id",
    "lesson_id as lessonId",
    "title",
    "description",
    "order_index as orderIndex",
    "created_at as createdAt",
    "updated_at as updatedAt",
    sql<number>`(select count(*) from example where example.chapter_id = chapter.id)`.as("examples"),
    sql<number>`(select coalesce(sum(begun), 0) from example_total
        join example on example.id = example_total.example_id
        where example.chapter_id = chapter.id)`.as("results"),
  ]);
}

function examples(db: Read) {
  return db
    .selectFrom("example")
    .leftJoin("example_total", "example_total.example_id", "example.id")
    .select([
      "example.id",
      "example.chapter_id as chapterId",
      "example.title",
      "example.description",
      "example.code_content as codeContent",
      "example.code_version as codeVersion",
      "example.language",
      "example.order_index as orderIndex",
      "example.created_at as createdAt",
      "example.updated_at as updatedAt",
      sql<number>`coalesce(example_total.begun, 0)`.as("results"),
      sql<number>`coalesce(example_total.timed, 0)`.as("times"),
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
