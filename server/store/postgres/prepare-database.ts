// Waits for a PostgreSQL database if asked to, checks it before the store is opened on it, and migrates it.

import { setTimeout } from "node:timers/promises";
import pg from "pg";
import type { AnyTables } from "../dialect-forks.ts";
import type { HandleFactory } from "../handle.ts";
import { type Migration, migrate } from "../migrate.ts";
import { type StoreLog, StoreRefused, StoreUnavailable } from "../store.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { staysRefused, translateError } from "./postgres-errors.ts";
import { clientConfig, type Pooling, withTimeout } from "./postgres-pools.ts";

/** The id of the advisory lock: any 64-bit number that no other program uses. The process that holds it migrates. */
const migrationLock = "7389114605821";
const migrationStatementMs = 3_600_000;
/** How long to wait before the next try to reach the database. */
const pauseMs = 1_000;

export type Wait = {
  readonly limitMs: number;
  /** Called once, when the waiting starts. */
  onStart(reason: StoreUnavailable): void;
};

type Preparation = {
  readonly url: string;
  readonly pooling: Pooling;
  readonly log: StoreLog | undefined;
  readonly wait: Wait | undefined;
  readonly handles: HandleFactory;
  readonly migrations: readonly Migration[];
};

/** Throws StoreRefused with a sentence for the operator, StoreUnavailable when the database cannot be reached. */
export async function prepareDatabase(preparation: Preparation): Promise<void> {
  const { url, pooling, log, wait, handles, migrations } = preparation;
  const client = await reach(url, wait);
  try {
    // Before any state of the session exists, which a transaction pool would pass on to another client.
    if (pooling === "session") await refuseTransactionPool(client, url);
    await refuseOtherEncoding(client);
    await warnOfWeakDurability(client, log);
    const connection = new PostgresConnection(client, {
      limitMs: migrationStatementMs,
      keepsPrepared: false,
    });
    const target = {
      dialect: "postgres",
      db: handles.bind<AnyTables>(connection).db,
      place: `'${client.database}' on ${client.host}`,
      begin: "begin",
      takeTurn: () => takeMigrationLock(client, log),
    } as const;
    await migrate(target, migrations);
  } catch (error) {
    throw (error as { code?: string }).code === "42501" ? refused(error) : translateError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A client that got an answer from the database. */
async function reach(url: string, wait: Wait | undefined): Promise<pg.Client> {
  const givenUpAt = performance.now() + (wait?.limitMs ?? 0);
  for (let attempt = 1; ; attempt++) {
    try {
      return await firstClient(url);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || !wait || performance.now() > givenUpAt) throw error;
      if (attempt === 1) wait.onStart(error);
    }
    await setTimeout(pauseMs);
  }
}

async function firstClient(url: string): Promise<pg.Client> {
  let client: pg.Client;
  try {
    // Also reads the certificate files that the URL names.
    client = new pg.Client(clientConfig(url));
  } catch (error) {
    throw new StoreRefused(`DATABASE_URL cannot be used: ${(error as Error).message}`, { cause: error });
  }
  client.on("error", () => undefined);
  try {
    await client.connect();
    // A pooler accepts clients before it has reached the database.
    await client.query(withTimeout("select 1"));
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const translated = translateError(error);
    // A wrong name, password, database or certificate: waiting would not fix it.
    throw translated === error || staysRefused(error) ? refused(error) : translated;
  }
}

function refused(error: unknown): StoreRefused {
  return new StoreRefused(`PostgreSQL refuses DATABASE_URL: ${(error as Error).message}`, { cause: error });
}

// A transaction pool passes a session's settings and prepared statements on to the next client: readers' "read only" to
// writers. Two clients that take turns get the same connection from it, or different ones each time, depending on its
// load.
async function refuseTransactionPool(client: pg.Client, url: string): Promise<void> {
  const other = new pg.Client(clientConfig(url));
  other.on("error", () => undefined);
  const processes: [first: Set<number>, second: Set<number>] = [new Set(), new Set()];
  try {
    await other.connect();
    for (let i = 0; i < 3; i++) {
      processes[0].add(await processOf(client));
      processes[1].add(await processOf(other));
    }
  } catch (error) {
    // Without a second connection there is nothing to compare the first one with.
    if (translateError(error) instanceof StoreUnavailable) return;
    throw error;
  } finally {
    await other.end().catch(() => undefined);
  }
  const [first, second] = processes;
  if (first.size > 1 || second.size > 1 || [...first].some((id) => second.has(id)))
    throw new StoreRefused(
      "DATABASE_URL leads to a pool of transactions, such as PgBouncer with pool_mode = transaction. " +
        "Set DATABASE_POOL=transaction, or let DATABASE_URL lead to PostgreSQL itself or to a pool of sessions.",
    );
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(withTimeout("select pg_backend_pid() as pid"));
  return rows[0]?.pid ?? 0;
}

// Another encoding cannot hold every text, and without an encoding (SQL_ASCII) lengths would count bytes.
async function refuseOtherEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>(withTimeout("show server_encoding"));
  const encoding = rows[0]?.server_encoding;
  if (encoding !== "UTF8")
    throw new StoreRefused(
      `The database '${client.database}' on ${client.host} has the encoding ${encoding}, but needs UTF8. ` +
        "Create one with: create database … encoding 'UTF8' template template0.",
    );
}

async function warnOfWeakDurability(client: pg.Client, log: StoreLog | undefined): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  );
  const off = rows.filter((row) => row.setting === "off").map((row) => row.name);
  if (off.length > 0) {
    log?.warn(
      { off },
      `PostgreSQL runs with ${off.join(", ")} off: a crash of its machine can lose saved data`,
    );
  }
}

/**
 * Takes the lock until the end of the transaction. Waits for the process that is migrating, and logs that it waits.
 */
async function takeMigrationLock(client: pg.Client, log: StoreLog | undefined): Promise<void> {
  // A migration takes its time, whatever the database's own limits are.
  await client.query("set local statement_timeout = 0; set local lock_timeout = 0");
  const { rows } = await client.query<{ mine: boolean; holder: number | null }>(
    `select pg_try_advisory_xact_lock(${migrationLock}) as mine, (
      select pid from pg_locks
      where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) + objid::bigint = ${migrationLock} limit 1
    ) as holder`,
  );
  if (rows[0]?.mine) return;
  log?.warn({ holder: rows[0]?.holder }, "waiting for another server, which is migrating the database");
  await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
}
