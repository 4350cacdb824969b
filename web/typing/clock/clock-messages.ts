// What the page and the clock's worker tell each other.

/** A character of the clock in the sheet and in the canvas, px of the screen. */
export type ClockCell = {
  readonly x: number;
  readonly width: number;
  /** How many ms one unit of this digit lasts; 0 for a separator, which is the same in every row. */
  readonly unitMs: number;
  /** How many digits there are before the next place counts on: 10, or 6 for tens of seconds. */
  readonly base: number;
};

export type ClockMessage =
  /** The canvas of this face, to draw into from now on. Its sheet follows. */
  | { readonly kind: "canvas"; readonly canvas: OffscreenCanvas; readonly face: number }
  /** Ten rows of equal height: in row d every place shows the digit d. */
  | { readonly kind: "sheet"; readonly sheet: ImageBitmap; readonly cells: readonly ClockCell[] }
  /** Shows this time and stands still. */
  | { readonly kind: "stand"; readonly ms: number }
  /** Shows the time from now on, of which `ms` have passed. */
  | { readonly kind: "run"; readonly ms: number };

/** `drawn` after the first time in a new canvas; `outgrown` when the minutes need more digits than there are cells. */
export type ClockReply = { readonly kind: "drawn" | "outgrown"; readonly face: number };
