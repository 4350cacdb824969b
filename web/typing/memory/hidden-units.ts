// What of an example is hidden at this moment, by its UTF-16 units: the one thing that all parts of the drawing ask. It
// speaks in whole steps, because a part of a character is never drawn.

import { offsetOfStep, type PreparedExample, stepAtOffset } from "@tabstop/engine/example";
import { forEachStep } from "../rows.ts";
import { type AskedPlace, type HiddenText, type MemoryWay, piecesOf } from "./hidden-text.ts";

/** [start, end) in UTF-16 units of the text. */
export type Part = { readonly start: number; readonly end: number };

export class HiddenUnits {
  readonly way: MemoryWay;
  readonly #example: PreparedExample;
  /** By unit: 0 where the text was never hidden, else one more than the index of its blank. */
  readonly #blankOf: Int32Array;
  /** By unit: 1 where help would show something, which in Recall are line ends too. */
  readonly #asked: Uint8Array;
  /** As `#asked`, less what help has shown. */
  readonly #secret: Uint8Array;
  #told: Part[] = [];

  constructor(example: PreparedExample, { way, blanks }: HiddenText) {
    const { text } = example;
    this.way = way;
    this.#example = example;
    this.#blankOf = new Int32Array(text.length);
    for (const [index, { start, end }] of blanks.entries()) {
      const whole = wholeSteps(example, { start, end: Math.min(end, text.length) });
      this.#blankOf.fill(index + 1, whole.start, whole.end);
    }
    // A line end that shares its step with invisible characters is drawn as a line end.
    for (let unit = text.indexOf("\n"); unit !== -1; unit = text.indexOf("\n", unit + 1))
      this.#blankOf.fill(0, offsetOfStep(example, stepOf(example, unit)), unit + 1);
    this.#asked = Uint8Array.from(this.#blankOf, (blank) => (blank > 0 ? 1 : 0));
    if (way === "recall")
      for (let unit = text.indexOf("\n"); unit !== -1; unit = text.indexOf("\n", unit + 1))
        this.#asked.fill(1, offsetOfStep(example, stepOf(example, unit)), unit + 1);
    this.#secret = this.#asked.slice();
  }

  /** Whether the text has a blank at a unit, whatever was typed or shown since. */
  isBlank(unit: number): boolean {
    return (this.#blankOf[unit] ?? 0) > 0;
  }

  /** Whether a unit must not be seen before it is typed. */
  isSecret(unit: number): boolean {
    return this.#secret[unit] === 1;
  }

  /** What help has shown in this attempt, in the order of showing. */
  get told(): readonly Part[] {
    return this.#told;
  }

  /** Returns the parts that may be seen now. */
  tell(places: readonly AskedPlace[]): readonly Part[] {
    const parts = places
      .flatMap(({ pieces }) => piecesOf(pieces))
      .map(([start, end]) => wholeSteps(this.#example, { start, end }));
    for (const { start, end } of parts) this.#secret.fill(0, start, end);
    this.#told = [...this.#told, ...parts];
    return parts;
  }

  /** A new attempt hides the same again. */
  reset(): void {
    this.#secret.set(this.#asked);
    this.#told = [];
  }

  /** The text between two offsets, cut where a blank begins or ends. */
  cut(from: number, to: number): readonly (Part & { readonly isBlank: boolean })[] {
    return cutBy(from, to, (unit) => this.#blankOf[unit] ?? 0).map((part) => ({
      ...part,
      isBlank: this.isBlank(part.start),
    }));
  }

  /** The text between two offsets, cut where what may be seen begins or ends. What is typed may be seen. */
  cutSecret(from: number, to: number, typedTo: number): readonly (Part & { readonly isSecret: boolean })[] {
    const isSecret = (unit: number) => unit >= typedTo && this.isSecret(unit);
    return cutBy(from, to, (unit) => (isSecret(unit) ? 1 : 0)).map((part) => ({
      ...part,
      isSecret: isSecret(part.start),
    }));
  }
}

function cutBy(from: number, to: number, keyOf: (unit: number) => number): Part[] {
  const parts: Part[] = [];
  for (let start = from; start < to; ) {
    const key = keyOf(start);
    let end = start + 1;
    while (end < to && keyOf(end) === key) end++;
    parts.push({ start, end });
    start = end;
  }
  return parts;
}

/** The step that a unit belongs to. */
function stepOf(example: PreparedExample, unit: number): number {
  const step = stepAtOffset(example, unit);
  return offsetOfStep(example, step) > unit ? step - 1 : step;
}

/** A part, enlarged to the steps that it touches. */
function wholeSteps(example: PreparedExample, { start, end }: Part): Part {
  if (example.stepStarts === null || start >= end) return { start, end };
  return {
    start: offsetOfStep(example, stepOf(example, start)),
    end: offsetOfStep(example, stepAtOffset(example, end)),
  };
}

/** Visits the steps of [from, to) that have a blank. */
export function forEachBlankStep(
  example: PreparedExample,
  hidden: HiddenUnits,
  { start: from, end: to }: Part,
  visit: (start: number, end: number) => void,
): void {
  forEachStep(example, from, to, (start, end) => {
    if (hidden.isBlank(start)) visit(start, end);
  });
}
