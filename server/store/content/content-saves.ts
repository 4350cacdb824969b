// One course, lesson, chapter or example made or saved by hand, and the order of siblings.
//
// Who saves holds the course first (`content-locks.ts`), so that limits and orders are judged by what is there.

import type { Difficulty } from "@tabstop/course/course";
import { sql } from "kysely";
import { codeHash } from "./content-rows.ts";
import type { Read, Tx } from "../store.ts";
import { addExamples, parents } from "../results/totals.ts";

export type ContentKind = "course" | "lesson" | "chapter" | "example";

type New = {
  readonly title: string;
  readonly description: string;
  readonly orderIndex: number;
  readonly at: number;
};

/** An id, with the lesson's own row of totals. The course is held. */
export async function insertLesson(tx: Tx, lesson: New & { readonly courseId: number }): Promise<number> {
  const { id } = await tx
    .insertInto("lesson")
    .values({ ...described(lesson), course_id: lesson.courseId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.insertInto("lesson_total").values({ lesson_id: id, examples: 0, learners: 0 }).execute();
  return id;
}

export async function insertChapter(tx: Tx, chapter: New & { readonly lessonId: number }): Promise<number> {
  const { id } = await tx
    .insertInto("chapter")
    .values({ ...described(chapter), lesson_id: chapter.lessonId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export type NewExample = New & {
  readonly chapterId: number;
  /** Where the chapter hangs. */
  readonly lessonId: number;
  readonly courseId: number;
  readonly codeContent: string;
  readonly language: string;
};

export async function insertExample(tx: Tx, example: NewExample): Promise<number> {
  const { id } = await tx
    .insertInto("example")
    .values({
      ...described(example),
      chapter_id: example.chapterId,
      code_content: example.codeContent,
      code_hash: codeHash(example.codeContent),
      code_version: 1,
      language: example.language,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("example_total")
    .values({
      example_id: id,
      begun: 0,
      completions: 0,
      timed: 0,
      sum_best_ms: 0,
      attempts: 0,
      errors: 0,
    })
    .execute();
  for (const parent of parents)
    await addExamples(tx, parent, parent.kind === "lesson" ? example.lessonId : example.courseId, 1);
  return id;
}

/** What is absent stays as it is. */
export type Changes = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly orderIndex?: number | undefined;
  /** Of a course. */
  readonly difficultyLevel?: Difficulty | undefined;
  readonly published?: boolean | undefined;
  /** Of an example; its code is changed by `changeExampleCode`. */
  readonly language?: string | undefined;
};

/** Saves a row under the time `updatedAt`, which is later than that of its last save. */
export async function saveContent(
  tx: Tx,
  kind: ContentKind,
  id: number,
  changes: Changes & { readonly updatedAt: number },
): Promise<void> {
  const columns = {
    title: changes.title,
    description: changes.description,
    order_index: changes.orderIndex,
    difficulty_level: changes.difficultyLevel,
    published: changes.published === undefined ? undefined : Number(changes.published),
    language: changes.language,
    updated_at: changes.updatedAt,
  };
  const sets = Object.entries(columns).filter(([, value]) => value !== undefined);
  await sql`
    update ${sql.table(kind)} set ${sql.join(sets.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where id = ${id}`.execute(tx);
}

// ---------------------------------------------------------------- how much there is

/** `characters`: code points of all titles, descriptions and code, as `courseCharacters` counts them. */
export type CourseSize = { readonly lessons: number; readonly examples: number; readonly characters: number };

export async function sizeOfCourse(db: Read, courseId: number): Promise<CourseSize> {
  const text = sql`length(title) + length(description)`;
  const inLessons = sql`(select id from lesson where course_id = ${courseId})`;
  const inChapters = sql`(select id from chapter where lesson_id in ${inLessons})`;
  const { rows } = await sql<CourseSize>`
    select
      (select count(*) from lesson where course_id = ${courseId}) as lessons,
      (select count(*) from example where chapter_id in ${inChapters}) as examples,
      (select coalesce(sum(${text}), 0) from course where id = ${courseId})
      + (select coalesce(sum(${text}), 0) from lesson where course_id = ${courseId})
      + (select coalesce(sum(${text}), 0) from chapter where lesson_id in ${inLessons})
      + (select coalesce(sum(${text} + length(code_content)), 0) from example where chapter_id in ${inChapters})
      as characters`.execute(db);
  return rows[0] as CourseSize;
}

export async function countChapters(db: Read, lessonId: number): Promise<number> {
  return countIn(db, "lesson", lessonId);
}

export async function countExamples(db: Read, chapterId: number): Promise<number> {
  return countIn(db, "chapter", chapterId);
}

async function countIn(db: Read, parent: "lesson" | "chapter", id: number): Promise<number> {
  const { table, key } = siblingsIn[parent === "lesson" ? "chapter" : "example"];
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where ${sql.ref(key as string)} = ${id}`.execute(db);
  return rows[0]?.n ?? 0;
}

// ---------------------------------------------------------------- order

const siblingsIn = {
  course: { table: "course", key: null },
  lesson: { table: "lesson", key: "course_id" },
  chapter: { table: "chapter", key: "lesson_id" },
  example: { table: "example", key: "chapter_id" },
} as const;

const lastOrderIndex = 1_000_000;

/**
 * The first of `room` free numbers after the last sibling. Where these would go beyond the largest, the siblings are
 * numbered anew, in the order that they have.
 */
export async function nextOrderIndex(
  tx: Tx,
  kind: "lesson" | "chapter" | "example",
  parentId: number,
  at: number,
  room = 1,
): Promise<number> {
  const { table, key } = siblingsIn[kind];
  const { rows } = await sql<{ last: number | null }>`
    select max(order_index) as last from ${sql.table(table)} where ${sql.ref(key)} = ${parentId}`.execute(tx);
  const next = (rows[0]?.last ?? -1) + 1;
  if (next + room - 1 <= lastOrderIndex) return next;
  const ids = await siblings(tx, kind, parentId);
  await numberSiblings(tx, kind, ids, at);
  return ids.length;
}

/** Ids of all siblings in their order; `parentId` null for courses. They are held as the parent is. */
export async function siblings(
  tx: Tx,
  kind: ContentKind,
  parentId: number | null,
): Promise<readonly number[]> {
  const { table, key } = siblingsIn[kind];
  const where = key === null ? sql`` : sql`where ${sql.ref(key)} = ${parentId}`;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} ${where} order by order_index, id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Nothing holds all courses but themselves: two who order them do so one after the other. */
export async function holdCourses(tx: Tx): Promise<void> {
  await tx.selectFrom("course").select("id").orderBy("id").forNoKeyUpdate().execute();
}

const rowsPerStatement = 500;

/** Numbers these from 0. Who has a new number is saved with it: a form that still shows the old one is out of date. */
export async function numberSiblings(
  tx: Tx,
  kind: ContentKind,
  ids: readonly number[],
  at: number,
): Promise<void> {
  const table = sql.table(kind);
  for (let from = 0; from < ids.length; from += rowsPerStatement) {
    const places = ids
      .slice(from, from + rowsPerStatement)
      .map((id, i) => sql`(${sql.lit(id)}, ${sql.lit(from + i)})`);
    await sql`
      update ${table} set order_index = place.column2,
        updated_at = case when ${table}.updated_at < ${at} then ${at} else ${table}.updated_at + 1 end
      from (values ${sql.join(places)}) as place
      where ${table}.id = place.column1 and ${table}.order_index <> place.column2`.execute(tx);
  }
}

function described({ title, description, orderIndex, at }: New) {
  return { title, description, order_index: orderIndex, created_at: at, updated_at: at };
}
