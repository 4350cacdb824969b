// The databases that a bench measures on: SQLite in a folder, and a PostgreSQL with durable settings.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@tabstop/server/test/postgres";
import pg from "pg";

/** `databaseUrl` is null for SQLite in `folder`, with a full sync at every commit. */
export type DatabasePlace = { readonly databaseUrl: string | null; readonly folder: string };

// The settings of a small server, because the default cache would be too small and the bench would measure that.
const postgresSettings = [
  ...["fsync=on", "synchronous_commit=on", "full_page_writes=on"],
  ...["shared_buffers=512MB", "max_wal_size=8GB"],
];

/** Runs `measure` with a new, empty database of each chosen kind, one after the other. */
export async function onEachDatabase(
  { sqlite = true, postgres }: { readonly sqlite?: boolean; readonly postgres: boolean },
  measure: (title: string, place: DatabasePlace) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-bench-"));
  try {
    if (sqlite) await measure("SQLite, synchronous = FULL", { databaseUrl: null, folder });
    if (!postgres) return;
    const server = await startPostgres(postgresSettings);
    try {
      const admin = new pg.Client({ connectionString: server.url("postgres") });
      await admin.connect();
      await admin.query("create database bench");
      await admin.end();
      await measure("PostgreSQL, fsync on", { databaseUrl: server.url("bench"), folder });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
