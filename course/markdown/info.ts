// The info string of a code block: the text after its opening fence.

import { outputMark, readLanguage, type Reading } from "../fields.ts";
import { excerpt, type Remark } from "../problems.ts";

/** Whether the block holds what an example prints. `info` has no blanks around it. */
export function isOutput(info: string): boolean {
  return info === outputMark;
}

/** Whether the author may have meant such a block: `Output`, `output of the first run`. */
export function looksLikeOutput(info: string): boolean {
  return /^\W*output\b/i.test(info);
}

export function readInfo(info: string): Reading<string> {
  const word = firstWord(info.trim());
  // Markdown reads a line with a backtick after the fence as inline code: other programs would show something else.
  return readLanguage(info.includes("`") ? info : word);
}

/** A remark about the words after the language; null when there are none. */
export function wordsIgnored(info: string): Remark | null {
  const first = info.trim();
  const words = first.slice(firstWord(first).length).trim();
  if (words === "") return null;
  const sentence = `"${excerpt(words)}" after the language has no meaning and is ignored.`;
  return { code: "INFO_IGNORED", found: excerpt(words), sentence };
}

function firstWord(text: string): string {
  const end = text.search(/[ \t]/);
  return end === -1 ? text : text.slice(0, end);
}
