// The files of the web app of every release that a server of this database has run lately, as they are on the disk.
// They are a copy: each server stores its own again when they are missing.

import type { Read, Tx } from "./store.ts";

/** `path` as in the folder of the build, such as `static/js/app-CNyCSbEL.js.br`. */
export type ReleaseFile = { readonly path: string; readonly bytes: Uint8Array };

const bytesPerInsert = 512 * 1024;

export async function releasePaths(db: Read): Promise<Set<string>> {
  const rows = await db.selectFrom("release_file").select("path").execute();
  return new Set(rows.map(({ path }) => path));
}

export async function findReleaseFile(db: Read, path: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom("release_file").select("bytes").where("path", "=", path).executeTakeFirst();
  return (row?.bytes as Uint8Array | undefined) ?? null;
}

/** Splits files into parts that one transaction inserts. */
export function inParts(files: readonly ReleaseFile[]): ReleaseFile[][] {
  const parts: ReleaseFile[][] = [];
  let room = 0;
  for (const file of files) {
    if (file.bytes.length > room) {
      parts.push([]);
      room = bytesPerInsert;
    }
    parts.at(-1)?.push(file);
    room -= file.bytes.length;
  }
  return parts;
}

/** Files whose path is stored already stay: another server of the same release was faster. */
export async function insertReleaseFiles(tx: Tx, files: readonly ReleaseFile[], at: number): Promise<void> {
  await tx
    .insertInto("release_file")
    .values(files.map(({ path, bytes }) => ({ path, bytes, size: bytes.length, used_at: at })))
    .onConflict((conflict) => conflict.column("path").doNothing())
    .execute();
}

/** Notes that a release is in use. */
export async function touchReleaseFiles(tx: Tx, paths: readonly string[], at: number): Promise<void> {
  await tx.updateTable("release_file").set({ used_at: at }).where("path", "in", paths).execute();
}

/**
 * Deletes files that no server has used since `before`, and the files used least recently until the others have at most
 * `maxBytes`. Returns how many were deleted.
 */
export async function sweepReleaseFiles(
  tx: Tx,
  { before, maxBytes }: { readonly before: number; readonly maxBytes: number },
): Promise<number> {
  const rows = await tx
    .selectFrom("release_file")
    .select(["path", "size", "used_at"])
    .orderBy("used_at", "desc")
    .orderBy("path")
    .execute();
  let bytes = 0;
  const doomed: string[] = [];
  for (const { path, size, used_at } of rows) {
    bytes += size;
    if (used_at < before || bytes > maxBytes) doomed.push(path);
  }
  if (doomed.length > 0) await tx.deleteFrom("release_file").where("path", "in", doomed).execute();
  return doomed.length;
}
