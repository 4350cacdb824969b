// Opens the store on a PostgreSQL database, which several servers may share.
//
// The two pools are bounded: readers cannot change anything and never wait for writers. Nothing relies on an isolation
// level: a UNIQUE or a compare-and-set prevents what must not happen twice, and a transaction that changes content first
// locks the examples concerned.

import pLimit from "p-limit";
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
import { type Pooling, Pools, thirdOfWriters } from "./postgres-pools.ts";
import { prepareDatabase, type Wait } from "./prepare-database.ts";
import { RowLocks } from "./row-locks.ts";

export type PostgresOptions = {
  /** postgres://… */
  readonly url: string;
  /** Default: session. */
  readonly pooling?: Pooling | undefined;
  readonly log?: StoreLog | undefined;
  /** Waits for a database that is not there yet. Without it, the opening fails at once. */
  readonly wait?: Wait | undefined;
  /** Replaces the program's own migrations in tests of migrating. */
  readonly migrations?: readonly Migration[];
};

/** The limits of a long write, such as deleting a course with millions of results. */
const longLimits = { statement_timeout: 120_000, lock_timeout: 120_000 };

/** Throws StoreRefused with a sentence for the operator, StoreUnavailable when the database cannot be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, pooling = "session", log, wait } = options;
  const handles = new HandleFactory(new PostgresDialect());
  await prepareDatabase({ url, pooling, log, wait, handles, migrations: options.migrations ?? migrations });
  const pools = new Pools(url, pooling, log);
  const locks = new RowLocks(thirdOfWriters);
  const longWrites = pLimit(thirdOfWriters);
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
    whileOpen(() => pools.read((connection) => withHandle(handles, connection, (db) => run(db))));

  return {
    dialect: "postgres",
    counters,
    read,
    async write(run, writeOptions) {
      scope.refuseNesting();
      const value = await whileOpen(() => write(run, writeOptions));
      counters.transactions++;
      return value;
    },
    ping: () => read(async (db) => void (await db.selectFrom("course").select("id").limit(1).execute())),
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function write<T>(run: (tx: Tx) => Promise<T>, writeOptions: WriteOptions = {}): Promise<T> {
    const attempt = (limits: Parameters<Pools["write"]>[0]) =>
      withRetry(() =>
        scope.during(async () => {
          const runInScope = (db: Read) => scope.run(() => run(db as Tx), writeOptions);
          const value = await pools.write(limits, (connection) =>
            withHandle(handles, connection, runInScope),
          );
          counters.commits++;
          return value;
        }),
      );
    if (writeOptions.long) return longWrites(() => attempt(longLimits));
    return locks.run(
      (lockMs) => attempt(lockMs === undefined ? {} : { lock_timeout: lockMs }),
      writeOptions.about,
    );
  }

  async function close(): Promise<void> {
    await inFlight.idle();
    await pools.end();
  }
}

async function withHandle<T>(
  handles: HandleFactory,
  connection: PostgresConnection,
  run: (db: Read) => Promise<T>,
): Promise<T> {
  const handle = handles.bind(connection);
  try {
    return await run(handle.db as Read);
  } finally {
    handle.end();
  }
}

const maxAttempts = 5;

/** Runs a transaction again that lost a race (serialisation, deadlock), after a short wait of random length. */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error;
      await new Promise((done) => setTimeout(done, attempt * (5 + 20 * Math.random())));
    }
  }
}
