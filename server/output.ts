// Standard output and standard error, for the server and for commands. No other file writes to them.
//
// Their reader may have gone (`npm start | head -1`, a log shipper that died, a closed terminal), may read nothing for
// hours (a stopped terminal), or may have no room (a full disk). None of it may stop the server, block it, or change its
// exit code. So a write never throws and never waits, and lines that no one reads are dropped in the end.

import { closeSync, fstatSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isatty, type WriteStream } from "node:tty";
import { pino } from "pino";

export type Output = {
  /** Writes text that ends with a newline. Returns false if it was dropped. */
  write(text: string): boolean;
};

/** Characters that wait for a reader, or for room on the disk. Further lines are dropped. */
const longestBacklog = 1024 * 1024;

const terminals = [0, 1, 2].filter((fd) => isatty(fd));
// At its end Node resets the terminal, and aborts if the terminal has gone. It leaves closed files alone.
process.on("exit", () => {
  for (const fd of terminals) if (!isatty(fd)) closeQuietly(fd);
});

/** Sentences for the people who start the server. */
export const standardOutput = openOutput(process.stdout, 1);
/** The log, and the sentence that says why the server cannot start. */
export const standardError = openOutput(process.stderr, 2);

/** Waits until all lines have been written, but at most this long, in ms. */
export async function outputWritten(limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while (process.stdout.writableLength + process.stderr.writableLength > 0 && performance.now() < end)
    await setTimeout(10);
}

/**
 * The output of a command, in which no line is dropped while there is a reader: the process ends when all is read. A
 * reader that has gone ends nothing and is no failure, since a change must not stop half-way; any other fault is one.
 */
export function commandOutput() {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || code === "EIO" || process.exitCode === 1) return;
    process.exitCode = 1;
    process.stderr.write(`The output could not be written: ${message}.\n`);
  });
  return {
    print: (line: string) => void process.stdout.write(`${line}\n`),
    warn: (line: string) => void process.stderr.write(`${line}\n`),
  };
}

function openOutput(stream: NodeJS.WriteStream, fd: number): Output {
  stream.on("error", () => {});
  if (isFile(fd)) return fileOutput(fd);
  // Node lets writes to a terminal wait, and with them the whole server while the terminal is stopped (Ctrl-S).
  if (stream.isTTY) (stream as Unblockable)._handle?.setBlocking?.(false);
  return {
    write(text) {
      if (stream.writableLength > longestBacklog) return false;
      stream.write(text);
      return true;
    },
  };
}

/** Node has no public name for this. */
type Unblockable = WriteStream & { readonly _handle?: { setBlocking?(isBlocking: boolean): void } };

/** Writes to a file whole: what a full disk refused is written again as soon as there is room. */
function fileOutput(fd: number): Output {
  const stream = pino.destination({ fd, sync: true, maxLength: longestBacklog });
  stream.on("error", () => {});
  return { write: (text) => (stream.write(text), true) };
}

function isFile(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFile() || (stat.isCharacterDevice() && !isatty(fd));
  } catch {
    return false;
  }
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // It is closed already.
  }
}
