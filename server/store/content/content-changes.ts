// Deletes and moves content and replaces code. Each takes its locks first, as `content-locks.ts` says, marks what changes
// and updates the totals. What has a row for each learner is cleared behind (`clearing.ts`).

import type { Kind } from "@tabstop/course/course";
import { type RawBuilder, sql } from "kysely";
import { coverageChanged } from "../coverage-version.ts";
import { forUpdate } from "../dialect-forks.ts";
import { withdrawTimes } from "../results/attempts.ts";
import { storeBest } from "../results/best-times.ts";
import { lockProgress, noBest } from "../results/progress-row.ts";
import { releaseRuns } from "../results/runs.ts";
import type { BoardKind } from "../results/time-counts.ts";
import { addExamples, type Parent, parents } from "../results/totals.ts";
import type { Tx } from "../store.ts";
import { clearBehind } from "./clearing.ts";
import { belongsTo, type ChildKind, kindsFromTop, storedTable } from "./content-kinds.ts";
import { lockContent, lockContentTree, lockExamplesIn, lockMove, type Place } from "./content-locks.ts";
import { codeHash } from "./highlights.ts";

/**
 * Deletes it with all content, progress and times in it; false when there is no such content. Nothing shows it any more;
 * the rows of learners are cleared behind.
 */
export async function deleteContent(tx: Tx, kind: Kind, id: number): Promise<boolean> {
  await lockContentTree(tx);
  const place: Place | Pick<Place, "courseId"> | null = await lockContent(tx, kind, id);
  if (!place) return false;
  const examples = await lockExamplesIn(tx, kind, id);
  await markDeleted(tx, kind, id);
  const lessons = "lessonId" in place && kind !== "lesson" ? [place.lessonId] : [];
  const courses = kind === "course" ? [] : [place.courseId];
  await addExamples(tx, ofLesson, new Map(lessons.map((lesson) => [lesson, -examples.length])));
  await addExamples(tx, ofCourse, new Map(courses.map((course) => [course, -examples.length])));
  await clearBehind(tx, { kind: "deleted", content_id: id, lessons, courses });
  await coverageChanged(tx);
  return true;
}

/** Moves a lesson, chapter or example, with everything in it, to another parent. False when either does not exist. */
export async function moveContent(tx: Tx, kind: ChildKind, id: number, parentId: number): Promise<boolean> {
  const { parent, column } = belongsTo[kind];
  const { from, to } = await lockMove(tx, { kind, id }, { kind: parent, id: parentId });
  if (!from || !to) return false;
  const examples = await lockExamplesIn(tx, kind, id);
  await sql`
    update ${sql.table(storedTable[kind])} set ${sql.ref(column)} = ${parentId} where id = ${id}`.execute(tx);
  const lessons = "lessonId" in to && to.lessonId !== from.lessonId ? [from.lessonId, to.lessonId] : [];
  const courses = to.courseId !== from.courseId ? [from.courseId, to.courseId] : [];
  await moveExamples(tx, ofLesson, lessons, examples.length);
  await moveExamples(tx, ofCourse, courses, examples.length);
  if (lessons.length + courses.length > 0 && (await haveResults(tx, examples)))
    await clearBehind(tx, { kind: "moved", content_id: from.lessonId, lessons, courses });
  await coverageChanged(tx);
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
  await lockContentTree(tx);
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
    .updateTable("stored_example")
    .set({
      code_content: change.codeContent,
      code_hash: codeHash(change.codeContent),
      code_version: codeVersion,
      updated_at: Math.max(change.at, example.updated_at + 1),
    })
    .where("id", "=", change.exampleId)
    .execute();
  await tx
    .updateTable("example_total")
    .set({ timed: 0, sum_best_ms: 0, attempts: 0, errors: 0 })
    .where("example_id", "=", change.exampleId)
    .execute();
  await clearBehind(tx, { kind: "times", content_id: change.exampleId });
  return { changed: true, codeVersion };
}

/**
 * Removes the time that this leaderboard lists and every unchecked time of the learner that is the same or faster; none
 * of them is listed again unless it is checked. Their completion and last time stay, and a slower checked time becomes
 * their best. False when the leaderboard lists none.
 */
export async function removeTime(
  tx: Tx,
  {
    timeMs,
    ...of
  }: {
    readonly exampleId: number;
    readonly userId: number;
    readonly timeMs?: number | undefined;
  },
  board: BoardKind,
): Promise<boolean> {
  const code = await lockLearnersExample(tx, of);
  const before = code && (await lockProgress(tx, of, code));
  const listed = (board === "all" ? before?.best_time_ms : before?.checked_best_ms) ?? null;
  if (!code || !before || listed === null || (timeMs ?? listed) !== listed) return false;
  const removed = { ...of, codeVersion: code.code_version, timeMs: listed };
  const { checked_best_ms, checked_best_at } = before;
  const isCheckedLeft = checked_best_ms !== null && checked_best_ms > listed;
  const after = isCheckedLeft
    ? { ...noBest, best_time_ms: checked_best_ms, best_at: checked_best_at, checked_best_ms, checked_best_at }
    : noBest;
  await withdrawTimes(tx, removed);
  await releaseRuns(tx, removed);
  await tx
    .insertInto("removed_time")
    .values({
      example_id: of.exampleId,
      user_id: of.userId,
      code_version: code.code_version,
      time_ms: listed,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await storeBest(tx, removed, before, after);
  return true;
}

/** Locks an example against saves. Returns its code's version; null when the learner has no progress in it. */
async function lockLearnersExample(
  tx: Tx,
  { exampleId, userId }: { readonly exampleId: number; readonly userId: number },
): Promise<{ readonly code_version: number } | null> {
  // A row that refers to an account locks it. A deletion of the account also locks it before its examples.
  await tx.selectFrom("account").select("id").where("id", "=", userId).forKeyShare().execute();
  await lockExamplesIn(tx, "example", exampleId);
  const found = await tx
    .selectFrom("progress")
    .innerJoin("example", "example.id", "progress.example_id")
    .select("example.code_version")
    .where("progress.user_id", "=", userId)
    .where("progress.example_id", "=", exampleId)
    .executeTakeFirst();
  return found ?? null;
}

// ---------------------------------------------------------------- marks and totals

const [ofLesson, ofCourse] = parents;

/** Marks it and everything in it, and deletes its totals, so that no statistics count it. */
async function markDeleted(tx: Tx, kind: Kind, id: number): Promise<void> {
  let which: RawBuilder<unknown> = sql`id = ${sql.lit(id)}`;
  for (const one of kindsFromTop.slice(kindsFromTop.indexOf(kind))) {
    if (one !== kind) {
      const { parent, column } = belongsTo[one as ChildKind];
      which = sql`${sql.ref(column)} in (select id from ${sql.table(storedTable[parent])} where ${which})`;
    }
    const table = sql.table(storedTable[one]);
    await sql`update ${table} set deleted = 1 where deleted = 0 and ${which}`.execute(tx);
    if (one === "chapter") continue;
    const [total, key] = [sql.table(`${one}_total`), sql.ref(`${one}_id`)];
    const ids = await sql<{ id: number }>`
      select ${key} as id from ${total} where ${key} in (select id from ${table} where ${which})
      order by 1 ${forUpdate(tx)}`.execute(tx);
    if (ids.rows.length === 0) continue;
    const list = sql.join(ids.rows.map((row) => sql.lit(row.id)));
    await sql`delete from ${total} where ${key} in (${list})`.execute(tx);
  }
}

async function moveExamples(tx: Tx, parent: Parent, ids: readonly number[], n: number): Promise<void> {
  const [from, to] = ids;
  if (from !== undefined && to !== undefined)
    await addExamples(
      tx,
      parent,
      new Map([
        [from, -n],
        [to, n],
      ]),
    );
}

async function haveResults(tx: Tx, exampleIds: readonly number[]): Promise<boolean> {
  if (exampleIds.length === 0) return false;
  const begun = await tx
    .selectFrom("example_total")
    .select("example_id")
    .where(
      "example_id",
      "in",
      exampleIds.map((id) => sql.lit(id)),
    )
    .where("begun", ">", 0)
    .limit(1)
    .execute();
  return begun.length > 0;
}
