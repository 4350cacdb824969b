// Deletes and moves content and replaces code, and updates everything derived from it in the same
// transaction. Each takes its locks first, as `content-locks.ts` says.

import type { Kind } from "@tabstop/course/course";
import { type RawBuilder, sql } from "kysely";
import { inBatches } from "../in-batches.ts";
import { withdrawAnswers } from "../results/attempts.ts";
import { moveTime } from "../results/time-counts.ts";
import {
  addExamples,
  addToExample,
  addToRollups,
  type Parent,
  parents,
  type Shares,
  subtractFromRollups,
} from "../results/totals.ts";
import type { Tx } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { belongsTo, type ChildKind } from "./content-kinds.ts";
import { lockContent, lockExamplesIn } from "./content-locks.ts";
import { codeHash } from "./highlights.ts";

/** Deletes it with all content, progress and times in it; false when there is no such content. */
export async function deleteContent(tx: Tx, kind: Kind, id: number): Promise<boolean> {
  const place = await lockContent(tx, kind, id);
  if (!place) return false;
  const examples = await lockExamplesIn(tx, kind, id);
  if (kind !== "course") await leave(tx, kind, id, place, examples.length);
  await deleteExamples(tx, examples);
  if (kind === "course") {
    const lessons = await tx.selectFrom("lesson").select("id").where("course_id", "=", id).execute();
    for (const lesson of lessons) await deleteLearners(tx, ofLesson, lesson.id);
    await deleteLearners(tx, ofCourse, id);
  }
  if (kind === "lesson") await deleteLearners(tx, ofLesson, id);
  if (kind !== "example") await tx.deleteFrom(kind).where("id", "=", id).execute();
  return true;
}

/** Moves a lesson, chapter or example, with everything in it, to another parent. False when either does not exist. */
export async function moveContent(tx: Tx, kind: ChildKind, id: number, parentId: number): Promise<boolean> {
  const { parent, column } = belongsTo[kind];
  const from = await lockContent(tx, kind, id);
  const to = await lockContent(tx, parent, parentId);
  if (!from || !to) return false;
  const examples = await lockExamplesIn(tx, kind, id);
  await leave(tx, kind, id, from, examples.length);
  await sql`update ${sql.table(kind)} set ${sql.ref(column)} = ${parentId} where id = ${id}`.execute(tx);
  await join(tx, kind, id, to, examples.length);
  return true;
}

/**
 * Replaces the code. When it differs, the version goes up by one, completions stay, and best and last times and the
 * leaderboard start from scratch. Returns null when the example does not exist.
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

/**
 * Removes a learner's best time from the leaderboard; their completion and last time stay. False when they have none.
 */
export async function removeTime(
  tx: Tx,
  time: { readonly exampleId: number; readonly userId: number },
): Promise<boolean> {
  await lockExamplesIn(tx, "example", time.exampleId);
  const progress = await tx
    .selectFrom("progress")
    .select("best_time_ms")
    .where("user_id", "=", time.userId)
    .where("example_id", "=", time.exampleId)
    .executeTakeFirst();
  const best = progress?.best_time_ms ?? null;
  if (best === null) return false;
  await tx
    .updateTable("progress")
    .set({ best_time_ms: null, best_at: null })
    .where("user_id", "=", time.userId)
    .where("example_id", "=", time.exampleId)
    .execute();
  await withdrawAnswers(tx, time, best);
  await addToExample(tx, time.exampleId, { timed: -1, sum_best_ms: -best });
  await moveTime(tx, time.exampleId, best, null);
  return true;
}

// ---------------------------------------------------------------- what learners did there

const [ofLesson, ofCourse] = parents;

/** For each kind, the parents whose rollups count its content, and a query of what learners did in that content. */
const rollups: {
  readonly [K in ChildKind]: { readonly in: readonly Parent[]; readonly shares: (id: number) => Shares };
} = {
  lesson: {
    in: [ofCourse],
    shares: (id) => sql`(select user_id, begun, completed from learner_lesson where lesson_id = ${id})`,
  },
  chapter: { in: parents, shares: (id) => sharesOfExamples(sql`chapter_id = ${id}`) },
  example: { in: parents, shares: (id) => sharesOfExamples(sql`id = ${id}`) },
};

function sharesOfExamples(which: RawBuilder<unknown>): Shares {
  return sql`(
    select user_id, count(*) as begun, count(completed_at) as completed from progress
    where example_id in (select id from example where ${which}) group by user_id)`;
}

/** A chapter or example is in a lesson; a lesson is only in a course. */
type In = { readonly courseId: number; readonly lessonId?: number };

async function leave(tx: Tx, kind: ChildKind, id: number, place: In, examples: number): Promise<void> {
  for (const parent of rollups[kind].in) {
    await subtractFromRollups(tx, parent, idOf(parent, place), rollups[kind].shares(id));
    await addExamples(tx, parent, idOf(parent, place), -examples);
  }
}

async function join(tx: Tx, kind: ChildKind, id: number, place: In, examples: number): Promise<void> {
  for (const parent of rollups[kind].in) {
    await addToRollups(tx, parent, idOf(parent, place), rollups[kind].shares(id));
    await addExamples(tx, parent, idOf(parent, place), examples);
  }
}

function idOf(parent: Parent, { courseId, lessonId }: In): number {
  return parent.kind === "course" ? courseId : (lessonId as number);
}

/** The tables with many rows per example, each with its primary key. */
const tablesOfExamples = [
  ["attempt", ["user_id", "example_id", "attempt_key"]],
  ["progress", ["user_id", "example_id"]],
  ["time_count", ["example_id", "level", "bucket"]],
] as const;

// The foreign keys would delete the same rows in one statement, and block every other writer for as long as that takes.
async function deleteExamples(tx: Tx, examples: readonly number[]): Promise<void> {
  for (const { some, results } of await portionsOf(tx, examples)) {
    const ids = sql.join(some.map((id) => sql.lit(id)));
    for (const [table, key] of results > 0 ? tablesOfExamples : [])
      await inBatches(tx, sql`delete from ${sql.table(table)}`, {
        table,
        key,
        where: sql`example_id in (${ids})`,
      });
    await sql`delete from example where id in (${ids})`.execute(tx);
    await yieldToEventLoop();
  }
}

const examplesAtOnce = 100;
const resultsAtOnce = 500;

/** Examples with few results share a portion; an example with many results has one to itself. */
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

async function deleteLearners(tx: Tx, { learner, key }: Parent, id: number): Promise<void> {
  await inBatches(tx, sql`delete from ${sql.table(learner)}`, {
    table: learner,
    key: ["user_id", key],
    where: sql`${sql.ref(key)} = ${id}`,
  });
}

async function clearTimes(tx: Tx, exampleId: number): Promise<void> {
  const clear = sql`update progress set best_time_ms = null, best_at = null, last_time_ms = null, last_at = null`;
  // This follows the index of the leaderboard, which no longer has the rows of earlier batches.
  await inBatches(tx, clear, {
    table: "progress",
    key: ["user_id", "example_id"],
    where: sql`example_id = ${exampleId} and best_time_ms is not null`,
  });
  await sql`${clear} where example_id = ${exampleId} and last_time_ms is not null`.execute(tx);
  await tx.deleteFrom("time_count").where("example_id", "=", exampleId).execute();
  await tx
    .updateTable("example_total")
    .set({ timed: 0, sum_best_ms: 0, attempts: 0, errors: 0 })
    .where("example_id", "=", exampleId)
    .execute();
}
