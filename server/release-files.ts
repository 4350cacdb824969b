// Shares the files of the web app between servers of different releases, so that a page of one release gets its scripts
// and styles from a server of another: during a rolling restart, and for pages that were open before it.
//
// Only files with a hash in their names are shared (the folder `static` of the build): a name means the same bytes in
// every release. When a server starts, it stores its files before anyone can get a page of it.

import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { ReadReleaseFile } from "./http/pages/released.ts";
import type { Log } from "./log.ts";
import {
  findReleaseFile,
  inParts,
  insertReleaseFiles,
  type ReleaseFile,
  releasePaths,
  sweepReleaseFiles,
  touchReleaseFiles,
} from "./store/release-files.ts";
import type { Store } from "./store/store.ts";

const keptForMs = 30 * 86_400_000;
/** Of all releases together; one has about 2 MB. */
const maxBytes = 128 * 1024 * 1024;
/** A file that is larger is not shared. */
const maxFileBytes = 4 * 1024 * 1024;
/** How much of what was read from the database is kept in memory. */
const cachedBytes = 8 * 1024 * 1024;
/** The list of stored names is read no more often, however many unknown names strangers send. */
const leastListAgeMs = 500;

type Options = {
  readonly store: Store;
  /** The folder of the built web app. */
  readonly folder: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly log: Log;
};

export type ReleaseFiles = {
  /** Stores this server's files and deletes those of releases that no server uses. Logs a failure. */
  readonly share: () => Promise<void>;
  /** Reads a file of any release. */
  readonly read: ReadReleaseFile;
};

export function openReleaseFiles({ store, folder, now, log }: Options): ReleaseFiles {
  let known = new Set<string>();
  let listedAt = Number.NEGATIVE_INFINITY;
  let listing: Promise<void> | null = null;
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: cachedBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });

  async function list(): Promise<void> {
    await setTimeout(Math.max(0, listedAt + leastListAgeMs - performance.now()));
    known = await store.read(releasePaths);
    listedAt = performance.now();
  }

  async function share(): Promise<void> {
    const paths = await pathsIn(folder);
    if (paths.length === 0) return;
    const at = now();
    const stored = await store.read(releasePaths);
    const missing = await readFiles(
      folder,
      paths.filter((path) => !stored.has(path)),
    );
    for (const part of inParts(missing)) await store.write((tx) => insertReleaseFiles(tx, part, at));
    await store.write((tx) => touchReleaseFiles(tx, paths, at));
    await store.write((tx) => sweepReleaseFiles(tx, { before: at - keptForMs, maxBytes }));
  }

  return {
    share: () =>
      share().catch((error: unknown) =>
        log.warn({ err: error }, "could not store the web app's files for servers of other releases"),
      ),
    async read(path, variants) {
      if (!known.has(path)) {
        listing ??= list().finally(() => (listing = null));
        await listing;
      }
      if (!known.has(path)) return null;
      const variant = variants.find((suffix) => known.has(path + suffix)) ?? "";
      const name = path + variant;
      const bytes = cache.get(name) ?? (await store.read((db) => findReleaseFile(db, name)));
      if (bytes === null) return null;
      cache.set(name, bytes);
      return { bytes, variant };
    },
  };
}

/** The paths of the files with hashes, in the order in which every server inserts them. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, "static"), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      // During development the web app is not built.
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .sort();
}

async function readFiles(folder: string, paths: readonly string[]): Promise<ReleaseFile[]> {
  const files: ReleaseFile[] = [];
  for (const path of paths) {
    const bytes = await readFile(join(folder, path));
    if (bytes.length <= maxFileBytes) files.push({ path, bytes });
  }
  return files;
}
