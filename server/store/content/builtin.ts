// Which built-in courses were ever imported. A row stays when its course is deleted, so that it does not come back.

import type { Read, Tx } from "../store.ts";

export type BuiltinImport = {
  readonly fileName: string;
  readonly textHash: string;
  readonly importedAt: number;
};

export async function importedBuiltins(db: Read): Promise<readonly BuiltinImport[]> {
  const rows = await db.selectFrom("builtin_import").selectAll().orderBy("file_name").execute();
  return rows.map((row) => ({
    fileName: row.file_name,
    textHash: row.text_hash,
    importedAt: row.imported_at,
  }));
}

/** True when this call was the first; of two servers starting at once, one imports. */
export async function rememberBuiltin(tx: Tx, builtin: BuiltinImport): Promise<boolean> {
  const row = await tx
    .insertInto("builtin_import")
    .values({
      file_name: builtin.fileName,
      text_hash: builtin.textHash,
      imported_at: builtin.importedAt,
    })
    .onConflict((conflict) => conflict.column("file_name").doNothing())
    .returning("file_name")
    .executeTakeFirst();
  return row !== undefined;
}
