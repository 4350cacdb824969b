// Makes sure that what was written is on the disk, also when the power goes now.

import { closeSync, fsyncSync, openSync } from "node:fs";

/** A file's content. */
export function syncFile(path: string): void {
  syncOpened(openSync(path, "r+"));
}

/** The names in a folder: what was made, renamed and deleted there. */
export function syncFolder(folder: string): void {
  // Windows opens no folders, and keeps their order by itself.
  if (process.platform !== "win32") syncOpened(openSync(folder, "r"));
}

function syncOpened(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
