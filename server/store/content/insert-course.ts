// Inserts imported courses and lessons: many rows per statement, and a turn of the event loop between statements, so
// that readers hardly notice a course of 2,000 examples.

import { fold } from "@tabstop/course/fold";
import type { Chapter, Course, Example, Lesson } from "@tabstop/course/course";
import { type CompiledQuery, type Insertable, sql } from "kysely";
import { preparedInsert } from "../prepared-query.ts";
import type { ChapterTable, ExampleTable, LessonTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { lockContent } from "./content-locks.ts";
import { lastOrderIndex, nextOrderIndex } from "./content-order.ts";
import { codeHash } from "./highlights.ts";

export type NewCourse = Course & { readonly published: boolean };

/** How much was inserted, and into which course. */
export type Inserted = {
  readonly courseId: number;
  readonly lessons: number;
  readonly chapters: number;
  readonly examples: number;
};

/** The hash of the code of each example in some lessons. */
export type CodeHashes = ReadonlyMap<Example, string>;

/** Call it before the transaction that inserts these lessons: while that runs, no other transaction can write. */
export function hashCodes(lessons: readonly Lesson[]): CodeHashes {
  const examples = lessons.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.examples));
  return new Map(examples.map((example) => [example, codeHash(example.code_content)]));
}

/**
 * Inserts a whole course. An `order_index` of null puts it after the last course (0 for the first). Without `hashes`,
 * code is hashed in the transaction.
 */
export async function insertCourse(
  tx: Tx,
  input: { readonly course: NewCourse; readonly hashes?: CodeHashes; readonly at: number },
): Promise<Inserted> {
  const { course, at, hashes = hashCodes(course.lessons) } = input;
  const { id } = await tx
    .insertInto("stored_course")
    .values({
      ...described(course, course.order_index ?? (await nextCourseIndex(tx)), at),
      difficulty_level: course.difficulty_level,
      published: course.published ? 1 : 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.insertInto("course_total").values({ course_id: id, examples: 0, learners: 0 }).execute();
  return insertLessons(tx, { courseId: id, lessons: course.lessons, firstIndex: 0, hashes, at });
}

/** Inserts lessons after the course's last; null when the course does not exist. `hashes` as in `insertCourse`. */
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
  if (!(await lockContent(tx, "course", input.courseId))) return null;
  const { courseId, lessons, at, hashes = hashCodes(lessons) } = input;
  const firstIndex = await nextOrderIndex(tx, "lesson", courseId, at, lessons.length);
  return insertLessons(tx, { courseId, lessons, firstIndex, hashes, at });
}

/** The ids of all courses whose title reads the same, unpublished ones too, oldest first. */
export async function findCourseTitles(db: Read, title: string): Promise<readonly number[]> {
  const rows = await db.selectFrom("course").select(["id", "title"]).orderBy("id").execute();
  return rows.filter((row) => fold(row.title) === fold(title)).map((row) => row.id);
}

async function nextCourseIndex(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom("course")
    .select((eb) => eb.fn.max("order_index").as("last"))
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Math.min(last + 1, lastOrderIndex);
}

const describedColumns = ["title", "description", "order_index", "created_at", "updated_at"] as const;

const insertLessonRows = preparedInsert<Insertable<LessonTable>, Stored>(
  [...describedColumns, "course_id"],
  (db, rows) =>
    db
      .insertInto("stored_lesson")
      .values(rows)
      .returning(["id", "course_id as parent", "order_index as order"])
      .compile(),
);
const insertChapterRows = preparedInsert<Insertable<ChapterTable>, Stored>(
  [...describedColumns, "lesson_id"],
  (db, rows) =>
    db
      .insertInto("stored_chapter")
      .values(rows)
      .returning(["id", "lesson_id as parent", "order_index as order"])
      .compile(),
);
const insertExampleRows = preparedInsert<Insertable<ExampleTable>, never>(
  [...describedColumns, "chapter_id", "code_content", "code_hash", "code_version", "language", "output"],
  // Kysely has another type for the result of a statement without `returning`.
  (db, rows) => db.insertInto("stored_example").values(rows).compile() as unknown as CompiledQuery<never>,
);

/** Inserts lessons with everything in them, numbered from `firstIndex`. The course has its row of totals already. */
async function insertLessons(
  tx: Tx,
  input: {
    readonly courseId: number;
    readonly lessons: readonly Lesson[];
    readonly firstIndex: number;
    readonly hashes: CodeHashes;
    readonly at: number;
  },
): Promise<Inserted> {
  const { courseId, lessons, at } = input;
  const placed = lessons.map((item, i) => ({ parent: courseId, order: input.firstIndex + i, item }));
  const lessonIds = idsOf(
    placed,
    await insertLessonRows(
      tx,
      placed.map(({ parent, order, item }) => ({ ...described(item, order, at), course_id: parent })),
      yieldToEventLoop,
    ),
  );
  const chapters = below(lessons, lessonIds, (lesson: Lesson) => lesson.chapters);
  const chapterIds = idsOf(
    chapters,
    await insertChapterRows(
      tx,
      chapters.map(({ parent, order, item }) => ({ ...described(item, order, at), lesson_id: parent })),
      yieldToEventLoop,
    ),
  );
  const chapterItems = chapters.map((chapter) => chapter.item);
  const examples = below(chapterItems, chapterIds, (chapter: Chapter) => chapter.examples);
  await insertExampleRows(
    tx,
    examples.map(({ parent, order, item }) => ({
      ...described(item, order, at),
      chapter_id: parent,
      code_content: item.code_content,
      code_hash: input.hashes.get(item) ?? codeHash(item.code_content),
      code_version: 1,
      language: item.language,
      output: item.output,
    })),
    yieldToEventLoop,
  );
  await startTotals(tx, courseId, lessons, lessonIds);
  return { courseId, lessons: lessons.length, chapters: chapters.length, examples: examples.length };
}

function described(item: { title: string; description: string }, order: number, at: number) {
  return {
    title: item.title,
    description: item.description,
    order_index: order,
    created_at: at,
    updated_at: at,
  };
}

type Placed<T> = { readonly parent: number; readonly order: number; readonly item: T };
type Stored = { readonly id: number; readonly parent: number; readonly order: number };

/** The ids in the order of `rows`. A database may return rows in any order, so they are found by their place. */
function idsOf<T>(rows: readonly Placed<T>[], stored: readonly Stored[]): readonly number[] {
  const ids = new Map(stored.map(({ id, parent, order }) => [`${parent}/${order}`, id]));
  return rows.map(({ parent, order }) => ids.get(`${parent}/${order}`) as number);
}

function below<P, C>(
  parents: readonly P[],
  parentIds: readonly number[],
  childrenOf: (parent: P) => readonly C[],
): readonly Placed<C>[] {
  return parents.flatMap((parent, i) =>
    childrenOf(parent).map((item, order) => ({ parent: parentIds[i] as number, order, item })),
  );
}

async function startTotals(
  tx: Tx,
  courseId: number,
  lessons: readonly Lesson[],
  lessonIds: readonly number[],
): Promise<void> {
  if (lessonIds.length === 0) return;
  const ids = sql.join(lessonIds.map((id) => sql.lit(id)));
  const { numAffectedRows } = await sql`
    insert into example_total (example_id, begun, completions, timed, sum_best_ms, attempts, errors)
    select id, 0, 0, 0, 0, 0, 0 from example
      where chapter_id in (select id from chapter where lesson_id in (${ids}))`.execute(tx);
  const totals = lessons.map((lesson, i) => ({
    lesson_id: lessonIds[i] as number,
    examples: lesson.chapters.reduce((sum, chapter) => sum + chapter.examples.length, 0),
    learners: 0,
  }));
  await tx.insertInto("lesson_total").values(totals).execute();
  await tx
    .updateTable("course_total")
    .set((eb) => ({ examples: eb("examples", "+", Number(numAffectedRows ?? 0)) }))
    .where("course_id", "=", courseId)
    .execute();
}
