// The rows of a course's tree: many in one statement, and a turn of the event loop between statements, so that readers
// hardly notice a course of 2,000 examples.

import { createHash } from "node:crypto";
import type { Chapter, Example, Lesson } from "@tabstop/course/course";
import { type CompiledQuery, type Insertable, sql } from "kysely";
import { fixedInsert } from "../prepared-query.ts";
import type { ChapterTable, ExampleTable, LessonTable } from "../schema.ts";
import type { Tx } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

export type Inserted = {
  readonly courseId: number;
  readonly lessons: number;
  readonly chapters: number;
  readonly examples: number;
};

/** The key under which the colours of a code are kept. */
export function codeHash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

/** The keys of all codes in these lessons. */
export type CodeHashes = ReadonlyMap<Example, string>;

/** To be made before the transaction that `insertLessons` is part of: nobody can write while it runs. */
export function hashCodes(lessons: readonly Lesson[]): CodeHashes {
  const examples = lessons.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.examples));
  return new Map(examples.map((example) => [example, codeHash(example.code_content)]));
}

const describedColumns = ["title", "description", "order_index", "created_at", "updated_at"] as const;

const insertLessonRows = fixedInsert<Insertable<LessonTable>, Stored>(
  [...describedColumns, "course_id"],
  (db, rows) =>
    db
      .insertInto("lesson")
      .values(rows)
      .returning(["id", "course_id as parent", "order_index as order"])
      .compile(),
);
const insertChapterRows = fixedInsert<Insertable<ChapterTable>, Stored>(
  [...describedColumns, "lesson_id"],
  (db, rows) =>
    db
      .insertInto("chapter")
      .values(rows)
      .returning(["id", "lesson_id as parent", "order_index as order"])
      .compile(),
);
const insertExampleRows = fixedInsert<Insertable<ExampleTable>, never>(
  [...describedColumns, "chapter_id", "code_content", "code_hash", "code_version", "language"],
  // Kysely's own type of what a statement without `returning` gives.
  (db, rows) => db.insertInto("example").values(rows).compile() as unknown as CompiledQuery<never>,
);

/** Lessons with all in them, numbered from `firstIndex`. The course has its row of totals. */
export async function insertLessons(
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
  // The rows are there, so that nothing but their numbers has to be told.
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
