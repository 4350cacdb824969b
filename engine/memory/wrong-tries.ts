// Counts the wrong tries of one attempt, character by character: at the second one a hidden character is shown.

import type { Attempt } from "../attempt.ts";
import { offsetOfStep, type PreparedExample, stepAtOffset } from "../example.ts";

/** Wrong keys at a character that are less than this apart are one try. */
const tryMs = 1_000;

export class WrongTries {
  readonly #example: PreparedExample;
  /** By step. */
  readonly #counts = new Map<number, number>();
  readonly #lastWrongAt = new Map<number, number>();
  #lastError: Attempt["lastError"] = null;

  constructor(example: PreparedExample) {
    this.#example = example;
  }

  /**
   * Call it after each keystroke. Returns how many wrong tries there are now at the character of this keystroke, if it
   * was one more, else 0. A character of an input method in place of a plain one is none.
   * @param begunAt the time of the first event. Times count in whole ms from there, as a packed log keeps them, so that
   *   the browser and the server count the same tries
   */
  note({ lastError }: Attempt, begunAt: number): number {
    if (lastError === this.#lastError) return 0;
    this.#lastError = lastError;
    if (lastError === null || lastError.hint === "input-method") return 0;
    const step = stepAtOffset(this.#example, lastError.offset);
    const at = Math.floor(lastError.at - begunAt);
    const last = this.#lastWrongAt.get(step);
    this.#lastWrongAt.set(step, at);
    if (last !== undefined && at - last < tryMs) return 0;
    const count = (this.#counts.get(step) ?? 0) + 1;
    this.#counts.set(step, count);
    return count;
  }

  /** The start and end of each character that had wrong tries, in UTF-16 units, with their number. */
  get spans(): readonly (readonly [start: number, end: number, count: number])[] {
    return [...this.#counts].map(([step, count]) => [...spanOfStep(this.#example, step), count] as const);
  }
}

/** The start and end of a character, in UTF-16 units. */
export function spanOfStep(example: PreparedExample, step: number): readonly [start: number, end: number] {
  return [offsetOfStep(example, step), offsetOfStep(example, step + 1)];
}
