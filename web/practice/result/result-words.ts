// The words of a result: differences to the best run before it, slips, and what is announced.

import { counted, list } from "../../ui/words.ts";
import type { SlipGroup } from "./run-analysis.ts";

/** '2 wpm faster than your best run, 21 November'. */
export type Difference = {
  /** The figure in front, such as '2 wpm'; null for words alone. */
  readonly figure: string | null;
  readonly text: string;
};

/** `day` is the day of the best run, such as '21 November'; null when it is not known. */
export function speedDifference(wpm: number, before: number, day: string | null): Difference {
  const best = day === null ? "your best run" : `your best run, ${day}`;
  if (wpm === before) return { figure: null, text: `the same as ${best}` };
  return {
    figure: `${Math.abs(wpm - before)} wpm`,
    text: `${wpm > before ? "faster" : "slower"} than ${best}`,
  };
}

/** '1 point higher' */
export function accuracyDifference(percent: number, before: number): string {
  if (percent === before) return "the same";
  return `${counted(Math.abs(percent - before), "point")} ${percent > before ? "higher" : "lower"}`;
}

/** '2 fewer' */
export function errorsDifference(errors: number, before: number): string {
  if (errors === before) return "the same";
  return `${Math.abs(errors - before)} ${errors < before ? "fewer" : "more"}`;
}

/** '3.18 s faster'; both in ms. */
export function timeDifference(timeMs: number, before: number): string {
  const ms = Math.abs(before - timeMs);
  if (ms === 0) return "the same";
  const figure = ms < 10 ? "less than 0.01 s" : `${secondsText(ms)} s`;
  return `${figure} ${timeMs < before ? "faster" : "slower"}`;
}

/** '24.18', cut to hundredths. */
export function secondsText(ms: number): string {
  return (Math.floor(ms / 10) / 100).toFixed(2);
}

/** What is announced of a run; `more` are sentences of its own. */
export function doneSentence(
  run: {
    readonly wpm: number;
    readonly accuracy: number;
    readonly errors: number;
    readonly shownMs: number;
  },
  more: readonly (string | null)[],
): string {
  const minutes = Math.floor(run.shownMs / 60_000);
  const figures = [
    `${counted(run.wpm, "word")} per minute`,
    `${run.accuracy} % accuracy`,
    counted(run.errors, "error"),
    `${minutes > 0 ? `${counted(minutes, "minute")} ` : ""}${secondsText(run.shownMs % 60_000)} seconds`,
  ].join(", ");
  return ["Done.", `${figures}.`, ...more.filter((sentence) => sentence !== null)].join(" ");
}

/** ', twice' or ', 3 times'; '' for once. */
export function timesText(times: number): string {
  return times < 2 ? "" : times === 2 ? ", twice" : `, ${times} times`;
}

/** The keys that have no sign of their own. */
const keyNames: Readonly<Record<string, string>> = { " ": "space", "\n": "Enter", "\t": "Tab" };

/** The name of a key without a sign; else null. */
export function keyName(text: string): string | null {
  return keyNames[text] ?? null;
}

const mostLinesNamed = 3;

/** 'Line 4', 'Lines 4 and 9', 'Lines 1, 4, 9 and 2 more'. */
export function linesText({ lines }: Pick<SlipGroup, "lines">): string {
  if (lines.length === 1) return `Line ${lines[0]}`;
  const named = lines.slice(0, mostLinesNamed).map(String);
  const rest = lines.length - named.length;
  return `Lines ${list(rest > 0 ? [...named, `${rest} more`] : named)}`;
}
