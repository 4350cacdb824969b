// Finds the title that a lesson's Markdown gives its lesson, so that only a file without one is offered its file name.

import { plainText } from "@tabstop/course/characters";
import { LineReader } from "@tabstop/course/line-reader";
import { findFrontMatter, isInlineCode, readBlock, skipComment } from "@tabstop/course/markdown/blocks";
import { findMarker } from "@tabstop/course/markdown/marker";

/** The first `# Title` outside code, comments and front matter; null when there is none, or an empty one. */
export function lessonTitleIn(text: string): string | null {
  const reader = afterFrontMatter(plainText(text));
  while (reader?.next()) {
    const { line } = reader;
    const marker = findMarker(line);
    if (marker === null || marker.backslashes > 0) continue;
    const { indent, what } = marker;
    const isHeading = indent === 0 && what.kind === "heading" && what.level === 1;
    if (isHeading) return line.slice(2).trim() || null;
    if (what.kind === "comment" && skipComment(reader) === null) return null;
    if (what.kind !== "fence" || (indent === 0 && isInlineCode(line.slice(what.length), what))) continue;
    if (readBlock(reader, what).code === null) return null;
  }
  return null;
}

/** Returns null when the front matter never ends. */
function afterFrontMatter(text: string): LineReader | null {
  const reader = new LineReader(text);
  const { kind } = findFrontMatter(reader);
  if (kind === "unclosed") return null;
  return kind === "block" ? reader : new LineReader(text);
}
