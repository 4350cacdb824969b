// A connection to PostgreSQL, as Kysely needs it.

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { ClientBase, QueryConfig, QueryResult as ClientResult } from "pg";
import { isPrepared } from "../prepared-query.ts";
import { translateError } from "./postgres-errors.ts";
import { assertBindable } from "../bindable.ts";

// PostgreSQL parses and plans a named statement once per session.
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

type ConnectionOptions = {
  /** How long to wait for the result of a statement, which a network can lose. */
  readonly limitMs: number;
  /** Whether the next transaction on the client has the same session, with what was prepared in it. */
  readonly keepsPrepared: boolean;
};

export class PostgresConnection implements DatabaseConnection {
  readonly #client: ClientBase;
  readonly #options: ConnectionOptions;
  readonly #pipelines: boolean;
  #last: Promise<unknown> = Promise.resolve();
  #broken = false;

  constructor(client: ClientBase, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
    this.#pipelines = "pipeline" in client && client.pipeline === true;
  }

  /** True when the connection must not be returned to a pool. */
  get broken(): boolean {
    return this.#broken;
  }

  // Concurrent queries are executed one after the other, except on a client that pipelines them.
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#pipelines) return this.#execute(query);
    const result = this.#last.then(() => this.#execute<R>(query));
    this.#last = result.catch(() => undefined);
    return result;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError("Streaming is not supported: read in pages");
  }

  /** Executes statements without parameters; returns the command that the server reports for the last one. */
  async command(text: string): Promise<string> {
    // The client's type does not say that several statements have several results.
    const results: readonly ClientResult[] = [await this.#send(text, [])].flat();
    return results.at(-1)?.command ?? "";
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    assertBindable(query.parameters, query.sql);
    const name = this.#options.keepsPrepared && isPrepared(query) ? nameOf(query.sql) : undefined;
    const { command, rowCount, rows } = await this.#send(query.sql, query.parameters, name);
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  async #send(text: string, parameters: readonly unknown[], name?: string) {
    const config: QueryConfig & { query_timeout: number } = {
      ...(name !== undefined && { name }),
      text,
      values: [...parameters],
      query_timeout: this.#options.limitMs,
    };
    try {
      return await this.#client.query(config);
    } catch (error) {
      // An error without a SQLSTATE does not come from the server, so the state of the connection is unknown.
      if (!/^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? "")) this.#broken = true;
      throw translateError(error);
    }
  }
}
