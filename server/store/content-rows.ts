// The rows of a course's tree: many in one statement, and a turn of the event loop between statements, so that readers
// hardly notice a course of 2,000 examples.

import { createHash } from "node:crypto";
import type { Chapter, Example, Lesson } from "@tabstop/course/course";
import type { Tx } from "./store.ts";
import { turn } from "./turn.ts";

export type Inserted = {
  readonly courseId: number;
  readonly lessons: number;
  readonly chapters: number;
  readonly examples: number;
};

const rowsPerStatement = 500;

/** The key under which the colours of a code are kept. */
export function codeHash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

/** Lessons with all in them, numbered from `firstIndex`. The course has its row of totals. */
export async function insertLessons(
  tx: Tx,
  courseId: number,
  lessons: readonly Lesson[],
  firstIndex: number,
  at: number,
): Promise<Inserted> {
  const placed = lessons.map((lesson, i) => ({ parent: courseId, order: firstIndex + i, item: lesson }));
  const lessonIds = await insertRows(placed, (rows) =>
    tx
      .insertInto("lesson")
      .values(rows.map(({ parent, order, item }) => ({ ...described(item, order, at), course_id: parent })))
      .returning(["id", "course_id as parent", "order_index as order"])
      .execute(),
  );
  const chapters = below(lessons, lessonIds, (lesson: Lesson) => lesson.chapters);
  const chapterIds = await insertRows(chapters, (rows) =>
    tx
      .insertInto("chapter")
      .values(rows.map(({ parent, order, item }) => ({ ...described(item, order, at), lesson_id: parent })))
      .returning(["id", "lesson_id as parent", "order_index as order"])
      .execute(),
  );
  const chapterItems = chapters.map((chapter) => chapter.item);
  const examples = below(chapterItems, chapterIds, (chapter: Chapter) => chapter.examples);
  const exampleIds = await insertRows(examples, (rows) =>
    tx
      .insertInto("example")
      .values(rows.map(({ parent, order, item }) => exampleRow(item, parent, order, at)))
      .returning(["id", "chapter_id as parent", "order_index as order"])
      .execute(),
  );
  await startTotals(tx, courseId, lessons, lessonIds, exampleIds);
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

function exampleRow(example: Example, chapterId: number, order: number, at: number) {
  return {
    ...described(example, order, at),
    chapter_id: chapterId,
    code_content: example.code_content,
    code_hash: codeHash(example.code_content),
    code_version: 1,
    language: example.language,
  };
}

type Placed<T> = { readonly parent: number; readonly order: number; readonly item: T };
type Stored = { readonly id: number; readonly parent: number; readonly order: number };

/** The ids in the order of `rows`. A database may return rows in any order, so they are found by their place. */
async function insertRows<T>(
  rows: readonly Placed<T>[],
  insert: (rows: readonly Placed<T>[]) => Promise<readonly Stored[]>,
): Promise<readonly number[]> {
  const ids = new Map<string, number>();
  for (let i = 0; i < rows.length; i += rowsPerStatement) {
    const stored = await insert(rows.slice(i, i + rowsPerStatement));
    for (const { id, parent, order } of stored) ids.set(`${parent}/${order}`, id);
    await turn();
  }
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
  exampleIds: readonly number[],
): Promise<void> {
  const zero = { begun: 0, completions: 0, timed: 0, sum_best_ms: 0, attempts: 0, errors: 0 };
  for (let i = 0; i < exampleIds.length; i += rowsPerStatement) {
    const some = exampleIds.slice(i, i + rowsPerStatement);
    await tx
      .insertInto("example_total")
      .values(some.map((id) => ({ example_id: id, ...zero })))
      .execute();
    await turn();
  }
  const totals = lessons.map((lesson, i) => ({
    lesson_id: lessonIds[i] as number,
    examples: lesson.chapters.reduce((sum, chapter) => sum + chapter.examples.length, 0),
    learners: 0,
  }));
  if (totals.length > 0) await tx.insertInto("lesson_total").values(totals).execute();
  await tx
    .updateTable("course_total")
    .set((eb) => ({ examples: eb("examples", "+", exampleIds.length) }))
    .where("course_id", "=", courseId)
    .execute();
}
