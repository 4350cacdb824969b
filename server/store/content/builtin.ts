// The built-in courses that were ever imported. A row outlives its course, so that a deleted course is not imported
// again.

import type { Selectable } from "kysely";
import type { BuiltinImportTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

export type BuiltinImport = Readonly<Omit<Selectable<BuiltinImportTable>, "outputs_at">>;

export function importedBuiltins(db: Read): Promise<readonly BuiltinImport[]> {
  return db
    .selectFrom("builtin_import")
    .select(["file_name", "text_hash", "imported_at"])
    .orderBy("file_name")
    .execute();
}

/** True when this call was the first, so that of two servers that start at once only one imports. */
export async function rememberBuiltin(tx: Tx, builtin: BuiltinImport): Promise<boolean> {
  const row = await tx
    .insertInto("builtin_import")
    .values(builtin)
    .onConflict((conflict) => conflict.column("file_name").doNothing())
    .returning("file_name")
    .executeTakeFirst();
  return row !== undefined;
}
