// A fresh store for a test, on either database: `for (const open of openers) test(…)`.

import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import type { Pooling } from "../store/postgres/postgres-pools.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import type { Store, StoreLog } from "../store/store.ts";
import { templateName } from "./global-setup.ts";

export type TestStore = {
  readonly store: Store;
  /** The folder (SQLite) or URL (PostgreSQL), to open it again. */
  readonly place: string;
  /** Opens the same database again, as a restarted or a second server would. */
  reopen(log?: StoreLog): Promise<Store>;
  /** Closes the store and removes the database. */
  remove(): Promise<void>;
};

export type Opener = { readonly name: "sqlite" | "postgres"; open(log?: StoreLog): Promise<TestStore> };

/** For tests of what does not depend on the database. */
export const sqliteOpener: Opener = { name: "sqlite", open: freshSqlite };

export const openers: readonly Opener[] = [sqliteOpener, { name: "postgres", open: freshPostgres }];

/** Opens a store, passes it on, and removes it in any case. */
export async function withStore<T>(opener: Opener, work: (test: TestStore) => Promise<T>): Promise<T> {
  const test = await opener.open();
  try {
    return await work(test);
  } finally {
    await test.remove();
  }
}

export async function freshSqlite(log?: StoreLog): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-sqlite-"));
  cpSync(inject("sqliteTemplate"), folder, { recursive: true });
  const store = await openSqlite({ folder, ...(log && { log }) });
  return {
    store,
    place: folder,
    reopen: (again) => openSqlite({ folder, ...(again && { log: again }) }),
    async remove() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function freshPostgres(log?: StoreLog): Promise<TestStore> {
  const { url, drop } = await freshPostgresDatabase(templateName);
  const open = (to?: StoreLog) => openPostgres({ ...throughPool(url), log: to });
  const store = await open(log);
  return {
    store,
    place: url,
    reopen: open,
    async remove() {
      await store.close();
      await drop();
    },
  };
}

/** The same database, through the run's PgBouncer if it has one. */
function throughPool(url: string): { readonly url: string; readonly pooling: Pooling } {
  const pool = inject("transactionPoolUrl");
  if (pool === null) return { url, pooling: "session" };
  const through = new URL(pool);
  through.pathname = new URL(url).pathname;
  return { url: through.href, pooling: "transaction" };
}

/** A new database on the run's server, copied from another one; `template0` is empty. */
export async function freshPostgresDatabase(
  template: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const adminUrl = inject("postgresUrl");
  await maintain(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => maintain(adminUrl, `drop database if exists ${name} with (force)`) };
}

async function maintain(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
