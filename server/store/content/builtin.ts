// The built-in courses that were ever imported. A row outlives its course, so that a deleted course is not imported
// again.

import type { Selectable } from "kysely";
import type { BuiltinImportTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

type BuiltinImport = Readonly<Selectable<BuiltinImportTable>>;

export function importedBuiltins(
  db: Read,
): Promise<readonly Pick<BuiltinImport, "file_name" | "outputs_at">[]> {
  return db.selectFrom("builtin_import").select(["file_name", "outputs_at"]).orderBy("file_name").execute();
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

/**
 * Notes that the outputs of a file have been looked at. Returns when its course was imported; null when they were looked
 * at before, so that of two servers that start at once only one fills them in.
 */
export async function claimOutputs(tx: Tx, fileName: string, at: number): Promise<number | null> {
  const row = await tx
    .updateTable("builtin_import")
    .set({ outputs_at: at })
    .where("file_name", "=", fileName)
    .where("outputs_at", "is", null)
    .returning("imported_at")
    .executeTakeFirst();
  return row?.imported_at ?? null;
}
