// What takes several lines of a Markdown file: the front matter, a code block, a comment. Each function moves the
// reader to the last line of what it read.

import type { LineReader } from "../line-reader.ts";
import { type Fence, onlyBlanks, runLength } from "./marker.ts";

export type FrontMatterBlock =
  | { readonly kind: "none"; readonly firstLine: number; readonly firstText: string }
  | { readonly kind: "unclosed"; readonly line: number }
  | { readonly kind: "block"; readonly line: number; readonly text: string };

/** The front matter, from the start of the file. After "none" the caller has to start again with a new reader. */
export function findFrontMatter(reader: LineReader): FrontMatterBlock {
  while (reader.next()) {
    if (reader.isBlank()) continue;
    const line = reader.number;
    if (!isFrontMatterLine(reader)) return { kind: "none", firstLine: line, firstText: reader.line };
    const start = reader.end + 1;
    while (reader.next()) {
      if (!isFrontMatterLine(reader)) continue;
      return { kind: "block", line, text: reader.text.slice(start, reader.start) };
    }
    return { kind: "unclosed", line };
  }
  return { kind: "none", firstLine: 1, firstText: "" };
}

export type Block = {
  /** null when the block is never closed. */
  readonly code: string | null;
  /** The first line that looks like a closing one, but is too short or of the other character. */
  readonly near: { readonly line: number; readonly text: string } | null;
};

/**
 * A code block, from its opening line to its closing one: a fence of the same character, at least as long, indented by
 * three spaces at most, with only blanks after it.
 */
export function readBlock(reader: LineReader, { character, length }: Fence): Block {
  const start = reader.end + 1;
  let near: Block["near"] = null;
  while (reader.next()) {
    const { text, end } = reader;
    const at = reader.start + runLength(text, reader.start, " ");
    const found = text[at];
    if (at - reader.start > 3 || (found !== "`" && found !== "~")) continue;
    const run = runLength(text, at, found);
    if (run < 3 || !onlyBlanks(text.slice(at + run, end), 0)) continue;
    if (found === character && run >= length) {
      return { code: reader.start > start ? text.slice(start, reader.start - 1) : "", near };
    }
    near ??= { line: reader.number, text: reader.line.trim() };
  }
  return { code: null, near };
}

/** Skips a comment to its first `-->`. Returns the rest of the line after it, or null when the comment never ends. */
export function skipComment(reader: LineReader): string | null {
  // `<!-->` is a whole comment, in HTML and in CommonMark.
  let at = reader.text.indexOf("-->", reader.text.indexOf("<!--", reader.start) + 2);
  if (at === -1) return null;
  while (reader.end < at) reader.next();
  at += 3;
  return reader.text.slice(at, reader.end);
}

/**
 * Whether a line that begins with a fence is inline code and opens nothing, because the same run of backticks is in its
 * rest. `info` is the line after the fence.
 */
export function isInlineCode(info: string, fence: Fence): boolean {
  return fence.character === "`" && info.includes("`".repeat(fence.length));
}

function isFrontMatterLine(reader: LineReader): boolean {
  return reader.text.startsWith("---", reader.start) && onlyBlanks(reader.line, 3);
}
