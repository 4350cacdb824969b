// What takes several lines of a Markdown file: the front matter, a code block, a comment. Each function moves the
// reader to the last line of what it read.

import type { LineReader } from "../line-reader.ts";
import { hasUnseen } from "../as-it-looks.ts";
import { readingsWithoutUnseen, skipUnseen } from "../unseen.ts";
import { type Fence, onlyBlanks } from "./marker.ts";

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
  let near: Block["near"] = null;
  while (reader.next()) {
    const found = closingFence(reader, near === null ? 3 : fence.length);
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

/**
 * The fence of a line that can close a block: three spaces before it at most, and only blanks after it. Unseen
 * characters are passed over wherever they are. Most lines of a hostile file look like a fence, so none is copied.
 */
function closingFence(
  { text, start, end }: LineReader,
  least: number,
): (Fence & { readonly isHidden: boolean }) | null {
  let at = skipUnseen(text, start);
  let seen = 0;
  while (text[at] === " ") {
    at = skipUnseen(text, at + 1);
    seen += 1;
  }
  const character = text[at];
  if (seen > 3 || (character !== "`" && character !== "~")) return null;
  let length = 0;
  while (text[at] === character) {
    at = skipUnseen(text, at + 1);
    length += 1;
  }
  if (length < least) return null;
  seen += length;
  while (text[at] === " " || text[at] === "\t") {
    at = skipUnseen(text, at + 1);
    seen += 1;
  }
  return at === end ? { character, length, isHidden: seen < end - start } : null;
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
  const found = commentEnd(reader, from);
  if (found === null) return null;
  const { at, length } = found;
  while (reader.end < at) reader.next();
  return {
    rest: reader.text.slice(at + length, reader.end),
    hidden: length > endOfComment.length ? lineOf(reader) : null,
  };
}

const endOfComment = "-->";

/** The first `-->`, with or without unseen characters in it. */
function commentEnd(
  { text, isAllSeen }: LineReader,
  from: number,
): { readonly at: number; readonly length: number } | null {
  if (isAllSeen) {
    const at = text.indexOf(endOfComment, from);
    return at === -1 ? null : { at, length: endOfComment.length };
  }
  for (let at = text.indexOf("-", from); at !== -1; at = text.indexOf("-", at + 1)) {
    const second = skipUnseen(text, at + 1);
    if (text[second] !== "-") {
      at = second - 1;
      continue;
    }
    const third = skipUnseen(text, second + 1);
    if (text[third] === ">") return { at, length: third + 1 - at };
  }
  return null;
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
