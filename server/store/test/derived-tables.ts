// The rows of every derived table, to compare them with a recount.

import { expect } from "vitest";
import { derivedTables, recount } from "../results/recount.ts";
import type { Read, Store } from "../store.ts";

/** Each table's rows as texts, in an order of their own. */
export async function derivedRows(db: Read): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of derivedTables) {
    const rows = await db.selectFrom(table).selectAll().execute();
    tables[table] = rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
  }
  return tables;
}

export async function expectRecounted(store: Store): Promise<void> {
  const kept = await store.read(derivedRows);
  await store.write(recount, { long: true });
  expect(kept).toEqual(await store.read(derivedRows));
}
