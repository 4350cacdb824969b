// Finds the lines of the file for the faults of a front matter value of several lines. YAML folds lines and reads
// escapes, so a line of the value need not be a line of the file.

import { forbiddenCharacters, replacementCharacters } from "../characters.ts";
import type { Reading } from "../fields.ts";
import type { ProblemCode, WarningCode } from "../problems.ts";

/** An entry as it is written. */
export type EntrySource = {
  /** From its name to the end of its value. */
  readonly text: string;
  /** Its value is in double quotes, where `\0` is a NUL. */
  readonly hasEscapes: boolean;
};

/** The reading with the lines of its faults and remarks counted in the source, from 1. `where` as in `characters.ts`. */
export function atSourceLines<T>(reading: Reading<T>, source: EntrySource, where: string): Reading<T> {
  if (reading.ok && reading.remarks.length === 0) return reading;
  const text = source.hasEscapes ? source.text.replace(escape, unescaped) : source.text;
  const remarks = relocated(reading.remarks, "TEXT_REPLACEMENT", () => replacementCharacters(text, where));
  if (reading.ok) return { ...reading, remarks };
  const faults = relocated(reading.faults, "CHARACTER_FORBIDDEN", () => forbiddenCharacters(text, where));
  return { ...reading, faults, remarks };
}

/** Those about characters as they are found in the source; all others stand at the first line. */
function relocated<Found extends { readonly code: ProblemCode | WarningCode; readonly line?: number }>(
  all: readonly Found[],
  code: Found["code"],
  find: () => readonly Found[],
): readonly Found[] {
  const inSource = all.some((each) => each.code === code) ? find() : [];
  const rest = inSource.length === 0 ? all : all.filter((each) => each.code !== code);
  return [...rest.map((each) => ({ ...each, line: 1 })), ...inSource];
}

const escape = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([^]))/gi;

function unescaped(_: string, x?: string, u?: string, long?: string, letter = ""): string {
  const hex = x ?? u ?? long;
  const point = hex === undefined ? escapes[letter] : Number.parseInt(hex, 16);
  // A carriage return is a line end, which may stay.
  if (point === undefined || point === 0x0a || point === 0x0d || point > 0x10ffff) return letter;
  return String.fromCodePoint(point);
}

/** The escapes of YAML that are control characters. */
const escapes: Readonly<Record<string, number>> = {
  "0": 0x00,
  a: 0x07,
  b: 0x08,
  v: 0x0b,
  f: 0x0c,
  e: 0x1b,
  N: 0x85,
  L: 0x2028,
  P: 0x2029,
};
