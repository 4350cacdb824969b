import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../domain-error.ts";

/** A text file of the built web app. `version` changes when the file does. */
type BuiltFile = { readonly text: string; readonly version: string };
export type ReadBuiltFile = (name: string) => Promise<BuiltFile>;

/** Caches each file until it changes, as it does when a release is built while the server runs. */
export function builtFiles(folder: string): ReadBuiltFile {
  const cache = new Map<string, BuiltFile>();
  return async (name) => {
    const file = join(folder, name);
    const version = await versionOf(file);
    const cached = cache.get(name);
    if (cached?.version === version) return cached;
    const read = { text: await readFile(file, "utf8"), version };
    cache.set(name, read);
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
