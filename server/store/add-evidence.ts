// Migration 0009: what shows that a time was typed. Runs keep their log of keystrokes, best times are kept twice
// (all, and those that were checked), and times that an admin removed are remembered.

import { type Kysely, sql } from "kysely";
import { type AnyTables, bytes, type DialectName } from "./dialect-forks.ts";

type Db = Kysely<AnyTables>;

export async function addEvidence(db: Db, dialect: DialectName): Promise<void> {
  await addCheckedTimes(db);
  await splitBoards(db);
  await addRuns(db, dialect);
  await addRemovedTimes(db);
  await addPreferences(db);
}

const isFlag = (name: string) => sql`${sql.ref(name)} in (0, 1)`;
const isTime = (name: string) => sql`${sql.ref(name)} between 1 and 86400000`;
const isReason = (name: string) => sql`${sql.ref(name)} in ('none', 'start', 'late', 'log', 'busy', 'fast')`;

/** No earlier time has a log. */
async function addCheckedTimes(db: Db): Promise<void> {
  await db.schema
    .alterTable("progress")
    .addColumn("checked_best_ms", "integer", (column) => column.check(isTime("checked_best_ms")))
    .execute();
  await db.schema.alterTable("progress").addColumn("checked_best_at", "bigint").execute();
  await db.schema
    .alterTable("progress")
    .addColumn("best_unchecked_because", "text", (column) => column.check(isReason("best_unchecked_because")))
    .execute();
  await sql`update progress set best_unchecked_because = 'none' where best_time_ms is not null`.execute(db);
  // For the leaderboard of checked times, in its order.
  await db.schema
    .createIndex("progress_checked_board")
    .on("progress")
    .columns(["example_id", "code_version", "checked_best_ms", "checked_best_at", "user_id"])
    .execute();
  await db.schema
    .alterTable("attempt")
    .addColumn("checked", "integer", (column) => column.notNull().defaultTo(0).check(isFlag("checked")))
    .execute();
  await db.schema
    .alterTable("attempt")
    .addColumn("unchecked_because", "text", (column) =>
      column.defaultTo("none").check(isReason("unchecked_because")),
    )
    .execute();
  await db.schema
    .alterTable("attempt")
    .addColumn("removed", "integer", (column) => column.notNull().defaultTo(0).check(isFlag("removed")))
    .execute();
}

/** SQLite cannot change a primary key. */
async function splitBoards(db: Db): Promise<void> {
  await db.schema.alterTable("time_count").renameTo("old_time_count").execute();
  await db.schema
    .createTable("time_count")
    .addColumn("example_id", "integer", (column) =>
      column.notNull().references("stored_example.id").onDelete("cascade"),
    )
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("board", "integer", (column) => column.notNull().check(isFlag("board")))
    .addColumn("level", "integer", (column) => column.notNull().check(sql`level between 0 and 3`))
    .addColumn("bucket", "integer", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull().check(sql`n >= 0`))
    .addPrimaryKeyConstraint("time_count_of_board", [
      "example_id",
      "code_version",
      "board",
      "level",
      "bucket",
    ])
    .execute();
  await sql`
    insert into time_count (example_id, code_version, board, level, bucket, n)
    select example_id, code_version, 0, level, bucket, n from old_time_count order by 1, 2, 3, 4, 5`.execute(
    db,
  );
  await db.schema.dropTable("old_time_count").execute();
}

async function addRuns(db: Db, dialect: DialectName): Promise<void> {
  await ofLearner(db, "run")
    .addColumn("attempt_key", "text", (column) => column.notNull())
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("time_ms", "integer", (column) => column.check(isTime("time_ms")))
    .addColumn("errors", "integer", (column) => column.notNull().check(sql`errors >= 0`))
    .addColumn("accuracy", "integer", (column) => column.notNull().check(sql`accuracy between 0 and 100`))
    .addColumn("keystrokes", "integer", (column) => column.notNull().check(sql`keystrokes >= 0`))
    .addColumn("started_ms", "bigint")
    .addColumn("ended_at", "bigint", (column) => column.notNull())
    .addColumn("zone", "text")
    .addColumn("checked", "integer", (column) => column.notNull().check(isFlag("checked")))
    .addColumn("unchecked_because", "text", (column) => column.check(isReason("unchecked_because")))
    .addColumn("kept", "integer", (column) => column.notNull().check(isFlag("kept")))
    .addColumn("notes", "text")
    .addColumn("log", bytes(dialect), (column) => column.notNull())
    .addPrimaryKeyConstraint("run_key", ["user_id", "example_id", "attempt_key"])
    .addCheckConstraint("run_reason", sql`(checked = 1) = (unchecked_because is null)`)
    .execute();
  // For those of an example, which an edit or a deletion of the example deletes. With the learner, since SQLite prefers it
  // to the key also for the runs of one learner.
  await db.schema
    .createIndex("run_of_example")
    .on("run")
    .columns(["example_id", "code_version", "user_id"])
    .execute();
  await sql`create index run_by_end on run (ended_at) where kept = 0`.execute(db);
}

async function addRemovedTimes(db: Db): Promise<void> {
  await ofLearner(db, "removed_time")
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("time_ms", "integer", (column) => column.notNull().check(isTime("time_ms")))
    .addPrimaryKeyConstraint("removed_time_key", ["example_id", "user_id", "code_version", "time_ms"])
    .execute();
  await db.schema.createIndex("removed_time_of_learner").on("removed_time").column("user_id").execute();
}

async function addPreferences(db: Db): Promise<void> {
  await db.schema
    .createTable("preference")
    .addColumn("user_id", "integer", (column) =>
      column.primaryKey().references("account.id").onDelete("cascade"),
    )
    .addColumn("sends_keystrokes", "integer", (column) =>
      column.notNull().defaultTo(1).check(isFlag("sends_keystrokes")),
    )
    .execute();
}

function ofLearner(db: Db, table: string) {
  return db.schema
    .createTable(table)
    .addColumn("user_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("example_id", "integer", (column) =>
      column.notNull().references("stored_example.id").onDelete("cascade"),
    );
}
