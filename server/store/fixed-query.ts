// Queries that are built and compiled once. Building and compiling costs more than SQLite takes to answer, so that the
// queries behind every request and every save only get new values. The others stay plain: they read better.

import type { CompiledQuery, DialectAdapter, Kysely, QueryResult } from "kysely";
import type { Tables } from "./schema.ts";
import type { Read } from "./store.ts";

type FixedQuery<R> = CompiledQuery<R> & { readonly isFixed: true };

/** Whether the query's text never changes, so that a connection may keep it prepared. */
export function isFixed(query: CompiledQuery): boolean {
  return "isFixed" in query;
}

/** Stands for a value until the query is asked. */
type ValueOf<V> = <N extends keyof V>(name: N) => V[N];

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * `build` writes `value("userId")` where a value goes. It is called once per dialect, so it must not look at a value.
 * The query is asked with any object that has these values.
 */
export function fixedQuery<V extends object, R>(
  build: (db: Kysely<Tables>, value: ValueOf<V>) => CompiledQuery<R>,
): (db: Read, values: V) => Promise<QueryResult<R>> {
  const compiled = new WeakMap<DialectAdapter, FixedQuery<R>>();
  const value = (name: PropertyKey) => new Slot(String(name));
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = { ...build(db, value as ValueOf<V>), isFixed: true };
      refuseEveryColumn(query.sql);
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? (values as Record<string, unknown>)[parameter.name] : parameter,
    );
    return db.executeQuery<R>({ ...query, parameters });
  };
}

/** Rows in one statement: the first that fits what is left. Each is compiled once, and short enough to be kept prepared. */
const rowsAtOnce = [200, 20, 1] as const;

/**
 * Many rows by few statements that are built once. `build` writes the rows that it gets, of which it must not look at a
 * value, and is called once per dialect and number of rows. `next` is awaited between two statements. The answers come in
 * any order.
 */
export function fixedInsert<Row extends object, R>(
  columns: readonly (keyof Row & string)[],
  build: (db: Kysely<Tables>, rows: readonly Row[]) => CompiledQuery<R>,
): (db: Read, rows: readonly Row[], next?: () => Promise<void>) => Promise<readonly R[]> {
  const queries = rowsAtOnce.map((count) => ({
    count,
    insert: fixedQuery<Record<string, unknown>, R>((db, value) =>
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
  return async (db, rows, next) => {
    const answers: R[] = [];
    let from = 0;
    while (from < rows.length) {
      const fits = queries.find(({ count }) => count <= rows.length - from);
      if (!fits) throw new RangeError(`No statement for ${rows.length - from} rows`);
      if (from > 0) await next?.();
      const values: Record<string, unknown> = {};
      for (let at = 0; at < fits.count; at += 1) {
        const row = rows[from + at] as Row;
        for (const column of columns) values[`${at}.${column}`] = row[column];
      }
      for (const answer of (await fits.insert(db, values)).rows) answers.push(answer);
      from += fits.count;
    }
    return answers;
  };
}

// PostgreSQL refuses a prepared statement whose columns have changed, and a newer server's migration may add one.
function refuseEveryColumn(text: string): void {
  if (/(\.|select )\*/i.test(text)) throw new TypeError(`A fixed query must name its columns: ${text}`);
}
