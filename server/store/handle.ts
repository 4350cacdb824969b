// The Kysely object of a read or a transaction: bound to one connection, and unusable after the end, so that a
// forgotten `await` is an error and not a query in another caller's transaction.

import {
  DefaultQueryExecutor,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryCompiler,
  type DialectAdapter,
} from "kysely";
import type { Tables } from "./schema.ts";

export type Handle<T> = { readonly db: Kysely<T>; end(): void };

/** Creates handles cheaply: all of them share one compiler and one adapter. */
export class HandleFactory {
  readonly #dialect: Dialect;
  readonly #compiler: QueryCompiler;
  readonly #adapter: DialectAdapter;
  readonly #driver: Driver;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#compiler = dialect.createQueryCompiler();
    this.#adapter = dialect.createAdapter();
    this.#driver = dialect.createDriver();
  }

  bind<T = Tables>(connection: DatabaseConnection): Handle<T> {
    let ended = false;
    const executor = new DefaultQueryExecutor(this.#compiler, this.#adapter, {
      async provideConnection(consumer) {
        if (ended)
          throw new TypeError("A handle was used after its transaction had ended: is an await missing?");
        return consumer(connection);
      },
    });
    const db = new Kysely<T>({
      config: { dialect: this.#dialect },
      dialect: this.#dialect,
      driver: this.#driver,
      executor,
    });
    return {
      db,
      end() {
        ended = true;
      },
    };
  }
}

/** Refuses Kysely's own transactions: `store.write` is the transaction. */
export class NoTransactions implements Driver {
  init = refuse;
  acquireConnection = refuse;
  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;
  releaseConnection = refuse;
  savepoint = refuse;
  rollbackToSavepoint = refuse;
  releaseSavepoint = refuse;
  destroy = refuse;
}

async function refuse(): Promise<never> {
  throw new TypeError("A transaction inside a transaction: store.write is the transaction");
}
