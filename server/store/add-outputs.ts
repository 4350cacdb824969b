// Migration 0012: what the code of an example prints, the sums of what constructs cost all learners, and the version of
// what languages have.

import { type Kysely, sql } from "kysely";
import type { AnyTables } from "./dialect-forks.ts";

type Db = Kysely<AnyTables>;

export async function addOutputs(db: Db): Promise<void> {
  await addOutput(db);
  await freeTheWord(db);
  await db.schema.alterTable("builtin_import").addColumn("outputs_at", "bigint").execute();
  await addConstructTotals(db);
  await db.schema
    .alterTable("coverage")
    .addColumn("taught_version", "text", (column) => column.notNull().defaultTo(""))
    .execute();
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
  await countAsText(db);
}

/** What learners did in the language counts for text, so that no screen lists a language that no example can have. */
async function countAsText(db: Db): Promise<void> {
  const counts = [
    ...["ms", "characters", "errors", "rated_characters", "runs", "completed"],
    ...["reviews", "review_ms", "review_characters", "asked", "came_back"],
  ];
  // Before the rows become one: the zone is that of the last run.
  await mergeMoments(db);
  await mergeRows(db, "practice_day", ["user_id", "day"], ["zone", "first_at", "last_at"], counts);
  const ofConstruct = ["places", "slips", "ms", "characters"];
  await mergeRows(db, "cost", ["user_id", "month", "construct_id"], [], ofConstruct);
  await mergeRows(db, "slip", ["user_id", "month", "expected_construct_id", "typed"], [], ["n"]);
}

/** The first and the last run of a day in both languages, by which the streak explains a journey. */
async function mergeMoments(db: Db): Promise<void> {
  const other = sql`from practice_day as other
    where other.user_id = practice_day.user_id and other.day = practice_day.day and other.language = 'output'`;
  await sql`
    update practice_day set
      zone = case when last_at < (select other.last_at ${other}) then (select other.zone ${other}) else zone end,
      last_at = case when last_at < (select other.last_at ${other}) then (select other.last_at ${other}) else last_at end,
      first_at = case when first_at > (select other.first_at ${other}) then (select other.first_at ${other})
        else first_at end
    where language = 'text' and exists (select 1 ${other})`.execute(db);
}

/** Where the learner has a row of text with the same `key`, the counts are added to it. */
async function mergeRows(
  db: Db,
  name: string,
  key: readonly string[],
  others: readonly string[],
  counts: readonly string[],
): Promise<void> {
  const table = sql.table(name);
  const columns = sql.join([...key, ...others, ...counts].map((column) => sql.ref(column)));
  const added = counts.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`${name}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  );
  await sql`
    insert into ${table} (language, ${columns}) select 'text', ${columns} from ${table} where language = 'output'
    on conflict (${sql.join(key.map((column) => sql.ref(column)))}, language)
      do update set ${sql.join(added)}`.execute(db);
  await sql`delete from ${table} where language = 'output'`.execute(db);
}

/**
 * The rows of `cost` also say what of them is in the totals, so that these are renewed behind the runs: learners who
 * finish at the same moment do not wait for each other. The learners with something to count are in a table of their
 * own: with an index on `cost`, PostgreSQL would have to write into every index of a row at each of its changes.
 */
async function addConstructTotals(db: Db): Promise<void> {
  const counts = ["hidden", "shown", "counted_places", "counted_slips", "counted_hidden", "counted_shown"];
  for (const name of counts)
    await db.schema
      .alterTable("cost")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0).check(isCount(name)))
      .execute();
  await db.schema
    .createTable("uncounted_cost")
    .addColumn("user_id", "integer", (column) =>
      column.primaryKey().references("account.id").onDelete("cascade"),
    )
    .execute();
  await sql`insert into uncounted_cost (user_id) select distinct user_id from cost where places > 0`.execute(
    db,
  );
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
