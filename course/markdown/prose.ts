// The lines of a description, between a heading and the next heading or code block.

import { codePoints } from "@tabstop/engine/code-points";
import { limits } from "../course.ts";
import { isBlank } from "../line-reader.ts";

type Line = { readonly text: string; readonly number: number };

/** Keeps only as many lines as it takes to know that the description is too long. */
export class Prose {
  /** Code points from the first line with text to the last. */
  length = 0;
  /** It is too long, and not all of its lines were kept. */
  isCut = false;
  #kept: Line[] | null = null;
  /** The blank lines since the last line with text. */
  #blank: Line[] | null = null;
  /** Code points of those lines, and their line ends. */
  #gap = 0;

  add(text: string, number: number): void {
    if (isBlank(text)) {
      if (this.#kept === null) return;
      this.#gap += codePoints(text) + 1;
      this.#blank ??= [];
      if (this.#gap <= limits.description) this.#blank.push({ text, number });
      return;
    }
    this.length += this.#gap + codePoints(text) + (this.#kept === null ? 0 : 1);
    this.isCut ||= this.#gap > limits.description || this.length > 4 * limits.description;
    if (this.#kept === null) this.#kept = [{ text, number }];
    else if (!this.isCut) this.#kept.push(...(this.#blank ?? []), { text, number });
    this.#blank = null;
    this.#gap = 0;
  }

  get text(): string {
    return (this.#kept ?? []).map((line) => line.text).join("\n");
  }

  /** The line of the file that holds a line of the text, both counted from 1. */
  lineOf(at: number): number {
    return this.#kept?.[at - 1]?.number ?? 1;
  }
}
