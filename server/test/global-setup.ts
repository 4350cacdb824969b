// Runs once per run of the server's tests: starts one PostgreSQL server and makes one migrated database of each kind,
// which tests copy.
//
// With DATABASE_POOL=transaction in the environment, the stores of all tests on PostgreSQL reach it through PgBouncer.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import { startPgBouncer } from "./pgbouncer.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL server. */
    postgresUrl: string;
    /** An address of PgBouncer before that server; null in a usual run. */
    transactionPoolUrl: string | null;
    /** The folder of the migrated SQLite database, which no process has open. */
    sqliteTemplate: string;
  }
}

export const templateName = "tabstop_template";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-sqlite-template-"));
  await (await openSqlite({ folder })).close();
  const server = await startPostgres();
  const pool =
    process.env["DATABASE_POOL"] === "transaction"
      ? await startPgBouncer(server.url("postgres"), { mode: "transaction", size: 4 })
      : null;
  const stop = async () => {
    await pool?.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  try {
    const admin = new pg.Client({ connectionString: server.url("postgres") });
    await admin.connect();
    await admin.query(`create database ${templateName}`);
    await admin.end();
    const store = await openPostgres({ url: server.url(templateName) });
    await store.close();
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide("postgresUrl", server.url("postgres"));
  project.provide("transactionPoolUrl", pool?.url("postgres") ?? null);
  project.provide("sqliteTemplate", folder);
  return stop;
}
