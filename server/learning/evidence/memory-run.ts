// What the log of a run from memory shows: where the learner asked for help, and where they tried in vain.

import { prepare } from "@tabstop/engine/example";
import { spanOfStep, WrongTries } from "@tabstop/engine/memory/wrong-tries";
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

export function replayMemoryRun(job: MemoryRunJob): MemoryRunResult {
  const packed = logFromText(job.log);
  if (packed === null) return null;
  const example = prepare(job.code);
  const helpSteps = new Set<number>();
  const tries = new WrongTries(example);
  const replayed = replayPacked(example, packed, {
    onShow: ({ step }) => helpSteps.add(step),
    onKey: (_before, after) => tries.note(after, 0),
  });
  if (!replayed.ok || replayed.attempt.kind !== "done") return null;
  return {
    timeMs: resultMs(replayed.attempt),
    characters: replayed.attempt.cursor,
    // Help after the last character shows nothing.
    helps: [...helpSteps].filter((step) => step < example.steps).map((step) => spanOfStep(example, step)),
    tries: tries.spans,
  };
}
