import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../domain-error.ts";

/** A text file that the build of the web app left; `version` is another one when the file is. */
type BuiltFile = { readonly text: string; readonly version: string };
export type ReadBuiltFile = (name: string) => Promise<BuiltFile>;

/** Reads a file of the build anew only when it changed, as it does when a release is built under a running server. */
export function builtFiles(folder: string): ReadBuiltFile {
  const kept = new Map<string, BuiltFile>();
  return async (name) => {
    const file = join(folder, name);
    const version = await versionOf(file);
    const before = kept.get(name);
    if (before?.version === version) return before;
    const read = { text: await readFile(file, "utf8"), version };
    kept.set(name, read);
    return read;
  };
}

async function versionOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new DomainError("NOT_CONFIGURED", "The web app has not been built. `npm start` builds it.");
    throw error;
  }
}
