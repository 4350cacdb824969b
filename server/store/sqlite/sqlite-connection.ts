// A connection to SQLite for Kysely. Unlike Kysely's own, it prepares statements once, refuses a parameter that SQLite
// would silently store as another value, and returns rows as plain objects and blobs as Buffers, as PostgreSQL does.
//
// The library is synchronous, so the promises resolve immediately.

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { assertBindable } from "../bindable.ts";
import { translateError } from "./sqlite-errors.ts";
import type { DatabaseSyncInstance, StatementSyncInstance } from "./sqlite-module.ts";

type Prepared = {
  readonly statement: StatementSyncInstance;
  readonly columns: readonly string[];
};

/** Enough for all statements of the server, except those for many rows, whose text differs with the number of rows. */
const cachedStatements = 400;
const longestCached = 10_000;

export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #cache = new Map<string, Prepared>();

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  get database(): DatabaseSyncInstance {
    return this.#database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    assertBindable(query.parameters, query.sql);
    try {
      return this.#run<R>(query.sql, query.parameters);
    } catch (error) {
      throw translateError(error);
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError("Streaming is not supported: read in pages");
  }

  /** A statement without parameters and rows, such as `commit`. */
  command(sql: string): void {
    try {
      this.#prepared(sql).statement.run();
    } catch (error) {
      throw translateError(error);
    }
  }

  /** The first column of the first row, such as a pragma's value. */
  value(sql: string): unknown {
    try {
      const row = this.#prepared(sql).statement.get() as readonly unknown[] | undefined;
      return row?.[0];
    } catch (error) {
      throw translateError(error);
    }
  }

  close(): void {
    this.#cache.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, columns } = this.#prepared(sql);
    if (columns.length === 0) {
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    const rows = statement.all(...parameters) as unknown as (readonly unknown[])[];
    return { rows: rows.map((values) => rowOf(columns, values)) as R[] };
  }

  #prepared(sql: string): Prepared {
    const cached = this.#cache.get(sql);
    if (cached) {
      // Moves the entry to the end of the map, whose first entry is the least recently used.
      this.#cache.delete(sql);
      this.#cache.set(sql, cached);
      return cached;
    }
    const statement = this.#database.prepare(sql);
    // Rows as arrays: the library's objects have no prototype and take twice the time.
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    if (sql.length <= longestCached) this.#addToCache(sql, prepared);
    return prepared;
  }

  #addToCache(sql: string, prepared: Prepared): void {
    this.#cache.set(sql, prepared);
    if (this.#cache.size <= cachedStatements) return;
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined) this.#cache.delete(oldest);
  }
}

function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) {
    const value = values[i];
    row[columns[i] as string] =
      value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
  }
  return row;
}
