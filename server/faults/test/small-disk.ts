// A disk that a test can fill: a small file system in memory where root may mount one, else /dev/shm where that is small,
// as in a container. Elsewhere a process can at least be forbidden to write longer files.

import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SmallDisk = {
  readonly folder: string;
  /** Whether writing fails as on a full disk (ENOSPC); otherwise with EFBIG, which databases take for a broken disk. */
  readonly isReal: boolean;
  /** No process, or not the process `pid`, can write more bytes. */
  fill(pid: number): void;
  /** Undoes `fill`. */
  free(pid: number): void;
  remove(): void;
};

/** Larger than this, /dev/shm is a computer's own memory. */
const mostShmBytes = 512 * 2 ** 20;

export function smallDisk(megabytes: number): SmallDisk {
  return mounted(megabytes) ?? inShm() ?? limited();
}

function mounted(megabytes: number): SmallDisk | null {
  if (process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "tabstop-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=1777`, "tabstop", folder], {
      stdio: "ignore",
    });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return withFiller(folder, () => {
    // A process that ended a moment ago may still hold it.
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true });
  });
}

function inShm(): SmallDisk | null {
  const shm = "/dev/shm";
  try {
    const { blocks, bsize } = statfsSync(shm);
    if (blocks * bsize > mostShmBytes) return null;
    const folder = mkdtempSync(join(shm, "tabstop-small-disk-"));
    return withFiller(folder, () => rmSync(folder, { recursive: true, force: true }));
  } catch {
    return null;
  }
}

function withFiller(folder: string, remove: () => void): SmallDisk {
  const filler = join(folder, "filler");
  return {
    folder,
    isReal: true,
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler, { force: true }),
    remove,
  };
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, "w");
  try {
    for (const size of [1 << 20, 4096, 1]) {
      const bytes = Buffer.alloc(size);
      try {
        for (;;) if (writeSync(descriptor, bytes) < size) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

function limited(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-small-disk-"));
  const limit = (pid: number, bytes: string) =>
    void execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
  return {
    folder,
    isReal: false,
    fill: (pid) => limit(pid, "4096"),
    free: (pid) => limit(pid, "unlimited"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
