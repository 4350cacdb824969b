// The migrations that create the tables. A released migration is never edited; a change is a new one at the end.
//
// They use only what both databases have: integers, bigints and text. Times are UTC milliseconds, a flag is 0 or 1, and
// every invariant is a UNIQUE, CHECK or FOREIGN KEY.

import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import { addEvidence } from "./add-evidence.ts";
import { addMarks } from "./add-marks.ts";
import { addMemory } from "./add-memory.ts";
import { addOutputs } from "./add-outputs.ts";
import { addRetention } from "./add-retention.ts";
import { renewIdentityKeys } from "./renew-identity-keys.ts";
import { type AnyTables, appendOnly, bytes, type DialectName, identity } from "./dialect-forks.ts";
import type { Migration } from "./migrate.ts";

export const migrations: readonly Migration[] = [
  {
    name: "0001-spine",
    async up(db, dialect) {
      await db.schema
        .createTable("migration")
        .addColumn("name", "text", (column) => column.primaryKey())
        .execute();
      await createAccounts(db, dialect);
      await createContent(db, dialect);
      await createProgress(db);
      await createDerived(db);
      await createCaches(db);
    },
  },
  { name: "0002-accounts", up: createAroundAccounts },
  // Addresses get the same key in every spelling, usernames one by how they look.
  { name: "0003-identity-keys", up: renewIdentityKeys },
  { name: "0004-runs-of-a-day", up: addRunsOfDay },
  { name: "0005-marks", up: addMarks },
  // Several servers share the work of computing colours.
  { name: "0006-colour-claims", up: createColourClaims },
  // Old attempts, sessions and audit entries are deleted.
  { name: "0007-retention", up: addRetention },
  // A page of one release gets its scripts from a server of another.
  { name: "0008-release-files", up: createReleaseFiles },
  // Logs of keystrokes, and the times that they prove.
  { name: "0009-evidence", up: addEvidence },
  // What learners remember, and their days of practice.
  { name: "0010-memory", up: addMemory },
  { name: "0011-offer", up: addOffer },
  // What examples print, and the sums of what constructs cost all learners.
  { name: "0012-outputs", up: addOutputs },
  // The goal for a day, and the order of a learner's runs.
  { name: "0013-home", up: addHome },
];

type Db = Kysely<AnyTables>;

async function createAccounts(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable("account")
    .addColumn("id", "integer", identity(dialect))
    .addColumn("username", "text", (column) => column.notNull())
    .addColumn("username_key", "text", (column) => column.notNull().unique())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull().check(sql`role in ('learner', 'admin')`))
    .addColumn("profile_photo", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("session")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("generation", "integer", (column) => column.notNull().check(sql`generation >= 1`))
    .addColumn("remember", "integer", (column) => column.notNull().check(sql`remember in (0, 1)`))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("rotated_at", "bigint", (column) => column.notNull())
    .addColumn("current_used_at", "bigint")
    .addColumn("last_used_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("revoked_at", "bigint")
    .addColumn("user_agent", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("session_of_user").on("session").column("user_id").execute();
  await db.schema.createIndex("session_by_end").on("session").column("expires_at").execute();

  await db.schema
    .createTable("audit_entry")
    .addColumn("id", "integer", identity(dialect))
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("user_id", "integer")
    .addColumn("detail", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("audit_entry_of_user").on("audit_entry").columns(["user_id", "id"]).execute();
  await appendOnly(db, dialect, "audit_entry");
}

async function addRunsOfDay(db: Db): Promise<void> {
  for (const name of ["run_day", "runs"])
    await db.schema
      .alterTable("activity")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0))
      .execute();
}

/** Whether a user has had the offer to type from memory. */
async function addOffer(db: Db): Promise<void> {
  await db.schema
    .alterTable("preference")
    .addColumn("is_offer_seen", "integer", (column) =>
      column.notNull().defaultTo(0).check(sql`is_offer_seen in (0, 1)`),
    )
    .execute();
}

/** The goal for a day, and an index for a learner's last runs. */
async function addHome(db: Db): Promise<void> {
  await db.schema
    .alterTable("preference")
    .addColumn("goal_minutes", "integer", (column) => column.check(sql`goal_minutes in (5, 10, 20, 30)`))
    .execute();
  await db.schema.createIndex("attempt_of_learner").on("attempt").columns(["user_id", "ended_at"]).execute();
}

async function createContent(db: Db, dialect: DialectName): Promise<void> {
  await described(db.schema.createTable("course").addColumn("id", "integer", identity(dialect)))
    .addColumn("difficulty_level", "text", (column) =>
      column.notNull().check(sql`difficulty_level in ('beginner', 'intermediate', 'advanced')`),
    )
    .addColumn("published", "integer", (column) => column.notNull().check(sql`published in (0, 1)`))
    .execute();
  await db.schema.createIndex("course_in_order").on("course").columns(["order_index", "id"]).execute();
  await db.schema.createIndex("course_by_title").on("course").column("title").execute();

  await described(child(db, dialect, "lesson", "course")).execute();
  await inOrder(db, "lesson", "course");
  await described(child(db, dialect, "chapter", "lesson")).execute();
  await inOrder(db, "chapter", "lesson");
  await described(child(db, dialect, "example", "chapter"))
    .addColumn("code_content", "text", (column) => column.notNull())
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("code_version", "integer", (column) => column.notNull().check(sql`code_version >= 1`))
    .addColumn("language", "text", (column) => column.notNull())
    .execute();
  await inOrder(db, "example", "chapter");
  await db.schema.createIndex("example_by_code").on("example").columns(["code_hash", "language"]).execute();
}

function child(db: Db, dialect: DialectName, table: string, parent: string) {
  return db.schema
    .createTable(table)
    .addColumn("id", "integer", identity(dialect))
    .addColumn(`${parent}_id`, "integer", (column) =>
      column.notNull().references(`${parent}.id`).onDelete("cascade"),
    );
}

function described<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("order_index", "integer", (column) => column.notNull().check(sql`order_index >= 0`))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull());
}

async function inOrder(db: Db, table: string, parent: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_in_order`)
    .on(table)
    .columns([`${parent}_id`, "order_index", "id"])
    .execute();
}

async function createProgress(db: Db): Promise<void> {
  await learnersTable(db, "progress", "example")
    .addColumn("percent", "integer", (column) => column.notNull().check(sql`percent between 0 and 100`))
    .addColumn("accuracy", "integer", (column) => column.check(sql`accuracy between 0 and 100`))
    .addColumn("errors", "integer", (column) => column.check(sql`errors >= 0`))
    .addColumn("completed_at", "bigint")
    .addColumn("best_time_ms", "integer", (column) => column.check(sql`best_time_ms between 1 and 86400000`))
    .addColumn("best_at", "bigint")
    .addColumn("last_time_ms", "integer", (column) => column.check(sql`last_time_ms between 1 and 86400000`))
    .addColumn("last_at", "bigint")
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("progress_key", ["user_id", "example_id"])
    .addCheckConstraint("progress_completed", sql`completed_at is null or percent = 100`)
    .addCheckConstraint("progress_best", sql`(best_time_ms is null) = (best_at is null)`)
    .addCheckConstraint("progress_last", sql`(last_time_ms is null) = (last_at is null)`)
    .addCheckConstraint(
      "progress_timed",
      sql`(best_time_ms is null or last_time_ms is not null) and (last_time_ms is null or completed_at is not null)`,
    )
    .execute();
  // For the leaderboard in its order, and for all progress of an example.
  await db.schema
    .createIndex("progress_board")
    .on("progress")
    .columns(["example_id", "best_time_ms", "best_at", "user_id"])
    .execute();
  // Finds the example that a learner saved last.
  await db.schema.createIndex("progress_by_save").on("progress").columns(["user_id", "saved_at"]).execute();

  await learnersTable(db, "attempt", "example")
    .addColumn("attempt_key", "text", (column) => column.notNull())
    .addColumn("named", "integer", (column) => column.notNull().check(sql`named in (0, 1)`))
    .addColumn("time_ms", "integer", (column) => column.check(sql`time_ms between 1 and 86400000`))
    .addColumn("ended_at", "bigint", (column) => column.notNull())
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .addColumn("code_version", "integer")
    .addColumn("accuracy", "integer", (column) => column.check(sql`accuracy between 0 and 100`))
    .addColumn("errors", "integer", (column) => column.check(sql`errors >= 0`))
    .addColumn("answer_best_ms", "integer")
    .addColumn("answer_last_ms", "integer")
    .addColumn("answer_is_record", "integer", (column) =>
      column.notNull().check(sql`answer_is_record in (0, 1)`),
    )
    .addPrimaryKeyConstraint("attempt_key_of_learner", ["user_id", "example_id", "attempt_key"])
    .execute();
  // For finding the same run without a UUID, and for all attempts of an example.
  await db.schema
    .createIndex("attempt_by_time")
    .on("attempt")
    .columns(["example_id", "user_id", "time_ms", "ended_at"])
    .execute();

  await db.schema
    .createTable("activity")
    .addColumn("user_id", "integer", (column) =>
      column.primaryKey().references("account.id").onDelete("cascade"),
    )
    .addColumn("last_active_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("activity_by_time").on("activity").column("last_active_at").execute();
}

function learnersTable(db: Db, table: string, parent: string) {
  return db.schema
    .createTable(table)
    .addColumn("user_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn(`${parent}_id`, "integer", (column) =>
      column.notNull().references(`${parent}.id`).onDelete("cascade"),
    );
}

async function createDerived(db: Db): Promise<void> {
  await db.schema
    .createTable("time_count")
    .addColumn("example_id", "integer", (column) =>
      column.notNull().references("example.id").onDelete("cascade"),
    )
    .addColumn("level", "integer", (column) => column.notNull().check(sql`level between 0 and 3`))
    .addColumn("bucket", "integer", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull().check(sql`n >= 0`))
    .addPrimaryKeyConstraint("time_count_key", ["example_id", "level", "bucket"])
    .execute();

  const counted = (name: string) => sql`${sql.ref(name)} >= 0`;
  await db.schema
    .createTable("example_total")
    .addColumn("example_id", "integer", (column) =>
      column.primaryKey().references("example.id").onDelete("cascade"),
    )
    .addColumn("begun", "integer", (column) => column.notNull().check(counted("begun")))
    .addColumn("completions", "integer", (column) => column.notNull().check(counted("completions")))
    .addColumn("timed", "integer", (column) => column.notNull().check(counted("timed")))
    .addColumn("sum_best_ms", "bigint", (column) => column.notNull().check(counted("sum_best_ms")))
    .addColumn("attempts", "integer", (column) => column.notNull().check(counted("attempts")))
    .addColumn("errors", "bigint", (column) => column.notNull().check(counted("errors")))
    .execute();

  for (const parent of ["lesson", "course"]) {
    await db.schema
      .createTable(`${parent}_total`)
      .addColumn(`${parent}_id`, "integer", (column) =>
        column.primaryKey().references(`${parent}.id`).onDelete("cascade"),
      )
      .addColumn("examples", "integer", (column) => column.notNull().check(counted("examples")))
      .addColumn("learners", "integer", (column) => column.notNull().check(counted("learners")))
      .execute();

    await learnersTable(db, `learner_${parent}`, parent)
      .addColumn("begun", "integer", (column) => column.notNull().check(counted("begun")))
      .addColumn("completed", "integer", (column) => column.notNull().check(counted("completed")))
      .addPrimaryKeyConstraint(`learner_${parent}_key`, ["user_id", `${parent}_id`])
      .execute();
    await db.schema
      .createIndex(`learner_${parent}_by_${parent}`)
      .on(`learner_${parent}`)
      .column(`${parent}_id`)
      .execute();
  }
}

async function createCaches(db: Db): Promise<void> {
  await db.schema
    .createTable("highlight")
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("engine_version", "text", (column) => column.notNull())
    .addColumn("runs", "text")
    .addPrimaryKeyConstraint("highlight_key", ["code_hash", "language"])
    .execute();
  await db.schema
    .createTable("builtin_import")
    .addColumn("file_name", "text", (column) => column.primaryKey())
    .addColumn("text_hash", "text", (column) => column.notNull())
    .addColumn("imported_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createColourClaims(db: Db): Promise<void> {
  await db.schema
    .createTable("highlight_claim")
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("engine_version", "text", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("failures", "integer", (column) => column.notNull().check(sql`failures >= 0`))
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("highlight_claim_key", ["code_hash", "language", "engine_version"])
    .execute();
}

async function createAroundAccounts(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable("throttle")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("counted", "text", (column) => column.notNull())
    .addColumn("pending", "text", (column) => column.notNull())
    .addColumn("touched_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("throttle_key", ["kind", "key"])
    .execute();
  await db.schema.createIndex("throttle_by_touch").on("throttle").column("touched_at").execute();

  const ofAccount = (table: string, isKey: boolean) =>
    db.schema.createTable(table).addColumn("user_id", "integer", (column) => {
      const reference = column.references("account.id").onDelete("cascade");
      return isKey ? reference.primaryKey() : reference;
    });

  await ofAccount("known_address", false)
    .addColumn("address_key", "text", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("known_address_key", ["user_id", "address_key"])
    .execute();
  await ofAccount("password_reset", true)
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await ofAccount("outbox", false)
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("template", "text", (column) => column.notNull())
    .addColumn("parameters", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().check(sql`attempts >= 0`))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("outbox_by_due").on("outbox").column("due_at").execute();
  await db.schema.createIndex("outbox_of_user").on("outbox").column("user_id").execute();
  await ofAccount("photo", true)
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("bytes", bytes(dialect), (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("photo_by_hash").on("photo").column("hash").execute();
}

async function createReleaseFiles(db: Db, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable("release_file")
    .addColumn("path", "text", (column) => column.primaryKey())
    .addColumn("bytes", bytes(dialect), (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull().check(sql`size >= 0`))
    .addColumn("used_at", "bigint", (column) => column.notNull())
    .execute();
}
