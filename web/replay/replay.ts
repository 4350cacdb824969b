// A run that can be shown again: the attempt after each of its keystrokes, by time. It is built once from the keystrokes,
// so that any position is found without replaying.

import { type Attempt, type KeystrokeLog, newAttempt, reduce } from "@tabstop/engine/attempt";
import type { PreparedExample } from "@tabstop/engine/example";

export type Replay = {
  readonly example: PreparedExample;
  /** In order of time, at least one; the last is the finished attempt. */
  readonly steps: readonly ReplayStep[];
  /** From the first key to the last, whole ms. */
  readonly durationMs: number;
  /** The times of the keystrokes that were wrong, ms since the first key, in order. */
  readonly slips: readonly number[];
};

type ReplayStep = {
  /** Ms since the first key. It never falls, although a keystroke may have an earlier time than the one before it. */
  readonly at: number;
  readonly attempt: Attempt;
};

/** null when the keystrokes do not type the example to its end. */
export function replayOf(example: PreparedExample, log: KeystrokeLog): Replay | null {
  const steps: ReplayStep[] = [];
  const slips: number[] = [];
  let attempt = newAttempt(example);
  let at = 0;
  const first = log[0]?.at ?? 0;
  for (const keystroke of log) {
    const sinceFirst = keystroke.at - first;
    const next = reduce(attempt, { ...keystroke, at: sinceFirst });
    at = Math.max(at, Math.floor(sinceFirst));
    if (next.errors > attempt.errors) slips.push(at);
    if (next !== attempt) steps.push({ at, attempt: next });
    attempt = next;
  }
  return attempt.kind === "done" ? { example, steps, durationMs: at, slips } : null;
}

/** The index of the last step at or before a time since the first key, ms. */
export function stepAt({ steps }: Replay, ms: number): number {
  let low = 0;
  let high = steps.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((steps[middle]?.at ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The attempt at an index of `steps`. Throws a RangeError if there is none. */
export function attemptAt({ steps }: Replay, index: number): Attempt {
  const step = steps[index];
  if (step === undefined) throw new RangeError(`step ${index} of ${steps.length}`);
  return step.attempt;
}
