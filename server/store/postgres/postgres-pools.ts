// The connection pools of PostgreSQL, how a connection is checked out of them, and what limits a transaction on it.

import pg from "pg";
import { type StoreLog, StoreUnavailable } from "../store.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { translateError } from "./postgres-errors.ts";

/**
 * What the address leads to. `session`: to PostgreSQL itself, or to a pool that gives each client a session of its own.
 * `transaction`: to a pool in which every transaction may run in another session, so that nothing may outlive it.
 */
export type Pooling = "session" | "transaction";

/** Sixteen in all, as docs/operators.md says. */
const connections = { readers: 7, writers: 9 } as const;
/** How many writers' connections may be used for one purpose that can take long. */
export const thirdOfWriters = connections.writers / 3;

/** How long to wait for a connection, and then for a statement: within this time a request gets its 503. */
const connectMs = 3_000;
const statementMs = 5_000;
/** The client gives up this much later than the server, which cancels first. */
const graceMs = 500;

/** What a transaction runs with, in ms. */
type Limits = {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  /** After this time PostgreSQL ends a transaction whose server went away, so that its locks are free. */
  readonly idle_in_transaction_session_timeout: number;
};
const usualLimits: Limits = {
  statement_timeout: statementMs,
  // Short: while a transaction waits for a row, it keeps others from its connection. See row-locks.ts.
  lock_timeout: 100,
  idle_in_transaction_session_timeout: 40_000,
};

export class Pools {
  readonly #pooling: Pooling;
  readonly #readers: pg.Pool;
  readonly #writers: pg.Pool;

  constructor(url: string, pooling: Pooling, log: StoreLog | undefined) {
    this.#pooling = pooling;
    const open = (max: number, isReader: boolean) =>
      openPool(log, {
        ...clientConfig(url),
        max,
        // Readers send concurrent queries at once. Writers do not: each statement is sent when the one before has
        // succeeded.
        pipeline: isReader,
        idleTimeoutMillis: 60_000,
        // The pool awaits it, although its type does not say so.
        onConnect: (client) => this.#prepareSession(client, isReader) as unknown as void,
      });
    this.#readers = open(connections.readers, true);
    this.#writers = open(connections.writers, false);
  }

  read<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#withConnection(this.#readers, statementMs, async (connection) => {
      // The session is read-only. Without one, so is each transaction.
      if (this.#pooling === "session") return work(connection);
      // Not awaited: the first query is sent with it. If it fails, no harm is done, and `commit` reports it.
      const begun = connection.command(this.#begin("begin read only", {}));
      try {
        const [value] = await Promise.all([work(connection), begun]);
        await connection.command("commit");
        return value;
      } catch (error) {
        await begun.catch(() => undefined);
        await rollBack(connection);
        throw error;
      }
    });
  }

  /** Runs a transaction; `limits` replace the usual ones. */
  write<T>(limits: Partial<Limits>, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const limitMs = limits.statement_timeout ?? statementMs;
    return this.#withConnection(this.#writers, limitMs, async (connection) => {
      try {
        await connection.command(this.#begin("begin", limits));
        const value = await work(connection);
        await commit(connection);
        return value;
      } catch (error) {
        await rollBack(connection);
        throw error;
      }
    });
  }

  async end(): Promise<void> {
    await Promise.all([this.#readers.end(), this.#writers.end()]);
  }

  async #prepareSession(client: pg.ClientBase, isReader: boolean): Promise<void> {
    if (this.#pooling === "transaction") return;
    const settings = { ...usualLimits, default_transaction_read_only: isReader ? "on" : "off" };
    const statements = Object.entries(settings).map(([setting, value]) => `set ${setting} = ${value}`);
    await client.query(withTimeout(statements.join("; ")));
  }

  /** One message, so that it costs one round trip. */
  #begin(begin: "begin" | "begin read only", limits: Partial<Limits>): string {
    const settings = this.#pooling === "session" ? limits : { ...usualLimits, ...limits };
    const statements = Object.entries(settings).map(([setting, value]) => `set local ${setting} = ${value}`);
    return [begin, ...statements].join("; ");
  }

  async #withConnection<T>(
    pool: pg.Pool,
    limitMs: number,
    work: (connection: PostgresConnection) => Promise<T>,
  ): Promise<T> {
    const client = await connect(pool);
    const connection = new PostgresConnection(client, {
      limitMs: limitMs + graceMs,
      keepsPrepared: this.#pooling === "session",
    });
    try {
      return await work(connection);
    } finally {
      client.release(connection.broken);
    }
  }
}

function openPool(log: StoreLog | undefined, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // An idle connection that breaks is an event; without a listener it would end the process.
  pool.on("error", (error) => log?.warn({ err: error }, "PostgreSQL closed an idle connection"));
  // A connection that breaks between two statements is another event; the next statement fails with it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

async function commit(connection: PostgresConnection): Promise<void> {
  const command = await connection.command("commit");
  // PostgreSQL turns a commit into a rollback when a statement failed and the transaction went on regardless.
  if (command !== "COMMIT") throw new TypeError(`A transaction went on after a failed statement: ${command}`);
}

async function rollBack(connection: PostgresConnection): Promise<void> {
  if (!connection.broken) await connection.command("rollback").catch(() => undefined);
}

/** A statement that gives up in time: a connection pooler accepts every client, also while its database is away. */
export function withTimeout(text: string): pg.QueryConfig {
  // The client knows the option, although its type does not.
  return { text, query_timeout: connectMs } as pg.QueryConfig;
}

export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: "tabstop",
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
  };
}

// The client returns int8 and numeric as text, but counts and sums are needed as numbers.
const asNumber = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

function parserOf(oid: number, format: "text" | "binary" = "text") {
  return asNumber.has(oid) && format === "text" ? exactNumber : pg.types.getTypeParser(oid, format as "text");
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`The number ${text} is too large`);
  return value;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const translated = translateError(error);
    // Any reason not to connect (a changed password, an expired certificate, a database that is shut down) is outside
    // this program, and may be over in a moment.
    if (translated === error)
      throw new StoreUnavailable(`PostgreSQL: ${(error as Error).message}`, { cause: error });
    throw translated;
  }
}
