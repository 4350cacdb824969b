// Markers: the lines outside code that have a meaning in a course file.
//
// A marker line is up to three spaces, any number of backslashes, then `#` to `###`, a fence of three or more backticks
// or tildes, `<!--`, or a rule of dashes or equals signs alone. With a backslash it is text. The writer puts one
// backslash before a description line that is a marker line, and the reader removes one: since any number of
// backslashes makes a marker line, the two undo each other for every text.
//
// A line that is a marker line only without invisible characters (`unseen.ts`) is one too: with a backslash it
// is text, and without one it is a fault that names the characters.

import { limits } from "../course.ts";
import { hasUnseen } from "../as-it-looks.ts";
import { readingsWithoutUnseen } from "../unseen.ts";

export type Marker = {
  readonly indent: number;
  readonly backslashes: number;
  /** The offset of the first backslash or, without one, of the marker. */
  readonly at: number;
  /** Invisible characters hide the marker, or make another one of it. */
  readonly isHidden: boolean;
  readonly what:
    | { readonly kind: "heading"; readonly level: 1 | 2 | 3 }
    /** `#foo`, or `#` at the end of the line: without a space it is not a heading. */
    | { readonly kind: "hash" }
    | (Fence & { readonly kind: "fence" })
    | { readonly kind: "comment" }
    | { readonly kind: "rule" };
};

/** The run of backticks or tildes that opens a code block. */
export type Fence = { readonly character: "`" | "~"; readonly length: number };

export function findMarker(whole: string): Marker | null {
  const line = whole.slice(0, mostJudged);
  if (!mayBeMarker.test(line)) return null;
  if (!hasUnseen(line)) return plainMarker(line);
  const [spaced, joined] = readingsWithoutUnseen(line).map(plainMarker);
  // A fence or `<!--` with a gap was meant without it; a heading needs its space.
  const isRun = joined?.what.kind === "fence" || joined?.what.kind === "comment";
  const meant = isRun ? joined : (spaced ?? joined);
  if (!meant) return null;
  const plain = plainMarker(line);
  const isHidden = !isSame(plain, spaced) || !isSame(plain, joined);
  return { ...meant, at: firstSeen(line), isHidden };
}

/** A line that can be stored is judged in full; the rest of a longer one is not worth the time. */
const mostJudged = 2 * limits.description;

/** Most lines of a text are none: a marker is of these characters, and before it stand only spaces and unseen ones. */
const mayBeMarker = /^[^!-~]*[#`~<\-=\\]/;

/** The offset of the first character that is neither a space nor unseen. */
function firstSeen(line: string): number {
  let at = 0;
  for (const character of line) {
    if (character !== " " && !hasUnseen(character)) break;
    at += character.length;
  }
  return at;
}

function isSame(a: Marker | null, b: Marker | null | undefined): boolean {
  if (!a || !b) return !a && !b;
  const { indent, backslashes, what } = a;
  return (
    indent === b.indent &&
    backslashes === b.backslashes &&
    what.kind === b.what.kind &&
    sizeOf(what) === sizeOf(b.what) &&
    signOf(what) === signOf(b.what)
  );
}

const sizeOf = (what: Marker["what"]) =>
  what.kind === "heading" ? what.level : what.kind === "fence" ? what.length : 0;
const signOf = (what: Marker["what"]) => (what.kind === "fence" ? what.character : "");

function plainMarker(line: string): Marker | null {
  const indent = runLength(line, 0, " ");
  if (indent > 3) return null;
  const backslashes = runLength(line, indent, "\\");
  const what = markerAt(line, indent + backslashes);
  return what === null ? null : { indent, backslashes, at: indent, isHidden: false, what };
}

/** A line of a description as it is written in a file. */
export function escapeLine(line: string): string {
  const marker = findMarker(line);
  return marker === null ? line : `${line.slice(0, marker.at)}\\${line.slice(marker.at)}`;
}

/** The line of a description that is written in a file as this escaped marker. */
export function unescapeLine(line: string, { at }: Marker): string {
  return line.slice(0, at) + line.slice(at + 1);
}

/** How many times `character` is repeated in `text` from `from` on. */
function runLength(text: string, from: number, character: string): number {
  let to = from;
  while (text[to] === character) to += 1;
  return to - from;
}

function markerAt(line: string, at: number): Marker["what"] | null {
  const character = line.charAt(at);
  switch (character) {
    case "#": {
      const level = runLength(line, at, "#");
      if (level !== 1 && level !== 2 && level !== 3) return null;
      return line[at + level] === " " ? { kind: "heading", level } : { kind: "hash" };
    }
    case "`":
    case "~": {
      const length = runLength(line, at, character);
      return length < 3 ? null : { kind: "fence", character, length };
    }
    case "<":
      return line.startsWith("<!--", at) ? { kind: "comment" } : null;
    case "-":
    case "=": {
      const length = runLength(line, at, character);
      return length >= 3 && onlyBlanks(line, at + length) ? { kind: "rule" } : null;
    }
    default:
      return null;
  }
}

/** Whether a text has only spaces and tabs between two offsets. */
export function onlyBlanks(text: string, from: number, to = text.length): boolean {
  for (let at = from; at < to; at += 1) {
    if (text[at] !== " " && text[at] !== "\t") return false;
  }
  return true;
}
