// What many callers ask PostgreSQL at the same moment travels together. While a statement of a kind is on its way, those
// who come wait, and then go with the next one: a sign-in, a rank or a save costs a share of one round trip. Whoever is
// alone is sent at once. A caller's answer is at least as fresh as his question, and one that fails fails alone.

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { CompiledQuery, QueryResult } from "kysely";
import type { QueryForMany } from "../prepared-query.ts";
import { assertBindable } from "../bindable.ts";
import { StorageFull, StoreUnavailable } from "../store.ts";

/**
 * For the sessions that answer these questions. A list is sometimes short and sometimes long: PostgreSQL would plan anew
 * each time, which takes longer than the answer, and all that is asked are rows by their keys, however small the tables.
 */
export const settingsTogether = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  // Without the values it also takes a board's limit for a tenth of all rows, and would start processes for it.
  max_parallel_workers_per_gather: "0",
} as const;

/** On a connection of its own. */
type Send = (query: CompiledQuery) => Promise<QueryResult<unknown>>;
type Rows = readonly unknown[];

const callersPerStatement = 64;
/** Who has waited so long for a database that then doesn't answer is not kept waiting for another try. */
const patienceMs = 1_000;

export class Together {
  readonly #send: Send;
  readonly #kinds = new Map<string, Kind>();

  constructor(send: Send) {
    this.#send = send;
  }

  async ask<R>(query: QueryForMany): Promise<QueryResult<R>> {
    assertBindable(query.parameters, query.sql);
    let kind = this.#kinds.get(query.sql);
    if (!kind) {
      kind = new Kind(this.#send);
      this.#kinds.set(query.sql, kind);
    }
    return { rows: (await kind.ask(query)) as R[] };
  }
}

type Waiting = {
  readonly query: QueryForMany;
  readonly since: number;
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: unknown) => void;
};

/** All that ask the same query, each with values of his own. */
class Kind {
  readonly #send: Send;
  #waiting: Waiting[] = [];
  #isAwake = false;

  constructor(send: Send) {
    this.#send = send;
  }

  ask(query: QueryForMany): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, since: performance.now(), resolve, reject });
      if (!this.#isAwake) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isAwake = true;
    while (this.#waiting.length > 0) {
      // After the I/O of this turn of the event loop: all requests that have arrived go together.
      await yieldToEventLoop();
      await this.#answer(this.#take());
    }
    this.#isAwake = false;
  }

  #take(): readonly Waiting[] {
    const apart = this.#waiting[0]?.query.together.apart;
    if (apart === undefined) return this.#waiting.splice(0, callersPerStatement);
    const seen = new Set<unknown>();
    const isTaken = ({ query }: Waiting) => {
      const { size } = seen;
      if (size < callersPerStatement) seen.add(query.values[apart]);
      return seen.size > size;
    };
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#waiting) (isTaken(one) ? taken : left).push(one);
    this.#waiting = left;
    return taken;
  }

  async #answer(callers: readonly Waiting[]): Promise<void> {
    const groups = groupsOf(callers);
    try {
      const answers = await this.#ask(groups.map(([first]) => first.query));
      groups.forEach((group, i) => {
        for (const { resolve } of group) resolve(answers[i] as Rows);
      });
    } catch (error) {
      if (isAway(error)) this.#giveUp(error, callers);
      // One of them is at fault. Not waited for, since each may take its time.
      else for (const caller of callers) void this.#alone(caller);
    }
  }

  /** The rows of each. */
  async #ask(queries: readonly QueryForMany[]): Promise<readonly Rows[]> {
    const [first, ...others] = queries as readonly [QueryForMany, ...QueryForMany[]];
    if (others.length === 0 && first.together.apart === undefined) return [(await this.#send(first)).rows];
    const { rows } = await this.#send(first.together.queryOf(queries.map(({ values }) => values)));
    const answers: unknown[][] = queries.map(() => []);
    for (const { place, ...row } of rows as readonly { readonly place: number }[])
      answers[place - 1]?.push(row);
    return answers;
  }

  async #alone({ query, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve((await this.#send(query)).rows);
    } catch (error) {
      reject(error);
    }
  }

  #giveUp(error: unknown, callers: readonly Waiting[]): void {
    const now = performance.now();
    const tired = this.#waiting.filter(({ since }) => now - since > patienceMs);
    this.#waiting = this.#waiting.filter((one) => !tired.includes(one));
    for (const { reject } of [...callers, ...tired]) reject(error);
  }
}

function isAway(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof StorageFull;
}

/** Those who ask the same question are one; changes are never the same. */
function groupsOf(callers: readonly Waiting[]): readonly (readonly [Waiting, ...Waiting[]])[] {
  const groups = new Map<unknown, [Waiting, ...Waiting[]]>();
  for (const caller of callers) {
    const { query } = caller;
    const key = query.together.apart === undefined ? JSON.stringify(query.parameters) : query;
    const group = groups.get(key);
    if (group) group.push(caller);
    else groups.set(key, [caller]);
  }
  return [...groups.values()];
}
