// Imports the built-in courses from the files of the catalogue, each only once.
//
// The file names of all imports are stored, even after an admin deletes or renames the course. So a deleted course does
// not return at the next start, and a newer version of a file is not applied to its course.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Course } from "@tabstop/course/course";
import { decodeBytes } from "@tabstop/course/decode-bytes";
import { importedBuiltins, rememberBuiltin } from "../store/content/builtin.ts";
import { insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";
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
 * Imports the files that were never imported, in the order of their names. A file with faults is skipped and logged;
 * the next start tries it again.
 */
export async function importBuiltins(deps: BuiltinDeps): Promise<ImportedBuiltin[]> {
  const { store, folder } = deps;
  const known = new Set((await store.read(importedBuiltins)).map(({ file_name }) => file_name));
  const imported: ImportedBuiltin[] = [];
  for (const fileName of await courseFiles(folder)) {
    if (known.has(fileName)) continue;
    const file = await readBuiltin(deps, fileName);
    const courseId = file && (await insertOnce(deps, fileName, file));
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
    await rememberBuiltin(tx, { file_name: fileName, text_hash: file.textHash, imported_at: at });
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
  { course, textHash }: Builtin,
): Promise<number | null> {
  const at = now();
  return store.write(async (tx) => {
    // When two servers start at once on one database, only the one that stores the file name first imports it.
    if (!(await rememberBuiltin(tx, { file_name: fileName, text_hash: textHash, imported_at: at })))
      return null;
    return (await insertCourse(tx, courseInput(course, at))).courseId;
  });
}

function courseInput(course: Course, at: number) {
  return { course: { ...course, published: true }, at };
}
