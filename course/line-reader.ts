/** Walks a text (LF line ends) line by line without cutting it up: a file may have eight million lines. */
export class LineReader {
  readonly text: string;
  /** Of the line last read, from 1. */
  number = 0;
  start = 0;
  /** Offset of the line's LF, or the length of the text. */
  end = -1;

  constructor(text: string) {
    this.text = text;
  }

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

  isBlank(): boolean {
    return isBlank(this.line);
  }
}

export function isBlank(text: string): boolean {
  return text === "" || !/\S/.test(text);
}
