// Siblings whose titles read the same.

import { fold } from "@tabstop/course/fold";
import type { Kind } from "@tabstop/course/course";
import { sql } from "kysely";
import type { Read } from "../store.ts";
import { belongsTo } from "./content-kinds.ts";

/** The ids of a content's siblings whose titles read the same as its own, oldest first. All courses are siblings. */
export async function findSameTitles(db: Read, kind: Kind, id: number): Promise<readonly number[]> {
  const { column } = belongsTo[kind];
  const table = sql.table(kind);
  const siblings =
    column === null
      ? sql`1 = 1`
      : sql`${sql.ref(column)} = (select ${sql.ref(column)} from ${table} where id = ${id})`;
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from ${table} where ${siblings} order by id`.execute(db);
  const own = fold(rows.find((row) => row.id === id)?.title ?? "");
  return rows.filter((row) => row.id !== id && fold(row.title) === own).map((row) => row.id);
}
