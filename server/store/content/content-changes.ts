// How content changes, moves and goes, with everything that is derived from it kept in the same transaction.
//
// Who changes where examples hang, their code or their being there, holds them first as `content-locks.ts` says.

import { sql } from "kysely";
import {
  lockChapter,
  lockCourse,
  lockExample,
  lockExamples,
  lockLesson,
  type Place,
} from "./content-locks.ts";
import { codeHash } from "./content-rows.ts";
import { inBatches } from "../in-batches.ts";
import type { Tx } from "../store.ts";
import { moveTime } from "../results/time-counts.ts";
import {
  addExamples,
  addToRollups,
  addToExample,
  type Parent,
  parents,
  type Shares,
  subtractFromRollups,
} from "../results/totals.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

const [ofLesson, ofCourse] = parents;

/** With all lessons, chapters, examples, progress and times in it; false when there is no such course. */
export async function deleteCourse(tx: Tx, courseId: number): Promise<boolean> {
  const place = await lockCourse(tx, courseId);
  if (!place) return false;
  const examples = await lockExamples(tx, "lesson.course_id", courseId);
  await deleteExamples(tx, examples);
  const lessons = await tx.selectFrom("lesson").select("id").where("course_id", "=", courseId).execute();
  for (const lesson of lessons) await deleteLearners(tx, ofLesson, lesson.id);
  await deleteLearners(tx, ofCourse, courseId);
  await tx.deleteFrom("course").where("id", "=", courseId).execute();
  return true;
}

export async function deleteLesson(tx: Tx, lessonId: number): Promise<boolean> {
  const place = await lockLesson(tx, lessonId);
  if (!place) return false;
  const examples = await lockExamples(tx, "chapter.lesson_id", lessonId);
  await subtractFromRollups(tx, ofCourse, place.courseId, sharesOfLesson(lessonId));
  await addExamples(tx, ofCourse, place.courseId, -examples.length);
  await deleteExamples(tx, examples);
  await deleteLearners(tx, ofLesson, lessonId);
  await tx.deleteFrom("lesson").where("id", "=", lessonId).execute();
  return true;
}

export async function deleteChapter(tx: Tx, chapterId: number): Promise<boolean> {
  const place = await lockChapter(tx, chapterId);
  if (!place) return false;
  const examples = await lockExamples(tx, "example.chapter_id", chapterId);
  await leave(tx, place, "chapter_id", chapterId, examples.length);
  await deleteExamples(tx, examples);
  await tx.deleteFrom("chapter").where("id", "=", chapterId).execute();
  return true;
}

export async function deleteExample(tx: Tx, exampleId: number): Promise<boolean> {
  const place = await lockExample(tx, exampleId);
  if (!place) return false;
  const examples = await lockExamples(tx, "example.id", exampleId);
  await leave(tx, place, "id", exampleId, examples.length);
  await deleteExamples(tx, examples);
  return true;
}

/** Hangs a lesson, with all in it, under another course. False when either is not there. */
export async function moveLesson(
  tx: Tx,
  change: { readonly lessonId: number; readonly courseId: number },
): Promise<boolean> {
  const from = await lockLesson(tx, change.lessonId);
  const to = await lockCourse(tx, change.courseId);
  if (!from || !to) return false;
  if (from.courseId === to.courseId) return true;
  const examples = await lockExamples(tx, "chapter.lesson_id", change.lessonId);
  await subtractFromRollups(tx, ofCourse, from.courseId, sharesOfLesson(change.lessonId));
  await addExamples(tx, ofCourse, from.courseId, -examples.length);
  await tx.updateTable("lesson").set({ course_id: to.courseId }).where("id", "=", change.lessonId).execute();
  await addToRollups(tx, ofCourse, to.courseId, sharesOfLesson(change.lessonId));
  await addExamples(tx, ofCourse, to.courseId, examples.length);
  return true;
}

/** Hangs a chapter, with all in it, under another lesson, of any course. False when either is not there. */
export async function moveChapter(
  tx: Tx,
  change: { readonly chapterId: number; readonly lessonId: number },
): Promise<boolean> {
  const from = await lockChapter(tx, change.chapterId);
  const to = await lockLesson(tx, change.lessonId);
  if (!from || !to) return false;
  const examples = await lockExamples(tx, "example.chapter_id", change.chapterId);
  await leave(tx, from, "chapter_id", change.chapterId, examples.length);
  await tx
    .updateTable("chapter")
    .set({ lesson_id: to.lessonId })
    .where("id", "=", change.chapterId)
    .execute();
  await join(tx, to, "chapter_id", change.chapterId, examples.length);
  return true;
}

/** Hangs an example under another chapter, of any course. False when either is not there. */
export async function moveExample(
  tx: Tx,
  change: { readonly exampleId: number; readonly chapterId: number },
): Promise<boolean> {
  const from = await lockExample(tx, change.exampleId);
  const to = await lockChapter(tx, change.chapterId);
  if (!from || !to) return false;
  const examples = await lockExamples(tx, "example.id", change.exampleId);
  await leave(tx, from, "id", change.exampleId, examples.length);
  await tx
    .updateTable("example")
    .set({ chapter_id: change.chapterId })
    .where("id", "=", change.exampleId)
    .execute();
  await join(tx, to, "id", change.exampleId, examples.length);
  return true;
}

/**
 * Replaces the code. When it differs, the version goes up by one, completions stay, and best and last times and the
 * board start afresh. null: no such example.
 */
export async function changeExampleCode(
  tx: Tx,
  change: { readonly exampleId: number; readonly codeContent: string; readonly at: number },
): Promise<{ readonly changed: boolean; readonly codeVersion: number } | null> {
  const example = await tx
    .selectFrom("example")
    .select(["code_content", "code_version", "updated_at"])
    .where("id", "=", change.exampleId)
    .forUpdate()
    .executeTakeFirst();
  if (!example) return null;
  if (example.code_content === change.codeContent) {
    return { changed: false, codeVersion: example.code_version };
  }
  const codeVersion = example.code_version + 1;
  await tx
    .updateTable("example")
    .set({
      code_content: change.codeContent,
      code_hash: codeHash(change.codeContent),
      code_version: codeVersion,
      updated_at: Math.max(change.at, example.updated_at + 1),
    })
    .where("id", "=", change.exampleId)
    .execute();
  await clearTimes(tx, change.exampleId);
  return { changed: true, codeVersion };
}

/** Takes a learner's best time off the board; his completion and last time stay. False when he has none. */
export async function removeTime(
  tx: Tx,
  time: { readonly exampleId: number; readonly userId: number },
): Promise<boolean> {
  await lockExamples(tx, "example.id", time.exampleId);
  const standing = await tx
    .selectFrom("progress")
    .select("best_time_ms")
    .where("user_id", "=", time.userId)
    .where("example_id", "=", time.exampleId)
    .executeTakeFirst();
  const best = standing?.best_time_ms ?? null;
  if (best === null) return false;
  await tx
    .updateTable("progress")
    .set({ best_time_ms: null, best_at: null })
    .where("user_id", "=", time.userId)
    .where("example_id", "=", time.exampleId)
    .execute();
  await addToExample(tx, time.exampleId, { timed: -1, sum_best_ms: -best });
  await moveTime(tx, time.exampleId, best, null);
  return true;
}

// ---------------------------------------------------------------- what learners did there

type ExampleKey = "id" | "chapter_id";

async function leave(tx: Tx, place: Place, key: ExampleKey, id: number, examples: number): Promise<void> {
  for (const parent of parents) {
    await subtractFromRollups(tx, parent, idOf(parent, place), sharesOfExamples(key, id));
    await addExamples(tx, parent, idOf(parent, place), -examples);
  }
}

async function join(tx: Tx, place: Place, key: ExampleKey, id: number, examples: number): Promise<void> {
  for (const parent of parents) {
    await addToRollups(tx, parent, idOf(parent, place), sharesOfExamples(key, id));
    await addExamples(tx, parent, idOf(parent, place), examples);
  }
}

function idOf(parent: Parent, place: Place): number {
  return parent.kind === "lesson" ? place.lessonId : place.courseId;
}

function sharesOfExamples(key: ExampleKey, id: number): Shares {
  return sql`(
    select user_id, count(*) as begun, count(completed_at) as completed from progress
    where example_id in (select id from example where ${sql.ref(key)} = ${id}) group by user_id)`;
}

function sharesOfLesson(lessonId: number): Shares {
  return sql`(select user_id, begun, completed from learner_lesson where lesson_id = ${lessonId})`;
}

/** What hangs on an example and may be much, with its key. */
const ofExamples = [
  ["attempt", ["user_id", "example_id", "attempt_key"]],
  ["progress", ["user_id", "example_id"]],
  ["time_count", ["example_id", "level", "bucket"]],
] as const;

// The foreign keys would do the same in one go, and hold up everybody for as long as it takes.
async function deleteExamples(tx: Tx, examples: readonly number[]): Promise<void> {
  for (const { some, results } of await portionsOf(tx, examples)) {
    const ids = sql.join(some.map((id) => sql.lit(id)));
    for (const [name, columns] of results > 0 ? ofExamples : []) {
      const table = sql.table(name);
      const key = sql.join(columns.map((column) => sql.ref(column)));
      await inBatches(
        tx,
        (limit) => sql`
          delete from ${table} where (${key}) in (
            select ${key} from ${table} where example_id in (${ids}) limit ${limit})`,
      );
    }
    await sql`delete from example where id in (${ids})`.execute(tx);
    await yieldToEventLoop();
  }
}

const examplesAtOnce = 100;
const resultsAtOnce = 500;

/** Many that nobody has begun go at once, one that everybody has begun goes alone. */
async function portionsOf(
  tx: Tx,
  examples: readonly number[],
): Promise<readonly { readonly some: readonly number[]; readonly results: number }[]> {
  const portions: { some: number[]; results: number }[] = [];
  for (let from = 0; from < examples.length; from += examplesAtOnce) {
    const some = examples.slice(from, from + examplesAtOnce);
    const rows = await tx
      .selectFrom("example_total")
      .select(["example_id", "begun"])
      .where("example_id", "in", some)
      .execute();
    const begun = new Map(rows.map((row) => [row.example_id, row.begun]));
    for (const id of some) {
      const more = begun.get(id) ?? 0;
      const portion = portions.at(-1);
      if (portion && portion.some.length < examplesAtOnce && portion.results + more <= resultsAtOnce) {
        portion.some.push(id);
        portion.results += more;
      } else portions.push({ some: [id], results: more });
    }
  }
  return portions;
}

async function deleteLearners(tx: Tx, parent: Parent, id: number): Promise<void> {
  await deleteOfLearners(tx, parent.learner, parent.key, id);
}

async function deleteOfLearners(tx: Tx, table: string, key: string, id: number): Promise<void> {
  const mine = sql`${sql.ref(key)} = ${id}`;
  await inBatches(
    tx,
    (limit) => sql`
      delete from ${sql.table(table)} where (user_id, ${sql.ref(key)}) in (
        select user_id, ${sql.ref(key)} from ${sql.table(table)} where ${mine} limit ${limit})`,
  );
}

async function clearTimes(tx: Tx, exampleId: number): Promise<void> {
  const clear = sql`update progress set best_time_ms = null, best_at = null, last_time_ms = null, last_at = null`;
  // In the order of the board, from which each step takes its rows away.
  const onBoard = sql`example_id = ${exampleId} and best_time_ms is not null`;
  await inBatches(
    tx,
    (limit) => sql`
      ${clear} where (user_id, example_id) in (
        select user_id, example_id from progress where ${onBoard} limit ${limit})`,
  );
  await sql`${clear} where example_id = ${exampleId} and last_time_ms is not null`.execute(tx);
  await tx.deleteFrom("time_count").where("example_id", "=", exampleId).execute();
  await tx
    .updateTable("example_total")
    .set({ timed: 0, sum_best_ms: 0, attempts: 0, errors: 0 })
    .where("example_id", "=", exampleId)
    .execute();
}
