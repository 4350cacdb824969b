// A connection to SQLite as Kysely wants it, with what the shipped one lacks: statements are prepared once, a
// parameter that SQLite would silently store as something else is refused, rows are plain objects, blobs are Buffers
// as from PostgreSQL.
//
// Everything is synchronous underneath; the promises resolve at once.

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { refuseUnstorable } from "./storable.ts";
import { meaningOf } from "./sqlite-errors.ts";
import type { DatabaseSyncInstance, StatementSyncInstance } from "./sqlite-module.ts";

type Prepared = {
  readonly statement: StatementSyncInstance;
  readonly answersRows: boolean;
  readonly blobs: readonly string[];
};
type Row = Record<string, unknown>;

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
    refuseUnstorable(query.parameters, query.sql);
    try {
      return this.#run<R>(query.sql, query.parameters);
    } catch (error) {
      throw meaningOf(error);
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
      throw meaningOf(error);
    }
  }

  /** The first column of the first row, such as a pragma's value. */
  value(sql: string): unknown {
    try {
      const row = this.#prepared(sql).statement.get() as Row | undefined;
      return row && Object.values(row)[0];
    } catch (error) {
      throw meaningOf(error);
    }
  }

  close(): void {
    this.#kept.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, answersRows, blobs } = this.#prepared(sql);
    if (!answersRows) {
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    const rows: Row[] = statement.all(...parameters);
    return { rows: rows.map((row) => plainRow(row, blobs)) as R[] };
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
    const columns = statement.columns();
    const prepared = {
      statement,
      answersRows: columns.length > 0,
      blobs: columns.filter((column) => column.type?.toUpperCase() === "BLOB").map((column) => column.name),
    };
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

// The library gives rows without a prototype.
function plainRow(row: Row, blobs: readonly string[]): Row {
  const plain = { ...row };
  for (const name of blobs) {
    const bytes = plain[name];
    if (bytes instanceof Uint8Array)
      plain[name] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  return plain;
}
