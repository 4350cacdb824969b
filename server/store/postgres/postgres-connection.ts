// A connection to PostgreSQL as Kysely wants it.

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { ClientBase, QueryConfig } from "pg";
import { isPrepared } from "../prepared-query.ts";
import { translateError } from "./postgres-errors.ts";
import { assertBindable } from "../bindable.ts";

// Named statements are parsed and planned once a connection.
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `tabstop_${names.size + 1}`;
    names.set(text, name);
  }
  return name;
}

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

export class PostgresConnection implements DatabaseConnection {
  readonly #client: ClientBase;
  readonly #limitMs: number;
  readonly #sendsAtOnce: boolean;
  #last: Promise<unknown> = Promise.resolve();
  #broken = false;

  /** `limitMs`: how long to wait for one answer; a network can swallow it. */
  constructor(client: ClientBase, limitMs: number) {
    this.#client = client;
    this.#limitMs = limitMs;
    this.#sendsAtOnce = "pipeline" in client && client.pipeline === true;
  }

  /** True when it must not go back into a pool. */
  get broken(): boolean {
    return this.#broken;
  }

  // What is asked at once waits here for its turn, but on a client that sends it at once as well.
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const execute = async () => {
      assertBindable(query.parameters, query.sql);
      return this.executeChecked<R>(query);
    };
    if (this.#sendsAtOnce) return execute();
    const answer = this.#last.then(execute);
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError("Streaming is not supported: ask for pages");
  }

  /** A statement without parameters; answers the command that the server says it did. */
  async command(text: string): Promise<string> {
    return (await this.#ask(text, [])).command;
  }

  /** At once, and with values that were checked already; they may be lists. */
  async executeChecked<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = isPrepared(query) ? nameOf(query.sql) : undefined;
    const { command, rowCount, rows } = await this.#ask(query.sql, query.parameters, name);
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  async #ask(text: string, parameters: readonly unknown[], name?: string) {
    const config: QueryConfig & { query_timeout: number } = {
      ...(name !== undefined && { name }),
      text,
      values: [...parameters],
      query_timeout: this.#limitMs,
    };
    try {
      return await this.#client.query(config);
    } catch (error) {
      // Without a SQLSTATE the error is not the server's: the connection is in no known state.
      if (!/^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? "")) this.#broken = true;
      throw translateError(error);
    }
  }
}

/** A connection for a unit of one statement, which is a transaction by itself. */
export class OneStatement implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  #isAsked = false;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isAsked)
      throw new TypeError("A second statement in a unit of one: it would be a transaction of its own");
    this.#isAsked = true;
    return this.#connection.executeQuery(query);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError("Streaming is not supported: ask for pages");
  }
}
