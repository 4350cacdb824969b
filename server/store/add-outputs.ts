// Migration 0012: what the code of an example prints, and the sums of what constructs cost all learners.

import { type Kysely, sql } from "kysely";
import type { AnyTables } from "./dialect-forks.ts";

type Db = Kysely<AnyTables>;

export async function addOutputs(db: Db): Promise<void> {
  await addOutput(db);
  await freeTheWord(db);
  await db.schema.alterTable("builtin_import").addColumn("outputs_at", "bigint").execute();
  await addConstructTotals(db);
}

const exampleColumns = [
  ...["id", "title", "description", "order_index", "created_at", "updated_at"],
  ...["chapter_id", "code_content", "code_hash", "code_version", "language", "output"],
];

async function addOutput(db: Db): Promise<void> {
  await db.schema
    .alterTable("stored_example")
    .addColumn("output", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  // A view has the columns that it was created with.
  await sql`drop view example`.execute(db);
  await sql`
    create view example as
    select ${sql.join(exampleColumns.map((column) => sql.ref(column)))} from stored_example where deleted = 0`.execute(
    db,
  );
}

/** In a file, a block of the language `output` is the output of the code above it. */
async function freeTheWord(db: Db): Promise<void> {
  for (const table of ["example_syntax", "syntax_claim"])
    await sql`
      delete from ${sql.table(table)}
      where example_id in (select id from stored_example where language = 'output')`.execute(db);
  await sql`
    update stored_example set language = 'text', updated_at = updated_at + 1 where language = 'output'`.execute(
    db,
  );
}

/**
 * The rows of `cost` also say what of them is in the totals, so that these are renewed behind the runs: learners who
 * finish at the same moment do not wait for each other.
 */
async function addConstructTotals(db: Db): Promise<void> {
  const counts = ["hidden", "shown", "counted_places", "counted_slips", "counted_hidden", "counted_shown"];
  for (const name of counts)
    await db.schema
      .alterTable("cost")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0).check(isCount(name)))
      .execute();
  await sql`
    create index cost_uncounted on cost (user_id, month, language, construct_id)
    where places > counted_places or hidden > counted_hidden`.execute(db);
  let totals = db.schema
    .createTable("construct_total")
    .addColumn("construct_id", "integer", (column) => column.notNull().references("construct.id"))
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("month", "integer", (column) => column.notNull());
  for (const name of ["learners", "places", "slips", "hidden", "shown"])
    totals = totals.addColumn(name, "bigint", (column) => column.notNull().check(isCount(name)));
  await totals
    .addPrimaryKeyConstraint("construct_total_key", ["month", "language", "construct_id"])
    .execute();
}

function isCount(column: string) {
  return sql`${sql.ref(column)} >= 0`;
}
