// Translates SQLite's errors for the rest of the server.

import { StorageFull, StoreUnavailable } from "../store.ts";

// Keyed by message, since the library sets a code for some calls only. The texts are SQLite's own, always in English.
const meanings: readonly (readonly [text: string, full: boolean])[] = [
  ["database or disk is full", true],
  ["disk I/O error", false],
  ["database is locked", false],
  ["database table is locked", false],
  ["locking protocol", false],
  ["database disk image is malformed", false],
  ["file is not a database", false],
  ["unable to open database file", false],
  ["attempt to write a readonly database", false],
  ["database is not open", false],
  ["statement has been finalized", false],
];

/**
 * StorageFull or StoreUnavailable if the error means that. Any other error is a programming mistake and is returned
 * unchanged.
 */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable || error instanceof StorageFull)
    return error;
  const meaning = meanings.find(([text]) => error.message.includes(text));
  if (!meaning) return error;
  return meaning[1]
    ? new StorageFull("The disk is full", { cause: error })
    : new StoreUnavailable(`SQLite: ${error.message}`, { cause: error });
}

/** Whether another process is in the middle of a transaction. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message.includes("database is locked");
}
