// Whether a lesson's Markdown names its lesson, so that only one that does not is offered its file's name.

import { LineReader } from "@tabstop/course/line-reader";
import { findMarker, onlyBlanks } from "@tabstop/course/markdown/marker";

type Fence = { readonly character: string; readonly length: number };

/** The first `# Title` outside code, comments and front matter; null where there is none, or an empty one. */
export function lessonTitleIn(text: string): string | null {
  const plain = text.replace(/\r\n?/g, "\n");
  const reader = new LineReader(plain);
  let fence: Fence | null = null;
  let isComment = false;
  let isFrontMatter = false;
  let isFirst = true;
  while (reader.next()) {
    const { line } = reader;
    if (isFirst && !reader.isBlank()) {
      isFirst = false;
      isFrontMatter = isRule(line);
      if (isFrontMatter) continue;
    }
    if (isFrontMatter) {
      isFrontMatter = !isRule(line);
    } else if (isComment) {
      isComment = !line.includes("-->");
    } else if (fence !== null) {
      if (closes(line, fence)) fence = null;
    } else {
      const marker = findMarker(line);
      if (marker === null || marker.indent > 0 || marker.backslashes > 0) continue;
      const { what } = marker;
      if (what.kind === "fence") fence = what;
      else if (what.kind === "comment") isComment = !line.includes("-->");
      else if (what.kind === "heading" && what.level === 1) return line.slice(2).trim() || null;
    }
  }
  return null;
}

function isRule(line: string): boolean {
  return line.startsWith("---") && onlyBlanks(line, 3);
}

function closes(line: string, { character, length }: Fence): boolean {
  const marker = findMarker(line);
  return (
    marker?.what.kind === "fence" &&
    marker.backslashes === 0 &&
    marker.what.character === character &&
    marker.what.length >= length &&
    onlyBlanks(line, marker.indent + marker.what.length)
  );
}
