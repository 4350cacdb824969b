// A connection to PostgreSQL as Kysely wants it.

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { ClientBase, QueryConfig } from "pg";
import { meaningOf } from "./postgres-errors.ts";
import { refuseUnstorable } from "./storable.ts";

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

export class PostgresConnection implements DatabaseConnection {
  readonly #client: ClientBase;
  readonly #limitMs: number;
  #last: Promise<unknown> = Promise.resolve();
  #broken = false;

  /** `limitMs`: how long to wait for one answer; a network can swallow it. */
  constructor(client: ClientBase, limitMs: number) {
    this.#client = client;
    this.#limitMs = limitMs;
  }

  /** True when it must not go back into a pool. */
  get broken(): boolean {
    return this.#broken;
  }

  // One at a time: what a caller asks at once waits here, since the client's own queue is on its way out.
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const answer = this.#last.then(() => this.#execute<R>(query.sql, query.parameters));
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

  async #execute<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    refuseUnstorable(parameters, text);
    const { command, rowCount, rows } = await this.#ask(text, parameters);
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  async #ask(text: string, parameters: readonly unknown[]) {
    const config: QueryConfig & { query_timeout: number } = {
      text,
      values: [...parameters],
      query_timeout: this.#limitMs,
    };
    try {
      return await this.#client.query(config);
    } catch (error) {
      // Without a SQLSTATE the error is not the server's: the connection is in no known state.
      if (!/^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? "")) this.#broken = true;
      throw meaningOf(error);
    }
  }
}
