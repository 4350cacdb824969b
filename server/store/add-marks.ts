// Migration 0005: what new code, deletions and moves mark at once, so that the rows of learners can be cleared behind
// them (`content/clearing.ts`).
//
// The tables of content get the prefix `stored_` and a mark for deleted rows. Views under the old names show only the
// rows without it, so that no query can show deleted content by forgetting a condition.

import { type Kysely, sql } from "kysely";
import { type AnyTables, type DialectName, identity } from "./dialect-forks.ts";

type Db = Kysely<AnyTables>;

export async function addMarks(db: Db, dialect: DialectName): Promise<void> {
  await addVersionsOfTimes(db);
  for (const [table, columns] of Object.entries(contentColumns)) await hideDeleted(db, table, columns);
  await addClearing(db, dialect);
}

/** A best or last time counts only for the version of the code on which it was reached. */
async function addVersionsOfTimes(db: Db): Promise<void> {
  await db.schema
    .alterTable("progress")
    .addColumn("code_version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await sql`
    update progress set code_version = (select code_version from example where example.id = progress.example_id)
    where example_id in (select id from example where code_version > 1)`.execute(db);
  await db.schema.dropIndex("progress_board").execute();
  // For the leaderboard in its order, for times of earlier code, and for all progress of an example.
  await db.schema
    .createIndex("progress_board")
    .on("progress")
    .columns(["example_id", "code_version", "best_time_ms", "best_at", "user_id"])
    .execute();

  // SQLite cannot change a primary key.
  await db.schema.alterTable("time_count").renameTo("old_time_count").execute();
  await db.schema
    .createTable("time_count")
    .addColumn("example_id", "integer", (column) =>
      column.notNull().references("example.id").onDelete("cascade"),
    )
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("level", "integer", (column) => column.notNull().check(sql`level between 0 and 3`))
    .addColumn("bucket", "integer", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull().check(sql`n >= 0`))
    .addPrimaryKeyConstraint("time_count_of_version", ["example_id", "code_version", "level", "bucket"])
    .execute();
  await sql`
    insert into time_count (example_id, code_version, level, bucket, n)
    select old_time_count.example_id, example.code_version, old_time_count.level, old_time_count.bucket, old_time_count.n
    from old_time_count join example on example.id = old_time_count.example_id
    order by 1, 2, 3, 4`.execute(db);
  await db.schema.dropTable("old_time_count").execute();
}

const described = ["id", "title", "description", "order_index", "created_at", "updated_at"];
const contentColumns = {
  course: [...described, "difficulty_level", "published"],
  lesson: [...described, "course_id"],
  chapter: [...described, "lesson_id"],
  example: [...described, "chapter_id", "code_content", "code_hash", "code_version", "language"],
};

async function hideDeleted(db: Db, name: string, columns: readonly string[]): Promise<void> {
  const table = `stored_${name}`;
  await db.schema.alterTable(name).renameTo(table).execute();
  await db.schema
    .alterTable(table)
    .addColumn("deleted", "integer", (column) => column.notNull().defaultTo(0).check(sql`deleted in (0, 1)`))
    .execute();
  await sql`create index ${sql.id(`${name}_deleted`)} on ${sql.table(table)} (id) where deleted = 1`.execute(
    db,
  );
  await sql`
    create view ${sql.table(name)} as
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where deleted = 0`.execute(
    db,
  );
}

async function addClearing(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable("clearing")
    .addColumn("id", "integer", identity(dialect))
    .addColumn("kind", "text", (column) => column.notNull().check(sql`kind in ('times', 'deleted', 'moved')`))
    .addColumn("content_id", "integer", (column) => column.notNull())
    .addColumn("after_user_id", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  // Its only row is the first lock of every transaction that moves or deletes content.
  await db.schema
    .createTable("content_lock")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .execute();
  await sql`insert into content_lock (id) values (1)`.execute(db);

  for (const parent of ["lesson", "course"]) {
    const total = `${parent}_total`;
    await db.schema.alterTable(total).addColumn("inexact_until", "integer").execute();
    await sql`
      create index ${sql.id(`${total}_inexact`)} on ${sql.table(total)} (${sql.ref(`${parent}_id`)})
      where inexact_until is not null`.execute(db);
  }
  // Finds the learners of a lesson in the order of their ids.
  await db.schema.dropIndex("learner_lesson_by_lesson").execute();
  await db.schema
    .createIndex("learner_lesson_by_lesson")
    .on("learner_lesson")
    .columns(["lesson_id", "user_id"])
    .execute();
}
