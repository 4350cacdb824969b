// What takes several lines of a Markdown file: the front matter, a code block, a comment. Each function moves the
// reader to the last line of what it read.

import type { LineReader } from "../line-reader.ts";
import { anyNumberUnseen, hasUnseen, readingsWithoutUnseen } from "../unseen.ts";
import { type Fence, onlyBlanks, runLength } from "./marker.ts";

/** A line of the file. */
type TextLine = { readonly line: number; readonly text: string };

export type FrontMatterBlock =
  | { readonly kind: "none"; readonly firstLine: number; readonly firstText: string }
  | { readonly kind: "unclosed"; readonly line: number }
  /** `hidden` are those of its two `---` that have unseen characters. */
  | {
      readonly kind: "block";
      readonly line: number;
      readonly text: string;
      readonly hidden: readonly TextLine[];
    };

/** The front matter, from the start of the file. After "none" the caller has to start again with a new reader. */
export function findFrontMatter(reader: LineReader): FrontMatterBlock {
  while (reader.next()) {
    if (reader.looksBlank()) continue;
    const line = reader.number;
    if (!isFrontMatterLine(reader)) return { kind: "none", firstLine: line, firstText: reader.line };
    const opening = lineOf(reader);
    const start = reader.end + 1;
    while (reader.next()) {
      if (!isFrontMatterLine(reader)) continue;
      const hidden = [opening, lineOf(reader)].filter(({ text }) => !isRule(text));
      return { kind: "block", line, text: reader.text.slice(start, reader.start), hidden };
    }
    return { kind: "unclosed", line };
  }
  return { kind: "none", firstLine: 1, firstText: "" };
}

export type Block = {
  /** null when the block is never closed. */
  readonly code: string | null;
  /** The first line that looks like a closing one, but is too short or of the other character. */
  readonly near: TextLine | null;
  /** Its closing line, if that has unseen characters. */
  readonly hidden: TextLine | null;
};

/**
 * A code block, from its opening line to its closing one: a fence of the same character, at least as long, indented by
 * three spaces at most, with only blanks after it.
 */
export function readBlock(reader: LineReader, fence: Fence): Block {
  const start = reader.end + 1;
  const least = fence.character.repeat(fence.length);
  let near: Block["near"] = null;
  while (reader.next()) {
    // Most lines of a hostile file look like a fence: they are passed by without a closer look.
    if (near !== null && reader.isAllSeen && !reader.text.startsWith(least, reader.start + indentOf(reader)))
      continue;
    const found = closingFence(reader);
    if (found === null) continue;
    const { text } = reader;
    if (found.character === fence.character && found.length >= fence.length) {
      const code = reader.start > start ? text.slice(start, reader.start - 1) : "";
      return { code, near, hidden: found.isHidden ? lineOf(reader) : null };
    }
    near ??= { line: reader.number, text: reader.line.trim() };
  }
  return { code: null, near, hidden: null };
}

function indentOf(reader: LineReader): number {
  return runLength(reader.text, reader.start, " ");
}

/** The fence of a line that can close a block: three spaces before it at most, and only blanks after it. */
function closingFence(reader: LineReader): (Fence & { readonly isHidden: boolean }) | null {
  const plain = fenceAlone(reader.text, reader.start, reader.end);
  if (plain !== null || reader.isAllSeen) return plain && { ...plain, isHidden: false };
  const { line } = reader;
  if (!/[`~]/.test(line) || !hasUnseen(line)) return null;
  for (const meant of readingsWithoutUnseen(line)) {
    const fence = fenceAlone(meant, 0, meant.length);
    if (fence !== null) return { ...fence, isHidden: true };
  }
  return null;
}

function fenceAlone(text: string, start: number, end: number): Fence | null {
  const at = start + runLength(text, start, " ");
  const character = text[at];
  if (at - start > 3 || (character !== "`" && character !== "~")) return null;
  const length = runLength(text, at, character);
  return length >= 3 && onlyBlanks(text, at + length, end) ? { character, length } : null;
}

export type Comment = {
  /** The rest of the line after its end. */
  readonly rest: string;
  /** The line of its end, if that has unseen characters. */
  readonly hidden: TextLine | null;
};

/** Skips a comment to its first `-->`. Returns null when the comment never ends. */
export function skipComment(reader: LineReader): Comment | null {
  // `<!-->` is a whole comment, in HTML and in CommonMark.
  const opening = reader.line.indexOf("<!--");
  const from = reader.start + (opening === -1 ? 0 : opening + 2);
  const plain = reader.text.indexOf("-->", from);
  const hidden = reader.isAllSeen ? null : hiddenCommentEnd(reader.text, from, plain);
  if (plain === -1 && hidden === null) return null;
  const at = hidden?.at ?? plain;
  while (reader.end < at) reader.next();
  return {
    rest: reader.text.slice(at + (hidden?.length ?? 3), reader.end),
    hidden: hidden && lineOf(reader),
  };
}

/** A `-->` with unseen characters in it, before the offset of the first one without. */
function hiddenCommentEnd(
  text: string,
  from: number,
  before: number,
): { readonly at: number; readonly length: number } | null {
  const end = new RegExp(`-${anyNumberUnseen}-${anyNumberUnseen}>`, "gu");
  end.lastIndex = from;
  const found = end.exec(text);
  if (found === null || found.index === before) return null;
  return { at: found.index, length: found[0].length };
}

/**
 * Whether a line that begins with a fence is inline code and opens nothing, because the same run of backticks is in its
 * rest. `info` is the line after the fence.
 */
export function isInlineCode(info: string, fence: Fence): boolean {
  return fence.character === "`" && info.includes("`".repeat(fence.length));
}

function isFrontMatterLine(reader: LineReader): boolean {
  if (reader.text.startsWith("---", reader.start) && isRule(reader.line)) return true;
  if (reader.isAllSeen || !hasUnseen(reader.line)) return false;
  return readingsWithoutUnseen(reader.line).some((meant) => isRule(meant.trimStart()));
}

function isRule(line: string): boolean {
  return line.startsWith("---") && onlyBlanks(line, 3);
}

function lineOf(reader: LineReader): TextLine {
  return { line: reader.number, text: reader.line };
}
