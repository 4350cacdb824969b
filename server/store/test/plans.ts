// The queries that a function executes, and which tables a query walks from end to end.

import { type CompiledQuery, type DatabaseConnection } from "kysely";
import { HandleFactory } from "../handle.ts";
import { PostgresDialect } from "../postgres/postgres-dialect.ts";
import { SqliteDialect } from "../sqlite/sqlite-dialect.ts";
import type { Read, Store, Tx } from "../store.ts";

/** A handle that executes its queries in `tx` and adds them to the list. */
export function recording(store: Store, tx: Tx, queries: CompiledQuery[]): Read {
  const connection: DatabaseConnection = {
    executeQuery(query) {
      queries.push(query);
      return tx.executeQuery(query) as never;
    },
    streamQuery() {
      throw new TypeError("no query streams");
    },
  };
  const dialect = store.dialect === "sqlite" ? new SqliteDialect() : new PostgresDialect();
  return new HandleFactory(dialect).bind(connection).db as Read;
}

/** The tables that a query scans from end to end. */
export async function scannedTables(
  tx: Tx,
  query: CompiledQuery,
  /** A table of which the rows of one example are few. */
  fewOfExample?: string,
): Promise<readonly string[]> {
  if (tx.getExecutor().adapter.constructor.name === "PostgresAdapter") {
    const explained = await tx.executeQuery<{ "QUERY PLAN": unknown }>({
      ...query,
      sql: `explain (format json) ${query.sql}`,
    });
    return seqScans(explained.rows[0]?.["QUERY PLAN"]);
  }
  const explained = await tx.executeQuery<{ detail: string }>({
    ...query,
    sql: `explain query plan ${query.sql}`,
  });
  // Scanning all rows of one example is too much as well.
  const scan = /^(?:SCAN (\w+)|SEARCH (\w+) .*\(example_id=\?(?: AND code_version=\?)?\)$)/;
  return explained.rows.flatMap(({ detail }) => {
    const [, scanned, ofExample] = scan.exec(detail) ?? [];
    return scanned ?? (ofExample === fewOfExample ? undefined : ofExample) ?? [];
  });
}

function seqScans(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(seqScans);
  if (typeof plan !== "object" || plan === null) return [];
  const node = plan as Record<string, unknown>;
  const own = node["Node Type"] === "Seq Scan" ? [String(node["Relation Name"])] : [];
  return [...own, ...Object.values(node).flatMap(seqScans)];
}
