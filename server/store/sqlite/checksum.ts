// The checksum of a backup. It is one line of text after the last page of the SQLite database, where SQLite does not
// look: the backup stays one file, and a database that every program can open.
//
// The database's header says that the line must be there (`application_id`), so that a backup that lost it is not taken
// for one of an earlier release, which had none.

import { createHash } from "node:crypto";
import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

/** SQLite's `application_id` of a backup with a checksum: the letters `Tabs`. A server's database has 0. */
export const backupMark = 0x54616273;
const markAt = 68;

const lineStart = "\nTabstop backup: ";
const lineOf = (bytes: number, digest: string) =>
  `${lineStart}the SHA-256 of the ${String(bytes).padStart(16, "0")} bytes before this line is ${digest}\n`;
const lineBytes = lineOf(0, "0".repeat(64)).length;

/** The file is not what `appendChecksum` left; the message says how, as a part of a sentence. */
export class WrongChecksum extends Error {}

/** Appends the checksum to a complete SQLite database whose `application_id` is `backupMark`. */
export function appendChecksum(file: string): void {
  const line = reading(file, (descriptor, size) => lineOf(size, digestOf(descriptor, size)));
  appendFileSync(file, line);
}

/**
 * Returns the bytes of the database in `file`, without the checksum. `isChecked` is false for a file that has none: a
 * backup of an earlier release, or a server's database. Throws WrongChecksum.
 */
export function verifyChecksum(file: string): { readonly bytes: number; readonly isChecked: boolean } {
  return reading(file, (descriptor, size) => {
    const { bytes, line } = lineIn(descriptor, size);
    if (line.startsWith(lineStart)) {
      if (line !== lineOf(bytes, digestOf(descriptor, bytes)))
        throw new WrongChecksum("its content does not match its checksum");
      return { bytes, isChecked: true };
    }
    if (isMarked(descriptor))
      throw new WrongChecksum(
        "it does not end with its checksum: bytes at the end were lost, added or changed",
      );
    return { bytes: size, isChecked: false };
  });
}

/**
 * Makes a backup that an operator copied over the database by hand a plain database, whose content may change. Call it
 * before SQLite opens the file.
 */
export function removeChecksum(file: string): void {
  if (!reading(file, isMarked)) return;
  const descriptor = openSync(file, "r+");
  try {
    const { bytes, line } = lineIn(descriptor, fstatSync(descriptor).size);
    writeSync(descriptor, Buffer.alloc(4), 0, 4, markAt);
    if (line.startsWith(lineStart)) ftruncateSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}

function isMarked(descriptor: number): boolean {
  const mark = bytesAt(descriptor, markAt, 4);
  return mark.length === 4 && mark.readUInt32BE() === backupMark;
}

/** The last line, where the checksum is, and the number of bytes before it. */
function lineIn(descriptor: number, size: number): { readonly bytes: number; readonly line: string } {
  const bytes = Math.max(0, size - lineBytes);
  return { bytes, line: bytesAt(descriptor, bytes, lineBytes).toString("latin1") };
}

function digestOf(descriptor: number, bytes: number): string {
  const hash = createHash("sha256");
  const step = 1 << 20;
  for (let at = 0; at < bytes; at += step) hash.update(bytesAt(descriptor, at, Math.min(step, bytes - at)));
  return hash.digest("hex");
}

/** Fewer than `length` bytes where the file ends before. */
function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function reading<T>(file: string, read: (descriptor: number, size: number) => T): T {
  const descriptor = openSync(file, "r");
  try {
    return read(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}
