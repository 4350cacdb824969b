// The order of siblings: lessons of one course, chapters of one lesson, examples of one chapter, and all courses.

import type { Kind } from "@tabstop/course/course";
import { sql } from "kysely";
import type { Tx } from "../store.ts";
import { belongsTo, type ChildKind, storedTable } from "./content-kinds.ts";

export const lastOrderIndex = 1_000_000;

/**
 * The first of `room` free numbers after the last sibling. If there are not that many up to the largest number, the
 * siblings are first renumbered from 0 in their current order.
 */
export async function nextOrderIndex(
  tx: Tx,
  kind: ChildKind,
  parentId: number,
  at: number,
  room = 1,
): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(order_index) as last from ${sql.table(kind)}
    where ${sql.ref(belongsTo[kind].column)} = ${parentId}`.execute(tx);
  const next = (rows[0]?.last ?? -1) + 1;
  if (next + room - 1 <= lastOrderIndex) return next;
  const ids = await siblings(tx, kind, parentId);
  await numberSiblings(tx, kind, ids, at);
  return ids.length;
}

/** The ids of all siblings in their order; `parentId` is null for courses. The lock on their course protects them. */
export async function siblings(tx: Tx, kind: Kind, parentId: number | null): Promise<readonly number[]> {
  const { column } = belongsTo[kind];
  const where = column === null ? sql`` : sql`where ${sql.ref(column)} = ${parentId}`;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(kind)} ${where} order by order_index, id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Courses have no parent to lock, so all of them are locked: of two admins who order them, the second waits. */
export async function lockCourses(tx: Tx): Promise<void> {
  await tx.selectFrom("course").select("id").orderBy("id").forNoKeyUpdate().execute();
}

const rowsPerStatement = 500;

/**
 * Numbers these from 0. A changed number counts as a save, so that a form that still shows the old one is out of date.
 */
export async function numberSiblings(tx: Tx, kind: Kind, ids: readonly number[], at: number): Promise<void> {
  const table = sql.table(storedTable[kind]);
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
