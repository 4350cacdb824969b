// A connection to SQLite as Kysely wants it, with what the shipped one lacks: statements are prepared once, a
// parameter that SQLite would silently store as something else is refused, rows are plain objects, blobs are Buffers
// as from PostgreSQL.
//
// Everything is synchronous underneath; the promises resolve at once.

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { assertBindable } from "../bindable.ts";
import { translateError } from "./sqlite-errors.ts";
import type { DatabaseSyncInstance, StatementSyncInstance } from "./sqlite-module.ts";

type Prepared = {
  readonly statement: StatementSyncInstance;
  readonly columns: readonly string[];
};

/** Enough for all statements of the server, but for those of hundreds of rows, which come in as many lengths. */
const keptStatements = 400;
const longestKept = 10_000;

export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #kept = new Map<string, Prepared>();

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
    throw new TypeError("Streaming is not supported: ask for pages");
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
    this.#kept.clear();
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
    const known = this.#kept.get(sql);
    if (known) {
      // Moves it to the end: the first of the map is the one longest unused.
      this.#kept.delete(sql);
      this.#kept.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    // As arrays: the library's own objects have no prototype and cost twice as much.
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    if (sql.length <= longestKept) this.#keep(sql, prepared);
    return prepared;
  }

  #keep(sql: string, prepared: Prepared): void {
    this.#kept.set(sql, prepared);
    if (this.#kept.size <= keptStatements) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
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
