// The migration that lets old rows be deleted: indexes by time, the sums of deleted attempts, and an audit log that
// still refuses every change and every deletion of a young entry.

import { type Kysely, sql } from "kysely";
import { type AnyTables, type DialectName, onlyOldMayGo } from "./dialect-forks.ts";
import { auditKeptDays } from "./sweep.ts";

export async function addRetention(db: Kysely<AnyTables>, dialect: DialectName): Promise<void> {
  const counted = (name: string) => sql`${sql.ref(name)} >= 0`;
  await db.schema
    .createTable("swept_attempt")
    .addColumn("example_id", "integer", (column) => column.notNull())
    .addColumn("code_version", "integer", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().check(counted("attempts")))
    .addColumn("errors", "bigint", (column) => column.notNull().check(counted("errors")))
    .addPrimaryKeyConstraint("swept_attempt_key", ["example_id", "code_version"])
    .execute();
  await db.schema.createIndex("attempt_by_end").on("attempt").column("ended_at").execute();
  await db.schema.createIndex("audit_entry_by_time").on("audit_entry").column("at").execute();
  await db.schema
    .createIndex("session_by_revocation")
    .on("session")
    .column("revoked_at")
    .where("revoked_at", "is not", null)
    .execute();
  await onlyOldMayGo(db, dialect, { table: "audit_entry", time: "at", keptDays: auditKeptDays });
}
