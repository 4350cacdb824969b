// What the published examples of each language have, in the memory of this server: to read it takes as long as a hundred
// requests. Each request asks for its version, which every server changes with the content.

import { readTaught, type Taught, taughtVersionNow } from "../../store/memory/taught.ts";
import type { Read } from "../../store/store.ts";

export type TaughtConstructs = (db: Read) => Promise<Taught>;

export function openTaughtConstructs(): TaughtConstructs {
  let last: { readonly version: string; readonly taught: Promise<Taught> } | null = null;
  return async (db) => {
    // The version comes first: what changes while the rest is read has another version, and is read by the next request.
    const version = await taughtVersionNow(db);
    if (last?.version === version) return last.taught;
    const read = { version, taught: readTaught(db) };
    last = read;
    // The requests that wait for it fail too; the next one reads it again.
    read.taught.catch(() => {
      if (last === read) last = null;
    });
    return read.taught;
  };
}
