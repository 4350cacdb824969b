// Queries that are built and compiled once. Building and compiling takes longer than SQLite needs to execute them, so
// the queries of every request and every save only get new values. All other queries stay plain, because they read
// better.

import type { CompiledQuery, DialectAdapter, Kysely, QueryResult } from "kysely";
import type { Tables } from "./schema.ts";
import type { Read } from "./store.ts";

type PreparedQuery<R> = CompiledQuery<R> & { readonly isPrepared: true };

/** Whether the query's text never changes, so that a connection can keep it prepared. */
export function isPrepared(query: CompiledQuery): boolean {
  return "isPrepared" in query;
}

/** The placeholder of a value. */
type ValueOf<V> = <N extends keyof V>(name: N) => V[N];

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Build<V, R> = (db: Kysely<Tables>, value: ValueOf<V>) => CompiledQuery<R>;

/**
 * `build` writes `value("userId")` for a value. It is called once per dialect, so it must not read a value. The query
 * is then executed with any object that has these values.
 */
export function preparedQuery<V extends object, R>(
  build: Build<V, R>,
): (db: Read, values: V) => Promise<QueryResult<R>> {
  const compiled = new WeakMap<DialectAdapter, PreparedQuery<R>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let prepared = compiled.get(adapter);
    if (!prepared) {
      prepared = prepare(build(db, (name) => new Placeholder(String(name)) as never));
      compiled.set(adapter, prepared);
    }
    const parameters = prepared.parameters.map((parameter) =>
      parameter instanceof Placeholder
        ? (values as Readonly<Record<string, unknown>>)[parameter.name]
        : parameter,
    );
    return db.executeQuery<R>({ ...prepared, parameters } as PreparedQuery<R>);
  };
}

function prepare<R>(query: CompiledQuery<R>): PreparedQuery<R> {
  refuseSelectStar(query.sql);
  return { ...query, isPrepared: true };
}

/**
 * Rows per statement: the largest that fits the remaining rows. Each statement is compiled once and short enough to
 * stay prepared.
 */
const rowsPerStatement = [200, 20, 1] as const;

/**
 * Inserts many rows with few statements that are built once. `build` is called once per dialect and number of rows, and
 * must not read a value of the rows that it gets. `between` is awaited between two statements. The returned rows are in
 * any order.
 */
export function preparedInsert<Row extends object, R>(
  columns: readonly (keyof Row & string)[],
  build: (db: Kysely<Tables>, rows: readonly Row[]) => CompiledQuery<R>,
): (db: Read, rows: readonly Row[], between?: () => Promise<void>) => Promise<readonly R[]> {
  const queries = rowsPerStatement.map((count) => ({
    count,
    insert: preparedQuery<Record<string, unknown>, R>((db, value) =>
      build(
        db,
        Array.from(
          { length: count },
          (_, at) =>
            Object.fromEntries(columns.map((column) => [column, value(`${at}.${column}`)])) as unknown as Row,
        ),
      ),
    ),
  }));
  return async (db, rows, between) => {
    const inserted: R[] = [];
    let from = 0;
    while (from < rows.length) {
      const fits = queries.find(({ count }) => count <= rows.length - from);
      if (!fits) throw new RangeError(`No statement for ${rows.length - from} rows`);
      if (from > 0) await between?.();
      const values: Record<string, unknown> = {};
      for (let at = 0; at < fits.count; at += 1) {
        const row = rows[from + at] as Row;
        for (const column of columns) values[`${at}.${column}`] = row[column];
      }
      for (const row of (await fits.insert(db, values)).rows) inserted.push(row);
      from += fits.count;
    }
    return inserted;
  };
}

// PostgreSQL refuses a prepared statement whose columns have changed, and the migration of a newer server may add one.
function refuseSelectStar(text: string): void {
  if (/(\.|select )\*/i.test(text)) throw new TypeError(`A prepared query must name its columns: ${text}`);
}
