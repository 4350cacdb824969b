// The figures of an attempt: whole numbers, all computed from the keystrokes. The formulas are in section 5 of the
// specification and under 'Typing' in the decisions.

import { type Attempt, type KeystrokeLog, replay } from "./attempt.ts";

export type Metrics = {
  /** 0 to 100. */
  readonly progress: number;
  /** 0 to 100. */
  readonly accuracy: number;
  readonly errors: number;
  readonly elapsedMs: number;
  readonly isComplete: boolean;
};

/** The stored time of a completion is from 1 ms to 24 h. */
export const longestResultMs = 86_400_000;

/** Clocks that differ by more than this at the end of a run were set or stopped during it. */
const clockToleranceMs = 2_000;

/** The metrics at a time on the keystrokes' clock. Once the attempt is done, the time does not matter. */
export function metrics(attempt: Attempt, at: number): Metrics {
  return {
    progress: progress(attempt.cursor, attempt.example.length),
    accuracy: accuracy(attempt.cursor, attempt.errors),
    errors: attempt.errors,
    elapsedMs: elapsedMs(attempt, at),
    isComplete: attempt.kind === "done",
  };
}

/** The metrics of a whole log, at its last key. */
export function metricsOfLog(text: string, log: KeystrokeLog): Metrics {
  return metrics(replay(text, log), log.at(-1)?.at ?? 0);
}

/** The typed share in whole percent, rounded down. Cursor and length in code points. */
export function progress(cursor: number, length: number): number {
  // Multiply first: 29 / 100 * 100 is 28.999… An example without characters has no keystroke yet or is complete: 0.
  return length === 0 ? 0 : Math.floor((100 * cursor) / length);
}

/** In whole percent, rounded down, at least 0. Before the first character: 100 without an error, else 0. */
export function accuracy(cursor: number, errors: number): number {
  if (cursor === 0) return errors === 0 ? 100 : 0;
  return Math.max(0, Math.floor((100 * (cursor - errors)) / cursor));
}

/** Whole ms, rounded down, since the first judged keystroke, up to `at` or the end; 0 before the first. */
export function elapsedMs(attempt: Attempt, at: number): number {
  if (attempt.kind === "ready") return 0;
  const end = attempt.kind === "done" ? attempt.endedAt : at;
  // An event may have an earlier time than the event before it.
  return Math.max(0, Math.floor(end - attempt.startedAt));
}

/**
 * The time to store for a finished attempt: whole ms, kept between 1 ms and 24 h, so that no completion is refused for
 * it.
 */
export function resultMs(done: Extract<Attempt, { kind: "done" }>): number {
  return Math.min(Math.max(1, elapsedMs(done, done.endedAt)), longestResultMs);
}

/** The speed in whole words a minute, cut; a word has five code points. null without a time. */
export function wordsPerMinute(codePoints: number, ms: number): number | null {
  return ms > 0 ? Math.floor((codePoints * 12_000) / ms) : null;
}

/**
 * Whether the durations of a run by the device's clock and by the monotonic clock differ too much: such a run completes
 * the example but sets no time.
 */
export function isClockFalsified(monotonicMs: number, deviceMs: number): boolean {
  return Math.abs(deviceMs - monotonicMs) > clockToleranceMs;
}

/**
 * mm:ss.cc: hundredths are rounded down, minutes go beyond 59. '--:--' for no time. RangeError for a negative number or
 * NaN.
 */
export function formatTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "--:--";
  if (!Number.isFinite(ms) || ms < 0) throw new RangeError(`a time of ${ms} ms`);
  const hundredths = Math.floor(ms / 10);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}
