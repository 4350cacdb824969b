// Imports the built-in courses from the files of the catalogue, each only once.
//
// The file names of all imports are stored, even after an admin deletes or renames the course. So a deleted course does
// not return at the next start, and a newer version of a file is not applied to its course. One thing is: a course of the
// time before files had outputs gets those of its file at one start, while its codes are unchanged
// (`docs/decisions/outputs-filled-in-once.md`).

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Course } from "@tabstop/course/course";
import { decodeBytes } from "@tabstop/course/decode-bytes";
import { claimOutputs, importedBuiltins, rememberBuiltin } from "../store/content/builtin.ts";
import { fillOutputs } from "../store/content/fill-outputs.ts";
import { insertCourse } from "../store/content/insert-course.ts";
import type { Store, Tx } from "../store/store.ts";
import type { CourseReader } from "./course-reader.ts";

export type BuiltinDeps = {
  readonly store: Store;
  readonly reader: Pick<CourseReader, "read">;
  readonly now: () => number;
  readonly log: { error(fields: object, message: string): void };
  /** The folder of the catalogue; every `.md` in it is a course file. */
  readonly folder: string;
};

type ImportedBuiltin = { readonly fileName: string; readonly courseId: number };

/**
 * Imports the files that were never imported, in the order of their names, and fills in the outputs of those that were
 * imported without. A file with faults is skipped and logged; the next start tries it again. Returns what it imported.
 */
export async function importBuiltins(deps: BuiltinDeps): Promise<ImportedBuiltin[]> {
  const { store, folder, now } = deps;
  const known = await store.read(importedBuiltins);
  const finished = new Set(known.flatMap((row) => (row.outputs_at === null ? [] : [row.file_name])));
  const unfilled = new Set(known.flatMap((row) => (row.outputs_at === null ? [row.file_name] : [])));
  const imported: ImportedBuiltin[] = [];
  for (const fileName of await courseFiles(folder)) {
    if (finished.has(fileName)) continue;
    const file = await readBuiltin(deps, fileName);
    if (file === null) continue;
    if (unfilled.has(fileName)) {
      await store.write((tx) => fillOnce(tx, fileName, file, now()));
      continue;
    }
    const courseId = await insertOnce(deps, fileName, file);
    if (courseId) imported.push({ fileName, courseId });
  }
  return imported;
}

/**
 * Imports one built-in course as a new course, even if it was imported before. Returns null when there is no such file
 * or it has faults, which are logged.
 */
export async function bringBackBuiltin(deps: BuiltinDeps, fileName: string): Promise<number | null> {
  if (!(await courseFiles(deps.folder)).includes(fileName)) return null;
  const file = await readBuiltin(deps, fileName);
  if (file === null) return null;
  const at = deps.now();
  return deps.store.write(async (tx) => {
    await rememberBuiltin(tx, rowOf(fileName, file, at));
    // At a later start, the new course would look like one without outputs.
    await fillOnce(tx, fileName, file, at);
    return (await insertCourse(tx, courseInput(file.course, at))).courseId;
  });
}

async function courseFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
}

type Builtin = { readonly course: Course; readonly textHash: string };

async function readBuiltin({ reader, log, folder }: BuiltinDeps, fileName: string): Promise<Builtin | null> {
  const bytes = await readFile(join(folder, fileName));
  const decoded = decodeBytes(bytes);
  const reading = decoded.ok ? await reader.read({ format: "markdown", text: decoded.text }) : null;
  if (reading?.ok)
    return { course: reading.course, textHash: createHash("sha256").update(bytes).digest("hex") };
  const problems = reading?.problems ?? (decoded.ok ? [] : [decoded.problem]);
  log.error({ fileName, problems }, "a built-in course was not imported");
  return null;
}

async function insertOnce(
  { store, now }: BuiltinDeps,
  fileName: string,
  file: Builtin,
): Promise<number | null> {
  const at = now();
  return store.write(async (tx) => {
    // When two servers start at once on one database, only the one that stores the file name first imports it.
    if (!(await rememberBuiltin(tx, rowOf(fileName, file, at)))) return null;
    return (await insertCourse(tx, courseInput(file.course, at))).courseId;
  });
}

/** An admin who clears an output later keeps it cleared. */
async function fillOnce(tx: Tx, fileName: string, { course }: Builtin, at: number): Promise<void> {
  const importedAt = await claimOutputs(tx, fileName, at);
  if (importedAt !== null) await fillOutputs(tx, { course, importedAt, at });
}

/** A course that is imported now has its outputs. */
function rowOf(fileName: string, { textHash }: Builtin, at: number) {
  return { file_name: fileName, text_hash: textHash, imported_at: at, outputs_at: at };
}

function courseInput(course: Course, at: number) {
  return { course: { ...course, published: true }, at };
}
