// Sends the same query of several concurrent callers to PostgreSQL as one statement. While a statement of a query is
// being executed, new callers of that query wait and then share the next statement, so that an authentication, a rank
// or a save costs a share of one round trip. A single caller's query is sent immediately. A caller sees data at least
// as fresh as their request, and a query that fails fails only for its caller.

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { CompiledQuery, QueryResult } from "kysely";
import { assertBindable } from "../bindable.ts";
import type { BatchableQuery } from "../prepared-query.ts";
import { StorageFull, StoreUnavailable } from "../store.ts";

/**
 * Settings of the sessions that execute these statements. The list of callers is sometimes short and sometimes long, so
 * PostgreSQL would plan each time, which takes longer than executing. The queries only read rows by their keys, which
 * needs no other plan, however small the tables are.
 */
export const batchSettings = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  // Without the values PostgreSQL estimates a leaderboard's limit as a tenth of all rows, and would start workers for
  // it.
  max_parallel_workers_per_gather: "0",
} as const;

/** Executes a query on a connection of its own. */
type Send = (query: CompiledQuery) => Promise<QueryResult<unknown>>;
type Rows = readonly unknown[];

const callersPerStatement = 64;
/**
 * When the database does not respond, callers who have already waited this long are rejected instead of trying again.
 */
const longestWaitMs = 1_000;

export class RequestBatcher {
  readonly #send: Send;
  readonly #queues = new Map<string, QueryQueue>();

  constructor(send: Send) {
    this.#send = send;
  }

  async execute<R>(query: BatchableQuery): Promise<QueryResult<R>> {
    assertBindable(query.parameters, query.sql);
    let queue = this.#queues.get(query.sql);
    if (!queue) {
      queue = new QueryQueue(this.#send);
      this.#queues.set(query.sql, queue);
    }
    return { rows: (await queue.execute(query)) as R[] };
  }
}

type Caller = {
  readonly query: BatchableQuery;
  readonly since: number;
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: unknown) => void;
};

/** The callers of one query, each with their own values. */
class QueryQueue {
  readonly #send: Send;
  #waiting: Caller[] = [];
  #isRunning = false;

  constructor(send: Send) {
    this.#send = send;
  }

  execute(query: BatchableQuery): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, since: performance.now(), resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // After the I/O of this turn of the event loop, so that all requests that have arrived share a statement.
      await yieldToEventLoop();
      await this.#executeFor(this.#nextCallers());
    }
    this.#isRunning = false;
  }

  #nextCallers(): readonly Caller[] {
    const distinctBy = this.#waiting[0]?.query.batch.distinctBy;
    if (distinctBy === undefined) return this.#waiting.splice(0, callersPerStatement);
    const values = new Set<unknown>();
    const isNext = ({ query }: Caller) => {
      const { size } = values;
      if (size < callersPerStatement) values.add(query.values[distinctBy]);
      return values.size > size;
    };
    const next: Caller[] = [];
    const later: Caller[] = [];
    for (const caller of this.#waiting) (isNext(caller) ? next : later).push(caller);
    this.#waiting = later;
    return next;
  }

  async #executeFor(callers: readonly Caller[]): Promise<void> {
    const groups = groupEqual(callers);
    try {
      const rows = await this.#rowsOf(groups.map(([first]) => first.query));
      groups.forEach((group, i) => {
        for (const { resolve } of group) resolve(rows[i] as Rows);
      });
    } catch (error) {
      if (isAway(error)) this.#reject(error, callers);
      // One of the queries fails. Not awaited, so that the next callers do not wait for these single queries.
      else for (const caller of callers) void this.#executeAlone(caller);
    }
  }

  /** The rows of each query. */
  async #rowsOf(queries: readonly BatchableQuery[]): Promise<readonly Rows[]> {
    const [first, ...others] = queries as readonly [BatchableQuery, ...BatchableQuery[]];
    if (others.length === 0 && first.batch.distinctBy === undefined) return [(await this.#send(first)).rows];
    const { rows } = await this.#send(first.batch.queryFor(queries.map(({ values }) => values)));
    const results: unknown[][] = queries.map(() => []);
    for (const { place, ...row } of rows as readonly { readonly place: number }[])
      results[place - 1]?.push(row);
    return results;
  }

  async #executeAlone({ query, resolve, reject }: Caller): Promise<void> {
    try {
      resolve((await this.#send(query)).rows);
    } catch (error) {
      reject(error);
    }
  }

  /** Rejects these callers, and those who have waited too long for another try. */
  #reject(error: unknown, callers: readonly Caller[]): void {
    const now = performance.now();
    const tooLong = this.#waiting.filter(({ since }) => now - since > longestWaitMs);
    this.#waiting = this.#waiting.filter((caller) => !tooLong.includes(caller));
    for (const { reject } of [...callers, ...tooLong]) reject(error);
  }
}

function isAway(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof StorageFull;
}

/** Callers of a read with the same values share its rows; every change is executed by itself. */
function groupEqual(callers: readonly Caller[]): readonly (readonly [Caller, ...Caller[]])[] {
  const groups = new Map<unknown, [Caller, ...Caller[]]>();
  for (const caller of callers) {
    const { query } = caller;
    const key = query.batch.distinctBy === undefined ? JSON.stringify(query.parameters) : query;
    const group = groups.get(key);
    if (group) group.push(caller);
    else groups.set(key, [caller]);
  }
  return [...groups.values()];
}
