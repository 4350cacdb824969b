// SQLite as Kysely sees it here.

import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { NoTransactions } from "../handle.ts";

export class SqliteDialect implements Dialect {
  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }
  createDriver(): Driver {
    return new NoTransactions();
  }
  createQueryCompiler(): QueryCompiler {
    return new OneWriterQueryCompiler();
  }
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

// The shipped adapter says that DDL is not transactional. It is.
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const rowLocks = new Set(["ForUpdate", "ForNoKeyUpdate", "ForShare", "ForKeyShare"]);

// `for share` and its kin are for PostgreSQL. Here one writer is alone in the database, so they say nothing.
class OneWriterQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(
    node: Parameters<SqliteQueryCompiler["visitSelectModifier"]>[0],
  ): void {
    if (node.modifier === undefined || !rowLocks.has(node.modifier)) super.visitSelectModifier(node);
  }
}
