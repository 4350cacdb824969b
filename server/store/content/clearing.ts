// Clears the rows of learners behind a change of content. A change marks what it concerns (a new `code_version`, a
// `deleted` row, another parent), which costs the same for ten results and for ten million. It leaves a row in
// `clearing`; the first few rows of learners are cleared in the same transaction, the rest by the clearing worker in
// short ones.
//
// The rows of `clearing` are worked off strictly in the order of their ids, one at a time, under the content lock. Each
// batch of learners gets all inexact rollups recounted, whichever change made them inexact. So a learner whose rollups
// are inexact can always be found by a row of `clearing` that is not done: one that is done has made them exact, and
// a later change finds every learner with exact rollups.

import { type RawBuilder, type Selectable, sql } from "kysely";
import { forUpdate } from "../dialect-forks.ts";
import { lockFreeLearners } from "../lock-free-learners.ts";
import { finishRecount, recountCost, recountLearners, setInexact } from "../results/inexact-rollups.ts";
import type { ClearingTable } from "../schema.ts";
import type { Tx } from "../store.ts";
import { lockContentTree } from "./content-locks.ts";

type Work = Pick<Selectable<ClearingTable>, "id" | "kind" | "content_id" | "after_user_id">;
/** How many rows were cleared, or what that cost in rows. With 0 and not done, the rows that are left are locked by others. */
type Batch = { readonly rows: number; readonly isDone: boolean };

/** Some 20 ms: what a change clears in its own transaction. */
const rowsOfChange = 1_000;
/** What a further step costs besides its rows, in rows: many examples with few results are many steps. */
const rowsOfStep = 20;

export type Change = Pick<Work, "kind" | "content_id"> & {
  /** The lessons and courses whose rollups are wrong until this is cleared. */
  readonly lessons?: readonly number[];
  readonly courses?: readonly number[];
};

/** Registers what a change leaves to be cleared. The caller holds the content lock. */
export async function clearBehind(tx: Tx, { kind, content_id, ...inexact }: Change): Promise<void> {
  const { id } = await tx
    .insertInto("clearing")
    .values({ kind, content_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await setInexact(tx, id, inexact);
  const work = await nextWork(tx);
  // Otherwise an earlier change is not cleared yet.
  if (work?.id === id) await clearSteps(tx, work, rowsOfChange);
}

/**
 * Clears as much as costs about as much as this many rows. Returns the cost; null when nothing is left, 0 when another
 * server is clearing or the rows are locked.
 */
export async function clearNext(tx: Tx, rows: number): Promise<number | null> {
  if (!(await nextWork(tx))) return null;
  if (!(await lockContentTree(tx, { wait: false }))) return 0;
  const work = await nextWork(tx);
  return work ? clearSteps(tx, work, rows) : null;
}

/** Steps of one work, never of two: locks of the next one could be earlier in the order of locks. */
async function clearSteps(tx: Tx, { id }: Work, rows: number): Promise<number> {
  let cost = 0;
  for (let left = rows; left > 0; left = rows - cost - rowsOfStep) {
    const work = await nextWork(tx);
    if (work?.id !== id) break;
    const batch = await clearSome(tx, work, left);
    if (batch.rows === 0 && !batch.isDone) break;
    cost += (cost > 0 ? rowsOfStep : 0) + Math.max(1, batch.rows);
  }
  return cost;
}

function nextWork(tx: Tx): Promise<Work | undefined> {
  return tx
    .selectFrom("clearing")
    .select(["id", "kind", "content_id", "after_user_id"])
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

const batchOf: { readonly [K in Work["kind"]]: (tx: Tx, work: Work, rows: number) => Promise<Batch> } = {
  times: clearTimes,
  deleted: clearDeleted,
  moved: recountMoved,
};

async function clearSome(tx: Tx, work: Work, rows: number): Promise<Batch> {
  const batch = await batchOf[work.kind](tx, work, rows);
  if (batch.isDone) {
    await tx.deleteFrom("clearing").where("id", "=", work.id).execute();
    await finishRecount(tx, work.id);
  }
  return batch;
}

// ---------------------------------------------------------------- times of earlier code

async function clearTimes(tx: Tx, { content_id: exampleId }: Work, rows: number): Promise<Batch> {
  const example = await tx
    .selectFrom("example")
    .select("code_version")
    .where("id", "=", exampleId)
    .executeTakeFirst();
  // Deleted since: other work clears it.
  if (!example) return { rows: 0, isDone: true };
  const isEarlier = sql<boolean>`example_id = ${sql.lit(exampleId)} and code_version < ${sql.lit(example.code_version)}`;
  const { numAffectedRows } = await sql`
    ${someRows(tx, "progress", ["user_id"], isEarlier, rows)}
    update progress set best_time_ms = null, best_at = null, best_unchecked_because = null,
      checked_best_ms = null, checked_best_at = null, last_time_ms = null, last_at = null,
      code_version = ${sql.lit(example.code_version)}
    where example_id = ${sql.lit(exampleId)} and user_id in (select user_id from batch)`.execute(tx);
  const cleared = Number(numAffectedRows ?? 0);
  if (cleared > 0) return { rows: cleared, isDone: false };
  const counted = await deleteSome(tx, "time_count", [...timeCountKey], isEarlier, rows);
  if (counted > 0) return { rows: counted, isDone: false };
  const further = await deleteRuns(tx, isEarlier, rows);
  if (further > 0) return { rows: further, isDone: false };
  for (const table of ["progress", "run"] as const) {
    const locked = await tx.selectFrom(table).select("user_id").where(isEarlier).limit(1).execute();
    if (locked.length > 0) return { rows: 0, isDone: false };
  }
  return { rows: 0, isDone: true };
}

/** What deleting a run costs as a multiple of other rows: its log takes up to 64 kB. */
const rowsOfRun = 10;

/** Deletes some of these runs, and then of the removed times. Returns the cost in rows. */
async function deleteRuns(tx: Tx, which: RawBuilder<boolean>, rows: number): Promise<number> {
  const atOnce = Math.max(1, Math.floor(rows / rowsOfRun));
  const runs = await deleteSome(tx, "run", ["user_id", "example_id", "attempt_key"], which, atOnce);
  if (runs > 0) return runs * rowsOfRun;
  return deleteSome(tx, "removed_time", ["example_id", "user_id", "code_version", "time_ms"], which, rows);
}

const timeCountKey = ["example_id", "code_version", "board", "level", "bucket"] as const;

// ---------------------------------------------------------------- deleted content

/** Clears whatever is marked, examples first and courses last. */
async function clearDeleted(tx: Tx, _work: Work, rows: number): Promise<Batch> {
  const example = await firstDeleted(tx, "stored_example");
  if (example !== null) return { rows: await clearExample(tx, example, rows), isDone: false };
  const chapters = await deleteSome(tx, "stored_chapter", ["id"], sql`deleted = 1`, rows);
  if (chapters > 0) return { rows: chapters, isDone: false };
  for (const [table, learners, key] of parentTables) {
    const id = await firstDeleted(tx, table);
    if (id === null) continue;
    // Nothing reads the rollups of deleted content. But later work may be to find learners by them, whose results were
    // moved away before it was deleted.
    const cleared = await clearLearners(tx, learners, sql`${sql.ref(key)} = ${sql.lit(id)}`, rows);
    if (cleared !== null) return { rows: cleared, isDone: false };
    await tx.deleteFrom(table).where("id", "=", id).execute();
    return { rows: 1, isDone: false };
  }
  return { rows: 0, isDone: true };
}

const parentTables = [
  ["stored_lesson", "learner_lesson", "lesson_id"],
  ["stored_course", "learner_course", "course_id"],
] as const;

async function firstDeleted(
  tx: Tx,
  table: "stored_example" | (typeof parentTables)[number][0],
): Promise<number | null> {
  const row = await tx
    .selectFrom(table)
    .select("id")
    .where("deleted", "=", sql.lit(1))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

const examplesAtOnce = 100;

async function clearExample(tx: Tx, id: number, rows: number): Promise<number> {
  const ofExample = sql<boolean>`example_id = ${sql.lit(id)}`;
  const attempts = await deleteSome(tx, "attempt", ["user_id", "example_id", "attempt_key"], ofExample, rows);
  if (attempts > 0) return attempts;
  const begun = await clearLearners(tx, "progress", ofExample, rows);
  if (begun !== null) return begun;
  const counts = await deleteSome(tx, "time_count", [...timeCountKey], ofExample, rows);
  if (counts > 0) return counts;
  const runs = await deleteRuns(tx, ofExample, rows);
  if (runs > 0) return runs;
  // This one, and those after it that have no results either.
  const { rows: deleted } = await sql<{ id: number }>`
    select id from stored_example where deleted = 1 order by id limit ${sql.lit(Math.min(rows, examplesAtOnce))}`.execute(
    tx,
  );
  const these = sql`(${sql.join(deleted.map((example) => sql.lit(example.id)))})`;
  const cards = await forgetLastExample(tx, sql`last_example_id in ${these}`, rows);
  if (cards > 0) return cards;
  const placesOf = ["example_id", "construct_id"];
  const places = await deleteSome(tx, "example_construct", placesOf, sql`example_id in ${these}`, rows);
  if (places > 0) return places;
  const isOf = sql`example_id = stored_example.id`;
  const { numAffectedRows } = await sql`
    delete from stored_example where id in ${these}
    and not exists (select 1 from memory where last_example_id = stored_example.id)
    and not exists (select 1 from example_construct where ${isOf})
    and not exists (select 1 from progress where ${isOf}) and not exists (select 1 from attempt where ${isOf})
    and not exists (select 1 from time_count where ${isOf}) and not exists (select 1 from run where ${isOf})
    and not exists (select 1 from removed_time where ${isOf})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Cards outlive the example that was their last one. */
async function forgetLastExample(tx: Tx, which: RawBuilder<unknown>, rows: number): Promise<number> {
  const { numAffectedRows } = await sql`
    ${someRows(tx, "memory", ["user_id", "construct_id"], which, rows)}
    update memory set last_example_id = null
    where (user_id, construct_id) in (select user_id, construct_id from batch)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes some of these rows, of which each learner has one, and recounts their learners. Returns the cost in rows; null
 * when there are none.
 */
async function clearLearners(
  tx: Tx,
  table: "progress" | (typeof parentTables)[number][1],
  which: RawBuilder<boolean>,
  rows: number,
): Promise<number | null> {
  const cost = await recountCost(tx);
  const atOnce = Math.max(1, Math.floor(rows / cost));
  const learners = await tx.selectFrom(table).select("user_id").where(which).limit(atOnce).execute();
  if (learners.length === 0) return null;
  const users = await lockFreeLearners(tx, learners);
  if (users.length === 0) return 0;
  await tx.deleteFrom(table).where(which).where("user_id", "in", users).execute();
  await recountLearners(tx, users);
  return users.length * cost;
}

// ---------------------------------------------------------------- moved content

async function recountMoved(tx: Tx, work: Work, rows: number): Promise<Batch> {
  const cost = await recountCost(tx);
  const atOnce = Math.max(1, Math.floor(rows / cost));
  const learners = await tx
    .selectFrom("learner_lesson")
    .select("user_id")
    .where("lesson_id", "=", work.content_id)
    .where("user_id", ">", work.after_user_id)
    .orderBy("user_id")
    .limit(atOnce)
    .execute();
  if (learners.length === 0) return { rows: 0, isDone: true };
  const free = new Set(await lockFreeLearners(tx, learners));
  const firstBusy = learners.findIndex(({ user_id }) => !free.has(user_id));
  const users = learners.slice(0, firstBusy < 0 ? undefined : firstBusy).map(({ user_id }) => user_id);
  const last = users.at(-1);
  if (last === undefined) return { rows: 0, isDone: false };
  await recountLearners(tx, users);
  await tx.updateTable("clearing").set({ after_user_id: last }).where("id", "=", work.id).execute();
  return { rows: users.length * cost, isDone: users.length < atOnce && firstBusy < 0 };
}

// ---------------------------------------------------------------- rows that no other transaction holds

/** The start of a statement, with a table `batch` of some rows that no other transaction holds. */
function someRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  where: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  return sql`with batch as materialized (
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${where}
    limit ${sql.lit(limit)} ${forUpdate(tx, { skipLocked: true })})`;
}

async function deleteSome(
  tx: Tx,
  table: string,
  key: readonly string[],
  where: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`
    ${someRows(tx, table, key, where, limit)}
    delete from ${sql.table(table)} where (${columns}) in (select ${columns} from batch)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
