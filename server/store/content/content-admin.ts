// Content as admins see it: unpublished courses too, in the order of order_index, then id. Each row has counts of what
// is in it.

import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Difficulty, Kind } from "@tabstop/course/course";
import { sql } from "kysely";
import type { Flag } from "../schema.ts";
import type { Read } from "../store.ts";
import { belongsTo } from "./content-kinds.ts";
import { parseRuns } from "./highlights.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

/** An admin's view of a course: the columns, and how much there is in it. */
export type CourseForAdmin = ContentRow & {
  readonly difficulty_level: Difficulty;
  readonly published: Flag;
  readonly lesson_count: number;
  readonly chapter_count: number;
  readonly example_count: number;
};
type LessonForAdmin = ContentRow & {
  readonly course_id: number;
  readonly chapter_count: number;
  readonly example_count: number;
};
type ChapterForAdmin = ContentRow & { readonly lesson_id: number; readonly example_count: number };
export type ExampleForAdmin = ContentRow & {
  readonly chapter_id: number;
  readonly code_content: string;
  readonly code_version: number;
  readonly language: string;
  readonly output: string;
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

type RowOf = {
  readonly course: CourseForAdmin;
  readonly lesson: LessonForAdmin;
  readonly chapter: ChapterForAdmin;
  readonly example: ExampleForAdmin;
};

export type Structure = readonly (CourseForAdmin & {
  readonly lessons: readonly (LessonForAdmin & { readonly chapters: readonly ChapterForAdmin[] })[];
})[];

/** Returns null when the content does not exist. */
export async function findContent<K extends Kind>(db: Read, kind: K, id: number): Promise<RowOf[K] | null> {
  return (await rowsOf(db, kind).where(`${kind}.id`, "=", id).executeTakeFirst()) ?? null;
}

export function listCourses(db: Read): Promise<readonly CourseForAdmin[]> {
  return inOrder(db, "course").execute();
}

/** The lessons of a course or the chapters of a lesson; null when the parent does not exist. */
export async function listContent<K extends "lesson" | "chapter">(
  db: Read,
  kind: K,
  parentId: number,
): Promise<readonly RowOf[K][] | null> {
  const rows = await inOrder(db, kind).where(`${kind}.${belongsTo[kind].column}`, "=", parentId).execute();
  return rows.length > 0 || (await exists(db, belongsTo[kind].parent, parentId)) ? rows : null;
}

/** Returns null when the chapter does not exist. */
export async function listExamples(
  db: Read,
  chapterId: number,
): Promise<readonly (ExampleForAdmin & { readonly tokens: Tokens | null })[] | null> {
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
  if (rows.length === 0 && !(await exists(db, "chapter", chapterId))) return null;
  return rows.map(({ runs, ...row }) => ({ ...row, tokens: parseRuns(runs) }));
}

/** Everything but the examples, which are counted. */
export async function readStructure(db: Read): Promise<Structure> {
  const chapters = groupedBy(await inOrder(db, "chapter").execute(), "lesson_id");
  await yieldToEventLoop();
  const lessons = groupedBy(
    (await inOrder(db, "lesson").execute()).map((lesson) => ({
      ...lesson,
      chapters: chapters.get(lesson.id) ?? [],
    })),
    "course_id",
  );
  await yieldToEventLoop();
  return (await listCourses(db)).map((course) => ({ ...course, lessons: lessons.get(course.id) ?? [] }));
}

/** The methods that the queries of all kinds share. Kysely's own types do not resolve for a generic `kind`. */
type Rows<R> = {
  where(column: string, operator: "=", id: number): Rows<R>;
  orderBy(column: string): Rows<R>;
  execute(): Promise<R[]>;
  executeTakeFirst(): Promise<R | undefined>;
};

function rowsOf<K extends Kind>(db: Read, kind: K): Rows<RowOf[K]> {
  return queries[kind](db) as unknown as Rows<RowOf[K]>;
}

function inOrder<K extends Kind>(db: Read, kind: K): Rows<RowOf[K]> {
  return rowsOf(db, kind).orderBy(`${kind}.order_index`).orderBy(`${kind}.id`);
}

// The counts are subqueries, so that a list reads only what belongs to its rows.

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
      "example.output",
      "example.order_index",
      "example.created_at",
      "example.updated_at",
      sql<number>`coalesce(example_total.begun, 0)`.as("result_count"),
      sql<number>`coalesce(example_total.timed, 0)`.as("time_count"),
    ]);
}

const queries = { course: courses, lesson: lessons, chapter: chapters, example: examples } satisfies {
  readonly [K in Kind]: (db: Read) => { execute(): Promise<RowOf[K][]> };
};

async function exists(db: Read, kind: Kind, id: number): Promise<boolean> {
  return (await db.selectFrom(kind).select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

function groupedBy<K extends string, T extends { readonly [key in K]: number }>(
  rows: readonly T[],
  key: K,
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}
