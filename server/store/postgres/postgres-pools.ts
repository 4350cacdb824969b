// The connection pools of PostgreSQL, and how a connection is checked out of them.

import pg from "pg";
import { type StoreLog, StoreUnavailable } from "../store.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { translateError } from "./postgres-errors.ts";

/** Sixteen in all, as docs/operators.md says. */
const connections = { readers: 7, writers: 9 } as const;
type PoolName = keyof typeof connections;

/** How long to wait for a connection, and then for a statement: within this time a request gets its 503. */
const connectMs = 3_000;
export const statementMs = 5_000;
/** The client gives up this much later than the server, which cancels first. */
const graceMs = 500;
/** After this time PostgreSQL ends a transaction whose server went away, so that its locks are free. */
const idleMs = 40_000;

export function openPools(url: string, log: StoreLog | undefined): Record<PoolName, pg.Pool> {
  return { readers: openPool("readers", url, log), writers: openPool("writers", url, log) };
}

function openPool(name: PoolName, url: string, log: StoreLog | undefined): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(url),
    max: connections[name],
    // Readers send concurrent queries at once. Writers do not: each statement is sent when the one before has
    // succeeded.
    pipeline: name === "readers",
    idleTimeoutMillis: 60_000,
    // The pool awaits it, although its type does not say so.
    onConnect: (client) => prepareSession(client, name) as unknown as void,
  });
  // An idle connection that breaks is an event; without a listener it would end the process.
  pool.on("error", (error) => log?.warn({ err: error }, "PostgreSQL closed an idle connection"));
  // A connection that breaks between two statements is another event; the next statement fails with it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

async function prepareSession(client: pg.ClientBase, name: PoolName): Promise<void> {
  const settings = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleMs,
    default_transaction_read_only: name === "readers" ? "on" : "off",
  };
  const statements = Object.entries(settings).map(([setting, value]) => `set ${setting} = ${value}`);
  await client.query(withTimeout(statements.join("; ")));
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

/** `limitMs` is how long to wait for the result of a statement. */
export async function withConnection<T>(
  pool: pg.Pool,
  limitMs: number,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  const connection = new PostgresConnection(client, limitMs + graceMs);
  try {
    return await work(connection);
  } finally {
    client.release(connection.broken);
  }
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
