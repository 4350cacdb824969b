// Kysely's dialect for SQLite.

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

// Kysely's adapter says that DDL is not transactional in SQLite, but it is.
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const rowLocks = new Set(["ForUpdate", "ForNoKeyUpdate", "ForShare", "ForKeyShare", "SkipLocked"]);

// Omits `for share` and the other row locks of PostgreSQL, because SQLite has only one writer.
class OneWriterQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(
    node: Parameters<SqliteQueryCompiler["visitSelectModifier"]>[0],
  ): void {
    if (node.modifier === undefined || !rowLocks.has(node.modifier)) super.visitSelectModifier(node);
  }
}
