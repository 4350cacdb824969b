// Queries that are built and compiled once. Building and compiling takes longer than SQLite needs to execute them, so
// the queries of every request and every save only get new values. All other queries stay plain, because they read
// better.
//
// Some can be batched: PostgreSQL executes them for many callers in one round trip (`request-batcher.ts`). The callers'
// values are then the rows of a table `caller`.

import {
  type CompiledQuery,
  type DialectAdapter,
  type Kysely,
  type OperationNodeSource,
  type QueryResult,
  type RawBuilder,
  sql,
} from "kysely";
import { dialectOf } from "./dialect-forks.ts";
import type { Tables } from "./schema.ts";
import type { Read } from "./store.ts";

type Values = Readonly<Record<string, unknown>>;

type PreparedQuery<R = unknown> = CompiledQuery<R> & { readonly isPrepared: true };

/** A prepared query with the values of one caller, which can be executed together with those of other callers. */
export type BatchableQuery = PreparedQuery & {
  readonly values: Values;
  readonly batch: {
    /**
     * The query for all these callers. Its rows have an additional column `place`: 1 for the rows of the first caller.
     */
    queryFor(callers: readonly Values[]): PreparedQuery;
    /** Callers with the same value of this name are not put into one statement. */
    readonly distinctBy: string | undefined;
  };
};

/** Whether the query's text never changes, so that a connection can keep it prepared. */
export function isPrepared(query: CompiledQuery): boolean {
  return "isPrepared" in query;
}

export function isBatchable(query: CompiledQuery): query is BatchableQuery {
  return "batch" in query;
}

/** The placeholder of a value. */
export type ValueOf<V> = <N extends keyof V>(name: N) => V[N];

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Build<V, R> = (db: Kysely<Tables>, value: ValueOf<V>) => CompiledQuery<R>;

type BatchOptions<V, R> = {
  /** The types of the values in PostgreSQL. */
  readonly types: { readonly [N in keyof V]?: "integer" | "bigint" | "text" };
  /** For a change: the callers with the same value of this name, such as one learner, are not in one statement. */
  readonly distinctBy?: keyof V & string;
  /**
   * Builds a statement for all callers: the table `caller` has the values and the `place` of each. Without it,
   * PostgreSQL executes the query of `build` once for each row of `caller`.
   */
  readonly build?: (
    db: Kysely<Tables>,
    callers: RawBuilder<unknown>,
  ) => CompiledQuery<R & { readonly place: number }>;
};

/**
 * `build` writes `value("userId")` for a value. It is called once per dialect, so it must not read a value. The query
 * is then executed with any object that has these values.
 */
export function preparedQuery<V extends object, R>(
  build: Build<V, R>,
  batch?: BatchOptions<V, R>,
): (db: Read, values: V) => Promise<QueryResult<R>> {
  const compiled = new WeakMap<DialectAdapter, PreparedQuery<R> & Partial<Pick<BatchableQuery, "batch">>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let prepared = compiled.get(adapter);
    if (!prepared) {
      prepared = prepare(build(db, (name) => new Placeholder(String(name)) as never));
      if (batch && dialectOf(db) === "postgres") prepared = { ...prepared, batch: batched(db, build, batch) };
      compiled.set(adapter, prepared);
    }
    const query = bindValues(prepared, (name) => (values as Values)[name]);
    return db.executeQuery<R>(prepared.batch ? ({ ...query, values } as typeof query) : query);
  };
}

function prepare<R>(query: CompiledQuery<R>): PreparedQuery<R> {
  refuseSelectStar(query.sql);
  return { ...query, isPrepared: true };
}

function bindValues<Q extends CompiledQuery>(query: Q, valueOf: (name: string) => unknown): Q {
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Placeholder ? valueOf(parameter.name) : parameter,
  );
  return { ...query, parameters };
}

function batched<V, R>(
  db: Kysely<Tables>,
  build: Build<V, R>,
  { types, distinctBy, build: buildForAll }: BatchOptions<V, R>,
): BatchableQuery["batch"] {
  const names = Object.keys(types);
  const lists = names.map(
    (name) => sql`${new Placeholder(name)}::${sql.raw(types[name as keyof V] as string)}[]`,
  );
  const columns = [...names, "place"].map((name) => sql.id(name));
  const callers = sql`unnest(${sql.join(lists)}) with ordinality as caller (${sql.join(columns)})`;
  const query = buildForAll
    ? prepare(buildForAll(db, callers))
    : { ...oncePerCaller(db, build, callers), isPrepared: true as const };
  return {
    distinctBy,
    queryFor: (all) => bindValues(query, (name) => all.map((values) => values[name])),
  };
}

// A lateral join, which PostgreSQL executes caller by caller, so that the rows of each caller keep their order.
function oncePerCaller<V, R>(
  db: Kysely<Tables>,
  build: Build<V, R>,
  callers: RawBuilder<unknown>,
): CompiledQuery {
  const { query } = prepare(build(db, (name) => sql.ref(`caller.${String(name)}`) as never));
  const rows: OperationNodeSource = { toOperationNode: () => query };
  return sql`select caller.place, result.* from ${callers} cross join lateral (${rows}) as result`.compile(
    db,
  );
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
