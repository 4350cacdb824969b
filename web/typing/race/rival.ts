// The ghost's caret in the code area: hollow, and over the rows, so that it hides no character and scrolls nothing.

import { element } from "../element.ts";
import { type Row, rowNear } from "../rows.ts";
import type { GhostMove } from "./ghost.ts";

/** What the code area knows about places. */
export type RivalGround = {
  readonly rows: readonly Row[];
  /** Px. */
  readonly lineHeight: number;
  /** The left edge of a character in a row, px. */
  readonly xOf: (row: number, offset: number) => number;
};

export class Rival {
  /** The element to insert among the rows, which it scrolls with. */
  readonly element = element("i", "ca-rival");
  #ground: RivalGround | null = null;
  #offset = 0;
  #row = 0;

  show({ offset }: GhostMove): void {
    if (offset === this.#offset) return;
    this.#offset = offset;
    this.#draw();
  }

  /** Takes the rows as they are broken now. */
  fit(ground: RivalGround): void {
    this.#ground = ground;
    this.#draw();
  }

  /** The row is in the page and was measured, so that its places are exact. */
  remeasure(row: number): void {
    if (row === this.#row && this.#ground?.rows[row]?.kind === "measured") this.#draw();
  }

  remove(): void {
    this.element.remove();
  }

  #draw(): void {
    if (this.#ground === null) return;
    const { rows, lineHeight, xOf } = this.#ground;
    this.#row = rowNear(rows, this.#offset, this.#row);
    // Not a transform: that is one more node of the page's paint tree, which every key goes through.
    this.element.style.left = `${xOf(this.#row, this.#offset)}px`;
    this.element.style.top = `${this.#row * lineHeight}px`;
  }
}
