// Reads a chosen file as text, and finds the problems that need no server.

import { limits } from "@tabstop/course/course";
import { decodeBytes } from "@tabstop/course/decode-bytes";
import { checkFileSize } from "@tabstop/course/course-size";
import { type Fault, type Problem, problemAt } from "@tabstop/course/problems";
import { thousands } from "../../ui/words.ts";
import { type FileLike, sizeText } from "./import-files.ts";

export type ReadFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "faulty"; readonly problem: Problem }
  /** The browser could not read its bytes. */
  | { readonly kind: "unreadable" };

// One UTF-16 unit takes at most three bytes of UTF-8; three more are for the byte order mark.
const maxBytes = 3 * limits.fileUnits + 3;

export async function readCourseFile(file: FileLike): Promise<ReadFile> {
  // The file is not read at all: a video would fill the memory first.
  if (file.size > maxBytes) return faulty(tooManyBytes(file.size), 1);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { kind: "unreadable" };
  }
  const decoding = decodeBytes(bytes);
  if (!decoding.ok) return { kind: "faulty", problem: decoding.problem };
  const { text } = decoding;
  const tooLarge = checkFileSize(text.length);
  if (tooLarge !== null) return faulty(tooLarge, 1);
  // No endpoint accepts a NUL, so the server could not say where it is.
  const nul = text.indexOf("\0");
  return nul === -1 ? { kind: "text", text } : faulty(nulFault, lineOf(text, nul));
}

function faulty(fault: Fault, line: number): ReadFile {
  return { kind: "faulty", problem: problemAt(fault, { line }) };
}

function tooManyBytes(bytes: number): Fault {
  const most = thousands(limits.fileUnits);
  return {
    code: "FILE_TOO_LARGE",
    found: sizeText(bytes),
    expected: `at most ${most} characters`,
    sentence: `The file has ${sizeText(bytes)}. At most ${most} characters are allowed. Split it into several files.`,
  };
}

const nulFault: Fault = {
  code: "CHARACTER_FORBIDDEN",
  found: "U+0000",
  expected: "text",
  sentence: "The file contains the character U+0000, which text files do not have. Is it a text file?",
};

/** The number of the line, from 1; lines end in LF, CRLF or CR. */
function lineOf(text: string, at: number): number {
  return (text.slice(0, at).match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
}
