// The ghost: where the caret of an earlier run was at each moment, read from its packed log.

import { type Attempt, newAttempt, reduce } from "@tabstop/engine/attempt";
import type { PreparedExample } from "@tabstop/engine/example";
import { progress } from "@tabstop/engine/metrics";
import { logFromText, replayPacked } from "@tabstop/engine/packed-log";

export type Ghost = {
  /** The moves of its caret in order, the first one at 0; times never fall. */
  readonly moves: readonly GhostMove[];
  /** When its caret first came to each step of the example, ms; the last one is its end. */
  readonly reachedMs: ArrayLike<number>;
};

export type GhostMove = {
  /** Ms since the run's first key. */
  readonly ms: number;
  /** The caret's place after it, in UTF-16 units of the example's text. */
  readonly offset: number;
  /** The typed share after it, 0 to 100. */
  readonly percent: number;
};

/** `log` as a replay brings it. Returns null when it does not type this whole example. */
export function ghostOf(example: PreparedExample, log: string): Ghost | null {
  const packed = logFromText(log);
  const replay = packed === null ? null : replayPacked(example, packed);
  if (replay?.ok !== true || replay.attempt.kind !== "done") return null;
  const { startedAt } = replay.attempt;
  const moves: GhostMove[] = [moveOf(newAttempt(example), 0)];
  const reachedMs = new Float64Array(example.steps + 1);
  let attempt = newAttempt(example);
  let furthest = 0;
  let ms = 0;
  for (const keystroke of replay.log) {
    const next = reduce(attempt, keystroke);
    ms = Math.max(ms, keystroke.at - startedAt);
    if (next.step !== attempt.step) moves.push(moveOf(next, ms));
    while (furthest < next.step) reachedMs[++furthest] = ms;
    attempt = next;
  }
  return { moves, reachedMs };
}

/** The index of the ghost's last move at a time. */
export function moveAt({ moves }: Ghost, ms: number): number {
  let low = 0;
  let high = moves.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((moves[middle]?.ms ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How long ago the ghost came to the place where the learner is now, ms; negative when it has yet to come there. */
export function behindMs({ reachedMs }: Ghost, attempt: Attempt, elapsedMs: number): number {
  return elapsedMs - (reachedMs[attempt.step] ?? 0);
}

function moveOf({ example, offset, cursor }: Attempt, ms: number): GhostMove {
  return { ms, offset, percent: progress(cursor, example.length) };
}
