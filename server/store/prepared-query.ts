// Queries that are built and compiled once. Building and compiling costs more than SQLite takes to answer, so that the
// queries behind every request and every save only get new values. The others stay plain: they read better.
//
// Some can be asked for many callers at once (`together`), which PostgreSQL answers in one round trip
// (`request-batcher.ts`): their values come as the rows of a table `asked`.

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

/** A fixed query with the values of one caller, who may be answered together with others. */
export type QueryForMany = PreparedQuery & {
  readonly values: Values;
  readonly together: {
    /** Gives `place` beside the columns of the query: 1 for the rows of the first who asked. */
    queryOf(asked: readonly Values[]): PreparedQuery;
    /** Two callers with the same value of it wait for one another. */
    readonly apart: string | undefined;
  };
};

/** Whether the query's text never changes, so that a connection may keep it prepared. */
export function isPrepared(query: CompiledQuery): boolean {
  return "isPrepared" in query;
}

export function isForMany(query: CompiledQuery): query is QueryForMany {
  return "together" in query;
}

/** Stands for a value until the query is asked. */
export type ValueOf<V> = <N extends keyof V>(name: N) => V[N];

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Build<V, R> = (db: Kysely<Tables>, value: ValueOf<V>) => CompiledQuery<R>;

type Together<V, R> = {
  /** The values that the query needs, as PostgreSQL knows their types. */
  readonly types: { readonly [N in keyof V]?: "integer" | "bigint" | "text" };
  /** For a change: two of the same learner, say, are not in one statement. */
  readonly apart?: keyof V & string;
  /** A statement of its own; `asked` gives each caller's values and its `place`. Otherwise `build`'s, for each row of it. */
  readonly build?: (
    db: Kysely<Tables>,
    asked: RawBuilder<unknown>,
  ) => CompiledQuery<R & { readonly place: number }>;
};

/**
 * `build` writes `value("userId")` where a value goes. It is called once per dialect, so it must not look at a value.
 * The query is asked with any object that has these values.
 */
export function preparedQuery<V extends object, R>(
  build: Build<V, R>,
  together?: Together<V, R>,
): (db: Read, values: V) => Promise<QueryResult<R>> {
  const compiled = new WeakMap<DialectAdapter, PreparedQuery<R> & Partial<Pick<QueryForMany, "together">>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = fixed(build(db, (name) => new Slot(String(name)) as never));
      if (together && dialectOf(db) === "postgres")
        query = { ...query, together: forMany(db, build, together) };
      compiled.set(adapter, query);
    }
    const asked = withValues(query, (name) => (values as Values)[name]);
    const question: CompiledQuery<R> & { values?: V } = query.together ? { ...asked, values } : asked;
    return db.executeQuery<R>(question);
  };
}

function fixed<R>(query: CompiledQuery<R>): PreparedQuery<R> {
  refuseEveryColumn(query.sql);
  return { ...query, isPrepared: true };
}

function withValues<Q extends CompiledQuery>(query: Q, valueOf: (name: string) => unknown): Q {
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Slot ? valueOf(parameter.name) : parameter,
  );
  return { ...query, parameters };
}

function forMany<V, R>(
  db: Kysely<Tables>,
  build: Build<V, R>,
  { types, apart, build: buildOwn }: Together<V, R>,
): QueryForMany["together"] {
  const names = Object.keys(types);
  const lists = names.map((name) => sql`${new Slot(name)}::${sql.raw(types[name as keyof V] as string)}[]`);
  const columns = [...names, "place"].map((name) => sql.id(name));
  const asked = sql`unnest(${sql.join(lists)}) with ordinality as asked (${sql.join(columns)})`;
  const query = buildOwn
    ? fixed(buildOwn(db, asked))
    : { ...forEach(db, build, asked), isPrepared: true as const };
  return {
    apart,
    queryOf: (callers) => withValues(query, (name) => callers.map((values) => values[name])),
  };
}

// PostgreSQL can answer this only by taking one row after the other of `asked`, so that each answer keeps its order.
function forEach<V, R>(db: Kysely<Tables>, build: Build<V, R>, asked: RawBuilder<unknown>): CompiledQuery {
  const { query } = fixed(build(db, (name) => sql.ref(`asked.${String(name)}`) as never));
  const answer: OperationNodeSource = { toOperationNode: () => query };
  return sql`select asked.place, answer.* from ${asked} cross join lateral (${answer}) as answer`.compile(db);
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
