// How fast a run was typed at each moment, in words a minute, for its chart. Pure.

import { list } from "../ui/words.ts";
import type { Replay } from "./replay.ts";

export type SpeedPoint = {
  /** Since the first key. */
  readonly atMs: number;
  readonly wordsPerMinute: number;
};

/** The speed at a moment is that of the characters typed in this time before it. */
const windowMs = 2_000;
/** In the first moments of a run the window is still short: one key in 50 ms is no speed. */
const shortestWindowMs = 1_000;
const sampleMs = 500;
const mostSamples = 240;
const charactersPerWord = 5;

/**
 * The speed at regular moments from the first key to the last, at most 241. Characters that were typed again after a
 * deletion count again, and deleting counts nothing, so no speed is negative. In a long run the moments are further apart
 * than two seconds, and each has the speed since the one before, so that no part of the run is left out.
 */
export function speedOf({ steps, durationMs }: Pick<Replay, "steps" | "durationMs">): readonly SpeedPoint[] {
  const samples = Math.max(1, Math.min(mostSamples, Math.ceil(durationMs / sampleMs)));
  const stepMs = durationMs / samples;
  const span = Math.max(windowMs, stepMs);
  const typed = typedCharacters(steps);
  return Array.from({ length: samples + 1 }, (_, index) => {
    const atMs = index === samples ? durationMs : index * stepMs;
    const from = atMs - span;
    const characters = typed(atMs) - (from < 0 ? 0 : typed(from));
    const minutes = Math.max(shortestWindowMs, Math.min(span, atMs)) / 60_000;
    return { atMs, wordsPerMinute: characters / charactersPerWord / minutes };
  });
}

/** The speed at a moment, on the line that connects the points. */
export function speedAt(points: readonly SpeedPoint[], atMs: number): number {
  const next = points.findIndex((point) => point.atMs >= atMs);
  const after = points[next] ?? points.at(-1);
  const before = points[next - 1] ?? after;
  if (after === undefined || before === undefined) return 0;
  const length = after.atMs - before.atMs;
  const share = length === 0 ? 1 : (atMs - before.atMs) / length;
  return before.wordsPerMinute + (after.wordsPerMinute - before.wordsPerMinute) * Math.min(1, share);
}

/** A row of the table that says what the chart shows. */
export type SpeedRow = SpeedPoint & {
  /** The wrong keys since the row before, ms since the first key. */
  readonly slips: readonly number[];
};

const mostRows = 24;

/** A few points for a table, the last one at the end of the run, each with the slips up to it. */
export function speedRows(points: readonly SpeedPoint[], slips: readonly number[]): readonly SpeedRow[] {
  const every = Math.ceil(points.length / mostRows);
  const chosen = points.filter((_, index) => (points.length - 1 - index) % every === 0);
  return chosen.map((point, index) => {
    const from = chosen[index - 1]?.atMs ?? Number.NEGATIVE_INFINITY;
    return { ...point, slips: slips.filter((slip) => slip > from && slip <= point.atMs) };
  });
}

/** What the chart shows, in one sentence. */
export function speedSentence(points: readonly SpeedPoint[], slips: readonly number[]): string {
  const speeds = points.map(({ wordsPerMinute }) => wordsPerMinute).sort((a, b) => a - b);
  const [least, median, most] = [0, speeds.length >> 1, speeds.length - 1].map((index) =>
    Math.round(speeds[index] ?? 0),
  );
  return `Speed over the run between ${least} and ${most} words per minute, median ${median}; ${slipsText(slips)}`;
}

/** More than this many would be read for a minute. */
const mostSlipsRead = 12;

function slipsText(slips: readonly number[]): string {
  if (slips.length === 0) return "no slips";
  if (slips.length > mostSlipsRead) return `${slips.length} slips`;
  return `${slips.length === 1 ? "slip" : "slips"} at ${list(slips.map(secondsText))} seconds`;
}

/** The slips of a row of the table. */
export function rowSlipsText(slips: readonly number[]): string {
  if (slips.length === 0) return "none";
  return slips.length > mostSlipsRead ? `${slips.length} slips` : slips.map(secondsText).join(", ");
}

/** Seconds with tenths, rounded down, such as `5.1`. */
export function secondsText(ms: number): string {
  return (Math.floor(ms / 100) / 10).toFixed(1);
}

/** For each index of the characters typed so far: their number at a time since the first key, ms. */
function typedCharacters(steps: Replay["steps"]): (ms: number) => number {
  const sums: number[] = [];
  let sum = 0;
  let cursor = 0;
  for (const { attempt } of steps) {
    sum += Math.max(0, attempt.cursor - cursor);
    cursor = attempt.cursor;
    sums.push(sum);
  }
  // Asked in rising order twice over, by the end and by the start of the window: a search is quick enough.
  return (ms) => {
    let low = 0;
    let high = steps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((steps[middle]?.at ?? 0) <= ms) low = middle + 1;
      else high = middle;
    }
    return sums[low - 1] ?? 0;
  };
}
