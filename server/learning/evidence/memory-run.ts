// What the log of a run from memory shows: where the learner asked for help, and where they tried in vain.

import { type Attempt, type KeystrokeLog, newAttempt, reduce } from "@tabstop/engine/attempt";
import { offsetOfStep, prepare, stepAtOffset } from "@tabstop/engine/example";
import { resultMs } from "@tabstop/engine/metrics";
import { logFromText, replayPacked } from "@tabstop/engine/packed-log";

export type MemoryRunJob = {
  readonly kind: "memory";
  /** The code of the example. */
  readonly code: string;
  /** The packed log as it was sent. */
  readonly log: string;
};

/** null when it is no log that completes this code. */
export type MemoryRunResult = {
  readonly timeMs: number;
  /** The characters of the code, in code points. */
  readonly characters: number;
  /** The start and the end of each character at which the learner asked for help, in UTF-16 units. */
  readonly helps: readonly (readonly [start: number, end: number])[];
  /** The same for wrong tries, with their number. */
  readonly tries: readonly (readonly [start: number, end: number, count: number])[];
} | null;

/** Wrong keys at a character that are less than this apart are one try. */
const tryMs = 1_000;

export function replayMemoryRun(job: MemoryRunJob): MemoryRunResult {
  const packed = logFromText(job.log);
  if (packed === null) return null;
  const example = prepare(job.code);
  const helpSteps = new Set<number>();
  const replayed = replayPacked(example, packed, { onShow: ({ step }) => helpSteps.add(step) });
  if (!replayed.ok || replayed.attempt.kind !== "done") return null;
  const spanOf = (step: number) => [offsetOfStep(example, step), offsetOfStep(example, step + 1)] as const;
  const tries = triesOf(newAttempt(example), replayed.log);
  return {
    timeMs: resultMs(replayed.attempt),
    characters: replayed.attempt.cursor,
    // Help after the last character shows nothing.
    helps: [...helpSteps].filter((step) => step < example.steps).map(spanOf),
    tries: [...tries].map(([step, count]) => [...spanOf(step), count] as const),
  };
}

/** The number of wrong tries at each step. A character of an input method in place of a plain one is none. */
function triesOf(start: Attempt, log: KeystrokeLog): ReadonlyMap<number, number> {
  const tries = new Map<number, number>();
  const lastWrongAt = new Map<number, number>();
  let attempt = start;
  for (const keystroke of log) {
    const next = reduce(attempt, keystroke);
    const error = next.lastError;
    if (error !== null && error !== attempt.lastError && error.hint !== "input-method") {
      const step = stepAtOffset(next.example, error.offset);
      const last = lastWrongAt.get(step);
      if (last === undefined || error.at - last >= tryMs) tries.set(step, (tries.get(step) ?? 0) + 1);
      lastWrongAt.set(step, error.at);
    }
    attempt = next;
  }
  return tries;
}
