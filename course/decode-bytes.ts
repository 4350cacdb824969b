// Decodes the bytes of a course file: UTF-8 with or without a byte order mark, UTF-16 by its mark or by its zero bytes
// (the "Unicode Text" of spreadsheets). Anything else is refused with the line of the fault, because a guessed code
// page would change what learners type without anyone noticing.

import { isHighSurrogate, isLowSurrogate } from "@tabstop/engine/code-points";
import { type Fault, type Problem, problemAt } from "./problems.ts";

export type Decoding =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Problem };

/** The text has no byte order mark; its line ends are unchanged. */
export function decodeBytes(bytes: Uint8Array): Decoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) return refused("UTF-32", 1);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 2, true);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 2, false);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // Zero bytes only decide where there is no mark.
  const order = hasMark ? null : byteOrderByZeros(bytes);
  if (order !== null) return decodeUtf16(bytes, 0, order === "little");
  const bad = firstInvalidUtf8(bytes);
  if (bad !== null) {
    const { at, cut } = bad;
    const byte = `0x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0")}`;
    return refused(
      cut ? `byte ${byte} starts a character that is not complete` : `byte ${byte} is not UTF-8`,
      lineAt(bytes, at),
    );
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return { ok: true, text: decoder.decode(hasMark ? bytes.subarray(3) : bytes) };
}

/**
 * Course files are mostly ASCII. In UTF-16 every second byte of ASCII is zero, always on the same side; in UTF-8 text
 * has no zero bytes at all.
 */
function byteOrderByZeros(bytes: Uint8Array): "little" | "big" | null {
  let even = 0;
  let odd = 0;
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) {
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  if (even + odd === 0) return null;
  // A few zero bytes in valid UTF-8 are stray NULs, which are reported as such. In text that is not UTF-8, few are
  // enough: in another script only the line ends may be ASCII, and some letters have a zero byte on the other side.
  const broken = firstInvalidUtf8(bytes) !== null;
  const most = (zeros: number, others: number) =>
    broken ? zeros > others : zeros > bytes.length / 8 && zeros > 4 * others;
  if (most(odd, even)) return "little";
  if (most(even, odd)) return "big";
  return null;
}

function decodeUtf16(bytes: Uint8Array, start: number, little: boolean): Decoding {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  const units: number[] = [];
  let line = 1;
  let previous = 0;
  for (let at = start; at < bytes.length; at += 2) {
    if (at + 1 === bytes.length) return refused("a single byte at the end of UTF-16 text", line);
    const unit = view.getUint16(at, little);
    if (isLowSurrogate(unit) !== isHighSurrogate(previous))
      return refused("half a character in UTF-16 text", line);
    if (unit === 0x0d || (unit === 0x0a && previous !== 0x0d)) line += 1;
    previous = unit;
    units.push(unit);
    if (units.length === 4_096) {
      parts.push(String.fromCharCode(...units));
      units.length = 0;
    }
  }
  if (isHighSurrogate(previous)) return refused("half a character in UTF-16 text", line);
  parts.push(String.fromCharCode(...units));
  return { ok: true, text: parts.join("") };
}

/**
 * Follows the table of well-formed byte sequences in Unicode 16.0, section 3.9 (table 3-7). `cut` is true when the text
 * ends inside a sequence.
 */
function firstInvalidUtf8(bytes: Uint8Array): { at: number; cut: boolean } | null {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4) return { at, cut: false };
    const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    for (let next = 1; next < length; next += 1) {
      const byte = bytes[at + next];
      if (byte === undefined) return { at, cut: true };
      if (byte < (next === 1 ? least : 0x80) || byte > (next === 1 ? most : 0xbf)) return { at, cut: false };
    }
    at += length;
  }
  return null;
}

/** Lines end in LF, CRLF or CR. */
function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at += 1) {
    if (bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)) line += 1;
  }
  return line;
}

function refused(found: string, line: number): Decoding {
  const fault: Fault = {
    code: "ENCODING",
    found,
    expected: 'a file saved as UTF-8 ("CSV UTF-8" in a spreadsheet)',
    sentence: `The file is neither UTF-8 nor UTF-16: ${found}. Save it as UTF-8; in a spreadsheet that is "CSV UTF-8".`,
  };
  return { ok: false, problem: problemAt(fault, { line }) };
}
