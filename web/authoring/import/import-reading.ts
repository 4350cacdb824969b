// A chosen file to text, or why it is none. What can be said without the server is said without it.

import { limits } from "@tabstop/course/course";
import { decodeBytes } from "@tabstop/course/decode-bytes";
import { checkFileSize } from "@tabstop/course/fields";
import { type Fault, type Problem, problemAt } from "@tabstop/course/problems";
import { thousands } from "../../ui/words.ts";
import { type FileLike, sizeText } from "./import-files.ts";

export type ReadFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "faulty"; readonly problem: Problem }
  /** Its bytes could not be had. */
  | { readonly kind: "unreadable" };

// A character of UTF-8 that is one UTF-16 unit takes three bytes at most, and then there is the byte order mark.
const mostBytes = 3 * limits.fileUnits + 3;

export async function readCourseFile(file: FileLike): Promise<ReadFile> {
  // Not even read: a film would fill the memory first.
  if (file.size > mostBytes) return faulty(tooManyBytes(file.size), 1);
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
  // No call takes a NUL, so the server could not say where it is.
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
    sentence: `The file has ${sizeText(bytes)}. At most ${most} characters are possible. Make several files of it.`,
  };
}

const nulFault: Fault = {
  code: "CHARACTER_FORBIDDEN",
  found: "U+0000",
  expected: "text",
  sentence: "The file holds the character U+0000, which no text has. Is it a text file?",
};

/** Lines end in LF, CRLF or CR. */
function lineOf(text: string, at: number): number {
  return (text.slice(0, at).match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
}
