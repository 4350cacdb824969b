// Migration 0010: what learners remember. Constructs with their places in each example, a card for each learner and
// construct, the runs from memory, the days of practice, and what constructs cost a learner.

import { type Kysely, sql } from "kysely";
import { type AnyTables, bytes, type DialectName, identity } from "./dialect-forks.ts";

type Db = Kysely<AnyTables>;

export async function addMemory(db: Db, dialect: DialectName): Promise<void> {
  await addConstructs(db, dialect);
  await addCards(db, dialect);
  await addCoverage(db);
  await addReviewRuns(db);
  await addPracticeDays(db);
  await addCosts(db);
  // The day of practice that counts the completion.
  await db.schema.alterTable("progress").addColumn("completed_day", "integer").execute();
  // The zone of the learner's last run that had one, and when this run ended.
  await db.schema.alterTable("activity").addColumn("zone", "text").execute();
  await db.schema.alterTable("activity").addColumn("zone_at", "bigint").execute();
}

const isCount = (name: string) => sql`${sql.ref(name)} >= 0`;
const isFlag = (name: string) => sql`${sql.ref(name)} in (0, 1)`;

async function addConstructs(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable("construct")
    .addColumn("id", "integer", identity(dialect))
    .addColumn("family", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull().check(sql`kind in ('symbol', 'word', 'form')`))
    .addUniqueConstraint("construct_name", ["family", "name"])
    .execute();
  await db.schema
    .createTable("example_syntax")
    .addColumn("example_id", "integer", (column) =>
      column.primaryKey().references("stored_example.id").onDelete("cascade"),
    )
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("syntax_version", "integer", (column) => column.notNull())
    .addColumn("met_after_user_id", "integer")
    .execute();
  await sql`
    create index example_syntax_unmet on example_syntax (example_id) where met_after_user_id is not null`.execute(
    db,
  );
  // Finds the learners of an example in the order of their ids.
  await db.schema
    .createIndex("progress_of_example")
    .on("progress")
    .columns(["example_id", "user_id"])
    .execute();
  await db.schema
    .createTable("syntax_claim")
    .addColumn("example_id", "integer", (column) =>
      column.notNull().references("stored_example.id").onDelete("cascade"),
    )
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("syntax_version", "integer", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("failures", "integer", (column) => column.notNull().check(isCount("failures")))
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("syntax_claim_key", ["example_id", "code_version", "syntax_version"])
    .execute();
  await db.schema
    .createTable("example_construct")
    .addColumn("example_id", "integer", (column) =>
      column.notNull().references("stored_example.id").onDelete("cascade"),
    )
    .addColumn("construct_id", "integer", (column) => column.notNull().references("construct.id"))
    .addColumn("position", "integer", (column) => column.notNull().check(isCount("position")))
    .addColumn("places", "text", (column) => column.notNull())
    .addColumn("in_forms", "integer", (column) => column.notNull().defaultTo(0).check(isFlag("in_forms")))
    .addPrimaryKeyConstraint("example_construct_key", ["example_id", "construct_id"])
    .execute();
  await db.schema
    .createIndex("example_construct_of_construct")
    .on("example_construct")
    .columns(["construct_id", "example_id"])
    .execute();
}

async function addCards(db: Db, dialect: DialectName): Promise<void> {
  await ofLearner(db, "memory")
    .addColumn("construct_id", "integer", (column) => column.notNull().references("construct.id"))
    .addColumn("met_day", "integer", (column) => column.notNull())
    .addColumn("first_day", "integer")
    .addColumn("due_day", "integer")
    .addColumn("last_day", "integer")
    .addColumn("stability", "double precision")
    .addColumn("difficulty", "double precision")
    .addColumn("lapses", "integer", (column) => column.notNull().defaultTo(0).check(isCount("lapses")))
    .addColumn("history", bytes(dialect))
    .addColumn("last_example_id", "integer")
    .addColumn("last_at", "bigint")
    .addColumn("covered", "integer", (column) => column.check(isFlag("covered")))
    .addPrimaryKeyConstraint("memory_key", ["user_id", "construct_id"])
    // A card that was never graded has no state.
    .addCheckConstraint(
      "memory_graded",
      sql`(history is null) = (due_day is null) and (history is null) = (first_day is null)
        and (history is null) = (last_day is null) and (history is null) = (stability is null)
        and (history is null) = (difficulty is null)`,
    )
    .execute();
  await db.schema
    .createIndex("memory_by_due_day")
    .on("memory")
    .columns(["user_id", "covered", "due_day"])
    .execute();
  // For the new ones in their order, and for those that were first graded on a day.
  await db.schema
    .createIndex("memory_by_first_day")
    .on("memory")
    .columns(["user_id", "covered", "first_day", "met_day", "construct_id"])
    .execute();
  await db.schema.createIndex("memory_of_construct").on("memory").column("construct_id").execute();
  await sql`create index memory_of_example on memory (last_example_id) where last_example_id is not null`.execute(
    db,
  );
}

async function addCoverage(db: Db): Promise<void> {
  await db.schema
    .createTable("coverage")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("version", "text", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("activity").addColumn("covered_version", "text").execute();
}

async function addReviewRuns(db: Db): Promise<void> {
  // Without a reference to the example: the answer to a repeat stays when an example goes.
  await ofLearner(db, "review_run")
    .addColumn("example_id", "integer", (column) => column.notNull())
    .addColumn("attempt_key", "text", (column) => column.notNull())
    .addColumn("way", "text", (column) => column.notNull().check(sql`way in ('gaps', 'recall')`))
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("ended_at", "bigint", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("zone", "text", (column) => column.notNull())
    .addColumn("time_ms", "integer", (column) => column.check(isCount("time_ms")))
    .addColumn("graded", "integer", (column) => column.notNull().check(isFlag("graded")))
    .addColumn("answer", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("review_run_key", ["user_id", "example_id", "attempt_key"])
    .execute();
  await db.schema.createIndex("review_run_by_end").on("review_run").column("ended_at").execute();
}

async function addPracticeDays(db: Db): Promise<void> {
  let days = ofLearner(db, "practice_day")
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("zone", "text", (column) => column.notNull());
  for (const name of [
    ...(["ms", "characters", "errors", "rated_characters", "review_ms", "review_characters"] as const),
  ])
    days = days.addColumn(name, "bigint", (column) => column.notNull().defaultTo(0).check(isCount(name)));
  for (const name of ["runs", "completed", "reviews", "asked", "came_back"] as const)
    days = days.addColumn(name, "integer", (column) => column.notNull().defaultTo(0).check(isCount(name)));
  await days
    .addColumn("first_at", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("practice_day_key", ["user_id", "day", "language"])
    .execute();
}

async function addCosts(db: Db): Promise<void> {
  await ofLearner(db, "cost")
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("construct_id", "integer", (column) => column.notNull().references("construct.id"))
    .addColumn("month", "integer", (column) => column.notNull())
    .addColumn("places", "integer", (column) => column.notNull().check(isCount("places")))
    .addColumn("slips", "integer", (column) => column.notNull().check(isCount("slips")))
    .addColumn("ms", "bigint", (column) => column.notNull().check(isCount("ms")))
    .addColumn("characters", "integer", (column) => column.notNull().check(isCount("characters")))
    .addPrimaryKeyConstraint("cost_key", ["user_id", "month", "language", "construct_id"])
    .execute();
  await ofLearner(db, "slip")
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("month", "integer", (column) => column.notNull())
    .addColumn("expected_construct_id", "integer", (column) => column.notNull().references("construct.id"))
    .addColumn("typed", "text", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull().check(isCount("n")))
    .addPrimaryKeyConstraint("slip_key", ["user_id", "month", "language", "expected_construct_id", "typed"])
    .execute();
  for (const table of ["cost", "slip"] as const)
    await db.schema.createIndex(`${table}_by_month`).on(table).column("month").execute();
}

function ofLearner(db: Db, table: string) {
  return db.schema
    .createTable(table)
    .addColumn("user_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    );
}
