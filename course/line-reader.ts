// Reads a text line by line.

import { hasUnseen } from "./as-it-looks.ts";
import { looksBlank } from "./unseen.ts";

/** For texts with LF line ends. It makes no array of lines, because a file may have eight million. */
export class LineReader {
  readonly text: string;
  /** The text has no unseen characters at all, as most have none: then no line needs a closer look. */
  readonly isAllSeen: boolean;
  /** The number of the current line, from 1; 0 before the first `next()`. */
  number = 0;
  /** The offset of the current line's first character. */
  start = 0;
  /** The offset of the current line's LF, or the length of the text. */
  end = -1;

  constructor(text: string) {
    this.text = text;
    this.isAllSeen = !hasUnseen(text);
  }

  /** Moves to the next line. Returns false when there is none. */
  next(): boolean {
    if (this.end >= this.text.length) return false;
    this.start = this.end + 1;
    const end = this.text.indexOf("\n", this.start);
    this.end = end === -1 ? this.text.length : end;
    this.number += 1;
    return true;
  }

  get line(): string {
    return this.text.slice(this.start, this.end);
  }

  /** The line has nothing to see. */
  looksBlank(): boolean {
    return this.isAllSeen ? isBlank(this.line) : looksBlank(this.line);
  }
}

export function isBlank(text: string): boolean {
  return text === "" || !/\S/.test(text);
}
