// Syncs files and folders to the disk, so that a loss of power cannot undo what was written.

import { closeSync, fsyncSync, openSync } from "node:fs";

/** Syncs a file's content. */
export function syncFile(path: string): void {
  syncOpened(openSync(path, "r+"));
}

/** Syncs the names in a folder: what was created, renamed and deleted there. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder, and does not need it.
  if (process.platform !== "win32") syncOpened(openSync(folder, "r"));
}

function syncOpened(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
