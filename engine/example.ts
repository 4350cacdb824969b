// An example prepared for typing: its text, its lines and its steps, indexed once.
//
// A step is one grapheme. Invisible characters (zero-width, bidirectional and other format characters, control
// characters) are never a step, because no one could know when to type them: they belong to the visible character after
// them, at the end of the text to the one before. An example without a visible character, such as the empty one, is one
// step that any key completes.

import { codePoints, graphemeSegmenter, isHighSurrogate } from "./code-points.ts";
import { isUnseen } from "./fit.ts";

export type PreparedExample = {
  /** The text to type: line ends are newlines, the rest is unchanged. Offsets point into it. */
  readonly text: string;
  /** Its length in code points: the last value of the cursor. */
  readonly length: number;
  /** The number of steps; at least 1. */
  readonly steps: number;
  /** The start of each line, in UTF-16 units. A final newline starts one more, empty line. */
  readonly lineStarts: ArrayLike<number>;
  /** The start of each step, and at last the end of the text; null if every step is one UTF-16 unit. */
  readonly stepStarts: StepStarts | null;
};

type StepStarts = {
  readonly offsets: ArrayLike<number>;
  readonly points: ArrayLike<number>;
};

/** Reads the whole text once, so that no keystroke depends on its length. The result serves all attempts. */
export function prepare(text: string): PreparedExample {
  const normal = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const lineStarts = Uint32Array.from(startsOfLines(normal));
  if (plain.test(normal)) {
    return { text: normal, length: normal.length, steps: normal.length, lineStarts, stepStarts: null };
  }
  const offsets = offsetsOfSteps(normal);
  const points = new Uint32Array(offsets.length);
  for (let step = 1; step < points.length; step++) {
    points[step] = at(points, step - 1) + codePoints(normal, at(offsets, step - 1), at(offsets, step));
  }
  const steps = offsets.length - 1;
  return {
    text: normal,
    length: at(points, steps),
    steps,
    lineStarts,
    stepStarts: { offsets: Uint32Array.from(offsets), points },
  };
}

/** The start of a step in the text, in UTF-16 units; for `steps` the end of the text. */
export function offsetOfStep(example: PreparedExample, step: number): number {
  return example.stepStarts === null ? step : at(example.stepStarts.offsets, step);
}

/** The number of code points before a step. */
export function pointsBeforeStep(example: PreparedExample, step: number): number {
  return example.stepStarts === null ? step : at(example.stepStarts.points, step);
}

/** The text of a step: one visible character and the invisible ones beside it. */
export function textOfStep(example: PreparedExample, step: number): string {
  return example.text.slice(offsetOfStep(example, step), offsetOfStep(example, step + 1));
}

/** The first step that starts at or after an offset. */
export function stepAtOffset(example: PreparedExample, offset: number): number {
  if (example.stepStarts === null) return Math.min(offset, example.steps);
  let low = 0;
  let high = example.steps;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(example.stepStarts.offsets, middle) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The start of a line, in UTF-16 units. */
export function lineStart(example: PreparedExample, line: number): number {
  return at(example.lineStarts, line);
}

/** Printable ASCII, tab and newline: only in such a text is every UTF-16 unit a code point and a grapheme. */
const plain = /^[\t\n\x20-\x7e]+$/;

function at(list: ArrayLike<number>, index: number): number {
  const value = list[index];
  if (value === undefined) throw new RangeError(`${index} of ${list.length}`);
  return value;
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** The start of each step, and the end of the text. */
function offsetsOfSteps(text: string): number[] {
  const offsets: number[] = [];
  let start = 0;
  let isWhole = true;
  forEachGrapheme(text, (offset, end) => {
    if (isWhole) start = offset;
    isWhole = !isUnseen(text.slice(offset, end));
    if (isWhole) offsets.push(start);
  });
  if (offsets.length === 0) offsets.push(0);
  offsets.push(text.length);
  return offsets;
}

function forEachGrapheme(text: string, visit: (offset: number, end: number) => void): void {
  const isAscii = (index: number) => text.charCodeAt(index) < 128;
  let from = 0;
  while (from < text.length) {
    // There is a boundary between any two ASCII characters (the text has no CR), so only the text between such places
    // needs the slow segmenter, which makes an object for each grapheme.
    let to = from + 1;
    while (to < text.length && !(isAscii(to - 1) && isAscii(to))) to++;
    if (to === from + 1) {
      visit(from, to);
    } else {
      segmentInPieces(text.slice(from, to), (start, end) => visit(from + start, from + end));
    }
    from = to;
  }
}

/** In UTF-16 units. */
const pieceLength = 200;

/**
 * Visits the graphemes of a text. The segmenter takes several times as long for each grapheme of a long text, so it gets
 * pieces. Where a grapheme starts depends on nothing before the one before it, so a piece starts with the last grapheme
 * of the piece before, which may have been cut.
 */
function segmentInPieces(text: string, visit: (offset: number, end: number) => void): void {
  let from = 0;
  let length = pieceLength;
  while (from < text.length) {
    let to = Math.min(from + length, text.length);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to += 1;
    let start = from;
    for (const { index } of graphemeSegmenter.segment(text.slice(from, to))) {
      if (index > 0) visit(start, from + index);
      start = from + index;
    }
    // A grapheme as long as its piece needs a longer one.
    length = start === from ? 2 * length : pieceLength;
    if (to === text.length) visit(start, to);
    from = to === text.length ? to : start;
  }
}
