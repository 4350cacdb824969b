// Opens the store on a PostgreSQL database, which several servers may share.
//
// The two pools are bounded: readers cannot change anything and never wait for writers. Nothing relies on an isolation level: a UNIQUE or a compare-and-set prevents what must not happen twice, and
// a transaction that changes content first locks the examples concerned.

import type pg from "pg";
import { HandleFactory } from "../handle.ts";
import { logOnce } from "../log-once.ts";
import type { Migration } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import {
  type Read,
  type Store,
  type StoreLog,
  StoreUnavailable,
  type Tx,
  type WriteOptions,
} from "../store.ts";
import { InFlight, TransactionScope } from "../transaction.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { PostgresDialect } from "./postgres-dialect.ts";
import { isRetryable } from "./postgres-errors.ts";
import { openPools, statementMs, withConnection } from "./postgres-pools.ts";
import { prepareDatabase } from "./prepare-database.ts";

export type PostgresOptions = {
  /** postgres://… */
  readonly url: string;
  readonly log?: StoreLog;
  /** Replaces the program's own migrations in tests of migrating. */
  readonly migrations?: readonly Migration[];
};

/** The limit of a statement in a long write, such as deleting a course with millions of results. */
const longStatementMs = 120_000;

/** Throws StoreRefused with a sentence for the operator, StoreUnavailable when the database cannot be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, log } = options;
  const handles = new HandleFactory(new PostgresDialect());
  await prepareDatabase(url, log, handles, options.migrations ?? migrations);
  const pools = openPools(url, log);
  const counters = { commits: 0, transactions: 0 };
  const scope = new TransactionScope();
  const inFlight = new InFlight();
  const logged = logOnce(log);
  let closing: Promise<void> | undefined;

  const whileOpen = <T>(work: () => Promise<T>): Promise<T> =>
    logged(() => {
      if (closing) throw new StoreUnavailable("The store is closed");
      return inFlight.during(work);
    });
  const read: Store["read"] = (run) =>
    whileOpen(() =>
      withConnection(pools.readers, statementMs, async (connection) => {
        const handle = handles.bind(connection);
        try {
          return await run(handle.db as Read);
        } finally {
          handle.end();
        }
      }),
    );

  return {
    dialect: "postgres",
    counters,
    read,
    async write(run, writeOptions) {
      scope.refuseNesting();
      const value = await whileOpen(() => withRetry(() => write(run, writeOptions)));
      counters.transactions++;
      return value;
    },
    ping: () => read(async (db) => void (await db.selectFrom("course").select("id").limit(1).execute())),
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function write<T>(run: (tx: Tx) => Promise<T>, writeOptions?: WriteOptions): Promise<T> {
    return scope.during(async () => {
      const runInScope = (tx: Tx) => scope.run(() => run(tx), writeOptions);
      const value = await transaction(pools.writers, handles, runInScope, writeOptions);
      counters.commits++;
      return value;
    });
  }

  async function close(): Promise<void> {
    await inFlight.idle();
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  }
}

async function transaction<T>(
  pool: pg.Pool,
  handles: HandleFactory,
  run: (tx: Tx) => Promise<T>,
  options: WriteOptions | undefined,
): Promise<T> {
  const limitMs = options?.long ? longStatementMs : statementMs;
  return withConnection(pool, limitMs, async (connection) => {
    await connection.command("begin");
    const handle = handles.bind(connection);
    try {
      if (options?.long) await connection.command(`set local statement_timeout = ${longStatementMs}`);
      const value = await run(handle.db as Tx);
      handle.end();
      await commit(connection);
      return value;
    } catch (error) {
      handle.end();
      if (!connection.broken) await connection.command("rollback").catch(() => undefined);
      throw error;
    }
  });
}

async function commit(connection: PostgresConnection): Promise<void> {
  const command = await connection.command("commit");
  // PostgreSQL turns a commit into a rollback when a statement failed and the transaction went on regardless.
  if (command !== "COMMIT") throw new TypeError(`A transaction went on after a failed statement: ${command}`);
}

const maxAttempts = 5;

/** Runs a transaction again that lost a race (serialisation, deadlock), after a short wait of random length. */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof StoreUnavailable ? error.cause : error;
      if (!isRetryable(cause) || attempt === maxAttempts) throw error;
      await new Promise((done) => setTimeout(done, attempt * (5 + 20 * Math.random())));
    }
  }
}
