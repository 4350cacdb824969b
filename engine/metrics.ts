/** What an attempt is worth: whole numbers only, all functions of the keystrokes. Formulas: specification 5, decisions 'Typing'. */
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

/** A completion's time is stored from 1 ms to 24 h. */
export const longestResultMs = 86_400_000;

/** Clocks that differ by more than this at the end of a run were changed or stood still meanwhile. */
const clockToleranceMs = 2_000;

/** The metrics at a time on the keystrokes' clock; once the attempt is done the time no longer matters. */
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

/** The share typed, in whole percent, cut. Cursor and length in code points. */
export function progress(cursor: number, length: number): number {
  // Multiply first: 29 / 100 * 100 is 28.999… An example without a character is complete or has no key yet: 0.
  return length === 0 ? 0 : Math.floor((100 * cursor) / length);
}

/** In whole percent, cut, never below 0. Before the first character: 100 while there is no error, else 0. */
export function accuracy(cursor: number, errors: number): number {
  if (cursor === 0) return errors === 0 ? 100 : 0;
  return Math.max(0, Math.floor((100 * (cursor - errors)) / cursor));
}

/** Whole ms, cut, since the first judged key, up to `at` or the end; 0 before the first. */
export function elapsedMs(attempt: Attempt, at: number): number {
  if (attempt.kind === "ready") return 0;
  const end = attempt.kind === "done" ? attempt.endedAt : at;
  // Events may carry a time before that of the event ahead of them.
  return Math.max(0, Math.floor(end - attempt.startedAt));
}

/** The time to store for a finished attempt: whole ms, held within 1 ms and 24 h, so that no finish is refused for it. */
export function resultMs(done: Extract<Attempt, { kind: "done" }>): number {
  return Math.min(Math.max(1, elapsedMs(done, done.endedAt)), longestResultMs);
}

/**
 * Whether a run's two durations, by the device's clock and by the monotonic one, disagree too much: it completes
 * the example but sets no time.
 */
export function isClockFalsified(monotonicMs: number, deviceMs: number): boolean {
  return Math.abs(deviceMs - monotonicMs) > clockToleranceMs;
}

/** mm:ss.cc: hundredths cut, minutes run on. '--:--' for no time. RangeError for a negative or no number. */
export function formatTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "--:--";
  if (!Number.isFinite(ms) || ms < 0) throw new RangeError(`a time of ${ms} ms`);
  const hundredths = Math.floor(ms / 10);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}
