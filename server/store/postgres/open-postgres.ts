// Opens the store on a PostgreSQL database, which several servers may share.
//
// Bounded pools: readers can't change anything and never wait behind writers, and what goes together waits for neither.
// Nothing relies on an isolation level: what must not happen twice is a UNIQUE or a compare-and-set, who changes content
// locks the examples concerned first.

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import pg from "pg";
import type { AnyTables } from "../dialect-forks.ts";
import { isForMany } from "../prepared-query.ts";
import { HandleMaker } from "../handle.ts";
import { type Migration, migrate } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { OneStatement, PostgresConnection } from "./postgres-connection.ts";
import { PostgresDialect } from "./postgres-dialect.ts";
import { isRetryable, translateError } from "./postgres-errors.ts";
import { settingsTogether, Together } from "./request-batcher.ts";
import {
  type Read,
  type Store,
  type StoreLog,
  StoreRefused,
  StoreUnavailable,
  type Tx,
  type WriteOptions,
} from "../store.ts";
import { logOnce } from "../log-once.ts";
import { InFlight, TransactionScope } from "../transaction.ts";

export type PostgresOptions = {
  /** postgres://… */
  readonly url: string;
  readonly log?: StoreLog;
  /** Other than the program's own, for tests of migrating. */
  readonly migrations?: readonly Migration[];
};

/** Sixteen in all, as the operators are told. */
const connections = { readers: 6, writers: 6, readersTogether: 3, writersTogether: 1 } as const;
type PoolName = keyof typeof connections;
/** How long to wait for a connection, then for the answer to one statement: a request gets its 503 in this time. */
const connectMs = 3_000;
const statementMs = 5_000;
/** The same for units that say they are long: deleting a course with millions of results. */
const longStatementMs = 120_000;
/** The server cancels first; the client gives up when no answer comes at all. */
const graceMs = 500;
/** A transaction whose server went away is ended after this time, so that its locks are free. */
const idleMs = 40_000;

/** Throws StoreRefused with a sentence for the operator, StoreUnavailable when the database cannot be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const handles = new HandleMaker(new PostgresDialect());
  await prepare(options, handles);
  const pools = {
    readers: poolOf(options, "readers"),
    writers: poolOf(options, "writers"),
    readersTogether: poolOf(options, "readersTogether"),
    writersTogether: poolOf(options, "writersTogether"),
  };
  const counters = { commits: 0, units: 0 };
  const send = (pool: pg.Pool, query: CompiledQuery) =>
    withConnection(pool, statementMs, (connection) => connection.executeChecked(query));
  const readTogether = new Together((query) => send(pools.readersTogether, query));
  const writeTogether = new Together(async (query) => {
    const answer = await send(pools.writersTogether, query);
    counters.commits++;
    return answer;
  });
  const scope = new TransactionScope();
  const inFlight = new InFlight();
  const told = logOnce(options.log);
  let closing: Promise<void> | undefined;

  const door = <T>(work: () => Promise<T>): Promise<T> =>
    told(() => {
      if (closing) throw new StoreUnavailable("The store is closed");
      return inFlight.during(work);
    });
  const read: Store["read"] = (ask) =>
    door(async () => {
      const connection = new TakenWhenNeeded(pools.readers, readTogether);
      try {
        return await askOn(handles, connection, ask);
      } finally {
        connection.release();
      }
    });

  return {
    dialect: "postgres",
    counters,
    read,
    write: async (run, writeOptions) => {
      scope.refuseNesting();
      const value = await door(() =>
        retried(() =>
          writeOptions?.oneStatement
            ? oneStatement(run)
            : scope.during(async () => {
                const unit = (tx: Tx) => scope.unit(() => run(tx), writeOptions);
                const kept = await transaction(pools.writers, handles, unit, writeOptions);
                counters.commits++;
                return kept;
              }),
        ),
      );
      counters.units++;
      return value;
    },
    ping: () => read(async (db) => void (await db.selectFrom("course").select("id").limit(1).execute())),
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function oneStatement<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    const connection = new TakenWhenNeeded(pools.writers, writeTogether);
    try {
      const value = await askOn(handles, new OneStatement(connection), (db) => run(db as Tx));
      if (connection.isTaken) counters.commits++;
      return value;
    } finally {
      connection.release();
    }
  }

  async function close(): Promise<void> {
    await inFlight.idle();
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  }
}

async function askOn<T>(
  handles: HandleMaker,
  connection: DatabaseConnection,
  ask: (db: Read) => Promise<T>,
): Promise<T> {
  const handle = handles.over(connection);
  try {
    return await ask(handle.db as Read);
  } finally {
    handle.end();
  }
}

async function transaction<T>(
  pool: pg.Pool,
  handles: HandleMaker,
  run: (tx: Tx) => Promise<T>,
  options: WriteOptions | undefined,
): Promise<T> {
  const limitMs = options?.long ? longStatementMs : statementMs;
  return withConnection(pool, limitMs, async (connection) => {
    await connection.command("begin");
    const handle = handles.over(connection);
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
  const done = await connection.command("commit");
  // PostgreSQL answers a commit with a rollback when a statement had failed and the unit went on regardless.
  if (done !== "COMMIT") throw new TypeError(`A unit went on after a failed statement: ${done}`);
}

const triesPerUnit = 5;

/** Runs again what lost a race (serialisation, deadlock), after a short wait of random length. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof StoreUnavailable ? error.cause : error;
      if (!isRetryable(cause) || attempt === triesPerUnit) throw error;
      await new Promise((done) => setTimeout(done, attempt * (5 + 20 * Math.random())));
    }
  }
}

async function withConnection<T>(
  pool: pg.Pool,
  limitMs: number,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const { connection, release } = await take(pool, limitMs);
  try {
    return await work(connection);
  } finally {
    release();
  }
}

/** Takes a connection of its own with the first question that doesn't go together with those of others. */
class TakenWhenNeeded implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #together: Together;
  #taken: Promise<Taken> | undefined;

  constructor(pool: pg.Pool, together: Together) {
    this.#pool = pool;
    this.#together = together;
  }

  get isTaken(): boolean {
    return this.#taken !== undefined;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isForMany(query)) return this.#together.ask<R>(query);
    this.#taken ??= take(this.#pool, statementMs);
    return this.#taken.then(({ connection }) => connection.executeQuery<R>(query));
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError("Streaming is not supported: ask for pages");
  }

  release(): void {
    this.#taken?.then(
      ({ release }) => release(),
      () => undefined,
    );
  }
}

type Taken = { readonly connection: PostgresConnection; release(): void };

async function take(pool: pg.Pool, limitMs: number): Promise<Taken> {
  const client = await connected(pool);
  const connection = new PostgresConnection(client, limitMs + graceMs);
  return { connection, release: () => client.release(connection.broken) };
}

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const meaning = translateError(error);
    // Whatever keeps one from connecting (a password that was changed, a certificate that ran out, a database that is
    // closed) is no mistake of ours, and may be over in a moment.
    if (meaning === error)
      throw new StoreUnavailable(`PostgreSQL: ${(error as Error).message}`, { cause: error });
    throw meaning;
  }
}

function poolOf(options: PostgresOptions, name: PoolName): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(options.url),
    max: connections[name],
    // What is asked at once travels at once. Not for writers: each statement there is sent when the one before went well.
    pipeline: name === "readers",
    idleTimeoutMillis: 60_000,
    // The pool waits for it, though its type does not say so.
    onConnect: (client) => prepareSession(client, name) as unknown as void,
  });
  // An idle connection that breaks is an event; without a listener it would end the process.
  pool.on("error", (error) => options.log?.warn({ err: error }, "PostgreSQL closed an idle connection"));
  // One that breaks between two statements of a unit is an event of its own; the next statement fails with it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

async function prepareSession(client: pg.ClientBase, name: PoolName): Promise<void> {
  const settings = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleMs,
    default_transaction_read_only: name.startsWith("readers") ? "on" : "off",
    ...(name.endsWith("Together") && settingsTogether),
  };
  await client.query(
    inTime(
      Object.entries(settings)
        .map(([setting, value]) => `set ${setting} = ${value}`)
        .join("; "),
    ),
  );
}

function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: "tabstop",
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
  };
}

// int8 and numeric arrive as text, so that counts and sums would not be numbers.
const asNumber = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

function parserOf(oid: number, format: "text" | "binary" = "text") {
  return asNumber.has(oid) && format === "text" ? exactNumber : pg.types.getTypeParser(oid, format as "text");
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`Too large a number: ${text}`);
  return value;
}

/** Any 64-bit number of our own: who holds it, migrates. */
const migrationLock = "7389114605821";

async function prepare(options: PostgresOptions, handles: HandleMaker): Promise<void> {
  const client = await firstClient(options.url);
  try {
    // Before anything that belongs to the session: a pool of transactions would keep it for somebody else.
    await refusePoolOfTransactions(client, options.url);
    await refuseOtherEncoding(client);
    await warnOfWeakDurability(client, options.log);
    await waitForTurn(client, options.log);
    const handle = handles.over<AnyTables>(new PostgresConnection(client, 3_600_000));
    const place = `'${client.database}' on ${client.host}`;
    await migrate(
      { dialect: "postgres", db: handle.db, place, begin: "begin" },
      options.migrations ?? migrations,
    );
  } catch (error) {
    throw refusalOf(error);
  } finally {
    // Ends the session, and with it the advisory lock.
    await client.end().catch(() => undefined);
  }
}

/** Waits for the process that migrates at this moment, and says so. */
async function waitForTurn(client: pg.Client, log: StoreLog | undefined): Promise<void> {
  const { rows } = await client.query<{ mine: boolean; holder: number | null }>(
    `select pg_try_advisory_lock(${migrationLock}) as mine, (
      select pid from pg_locks
      where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = ${migrationLock} limit 1
    ) as holder`,
  );
  if (rows[0]?.mine) return;
  log?.warn({ holder: rows[0]?.holder }, "waiting for another server, which is migrating the database");
  await client.query("set statement_timeout = 0");
  await client.query(`select pg_advisory_lock(${migrationLock})`);
}

// Such a pool gives a session's settings and prepared statements to whoever comes next: readers' "read only" to writers.
// Two who ask in turns get one and the same connection from it, or different ones each time, depending on how busy it is.
async function refusePoolOfTransactions(client: pg.Client, url: string): Promise<void> {
  const other = new pg.Client(clientConfig(url));
  other.on("error", () => undefined);
  const seen: [first: Set<number>, second: Set<number>] = [new Set(), new Set()];
  try {
    await other.connect();
    for (let yieldToEventLoop = 0; yieldToEventLoop < 3; yieldToEventLoop++) {
      seen[0].add(await processOf(client));
      seen[1].add(await processOf(other));
    }
  } catch (error) {
    // No second connection at this moment: nothing is known of what gives them.
    if (translateError(error) instanceof StoreUnavailable) return;
    throw error;
  } finally {
    await other.end().catch(() => undefined);
  }
  if (seen[0].size > 1 || seen[1].size > 1 || [...seen[0]].some((one) => seen[1].has(one)))
    throw new StoreRefused(
      "DATABASE_URL leads to a pool of transactions, but must lead to PostgreSQL itself or to a pool of sessions: " +
        "set pool_mode = session in PgBouncer, or take another port of your provider.",
    );
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(inTime("select pg_backend_pid() as pid"));
  return rows[0]?.pid ?? 0;
}

/** A pool takes everybody in, and lets them wait while its database is away. */
function inTime(text: string): pg.QueryConfig {
  // The client knows it, though its type does not.
  return { text, query_timeout: connectMs } as pg.QueryConfig;
}

async function firstClient(url: string): Promise<pg.Client> {
  let client: pg.Client;
  try {
    // Reads the certificates that the address names.
    client = new pg.Client(clientConfig(url));
  } catch (error) {
    throw new StoreRefused(`DATABASE_URL cannot be used: ${(error as Error).message}`, { cause: error });
  }
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const meaning = translateError(error);
    // Wrong name, password, database or certificate: nothing that waiting could mend.
    throw meaning === error ? refused(error) : meaning;
  }
}

function refused(error: unknown): StoreRefused {
  return new StoreRefused(`PostgreSQL refuses DATABASE_URL: ${(error as Error).message}`, { cause: error });
}

function refusalOf(error: unknown): unknown {
  return (error as { code?: string }).code === "42501" ? refused(error) : translateError(error);
}

// In another encoding some texts could not be kept at all, and in none (SQL_ASCII) lengths would count bytes.
async function refuseOtherEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>(inTime("show server_encoding"));
  const encoding = rows[0]?.server_encoding;
  if (encoding !== "UTF8")
    throw new StoreRefused(
      `The database '${client.database}' on ${client.host} is in ${encoding}, but must be in UTF8. ` +
        "Make one with: create database … encoding 'UTF8' template template0.",
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
      `PostgreSQL runs with ${off.join(", ")} off: a crash of its machine can lose what was saved`,
    );
  }
}
