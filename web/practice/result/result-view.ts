// What the overlay says about a finished run. Everything that depends on whether the run counts is decided here, so that
// no two parts of the overlay contradict each other.

import { longestResultMs, wordsPerMinute } from "@tabstop/engine/metrics";
import { dayAndMonth } from "../../learning/days.ts";
import { todayOf } from "../../learning/when-text.ts";
import type { Result } from "../../typing/run.ts";
import { outputHeading } from "../../ui/output-heading.ts";
import type { Example } from "../flow.ts";
import { type UnsavedRuns, unsentSentence } from "../unsaved-runs.ts";
import {
  accuracyDifference,
  type Difference,
  doneSentence,
  errorsDifference,
  speedDifference,
  timeDifference,
} from "./result-words.ts";
import { isTooFast, type ShownResult } from "./shown-result.ts";

export type ResultView = {
  readonly title: string;
  readonly result: Result;
  /** What the code prints, with its heading; the text is '' when nothing is known of it. */
  readonly output: Output;
  /** In whole words a minute, by the time that the clock showed. */
  readonly wpm: number;
  /** 'New Record!': a best time before it was beaten, or none before it is known. */
  readonly record: "beaten" | "first" | null;
  /** The run beside the learner's best one before it. */
  readonly differences: Differences;
  /** The times on the ruler; null when this run does not belong on it. */
  readonly chart: Chart | null;
  /** A sentence; null when the rank is unknown. */
  readonly rank: string | null;
  /** Why the run sets no time, or why the server will never have it; null if neither is so. */
  readonly remark: string | null;
  /** Where the run is while the server does not have it; null when it has it, is about to get it, or never will. */
  readonly unsent: string | null;
};

type Output = { readonly heading: string; readonly text: string };

/** Each is null when nothing true can be said. */
type Differences = {
  readonly speed: Difference | null;
  readonly accuracy: string | null;
  readonly errors: string | null;
  readonly time: string | null;
};

export type Chart = {
  readonly nowMs: number;
  readonly bestBeforeMs: number | null;
  /** The fastest time on the board, if it is not the learner's own best. */
  readonly fastestMs: number | null;
};

/** `board.updatedAt` in ms since 1970: a rank that was loaded before the delivery is not the rank after this run. */
export function resultView(
  shown: ShownResult,
  present: Example,
  board: { readonly rank: number | null; readonly updatedAt: number },
  unsaved: UnsavedRuns,
): ResultView {
  const { result, delivered } = shown;
  const isCounted = setsTime(shown, present.code_version);
  const before = isCounted ? bestBefore(shown) : "unknown";
  const isLost = delivered !== null && delivered.loss !== null;
  const rankNow = delivered !== null && !isLost && board.updatedAt >= delivered.at ? board.rank : null;
  return {
    title: shown.example.title,
    result,
    output: outputOf(shown.example, present),
    wpm: speedOf(shown, result.shownMs),
    record: recordOf(isCounted && (delivered?.times?.isRecord ?? shown.isRecord), before),
    differences: differencesTo(before, shown),
    chart: isCounted ? chartOf(shown, before) : null,
    // A rank needs a time: beside a first time, one from before is that of another text or was taken away.
    rank: rankText(before === "none" ? null : shown.rankBefore, rankNow),
    remark: delivered?.loss ?? (isCounted ? null : whyNoTime(shown)),
    unsent: delivered !== null ? null : unsentSentence(unsaved, result.attemptId),
  };
}

/** The newest output of the code that was typed: an admin can change it without the code. */
function outputOf(typed: Example, present: Example): Output {
  const { language, output } = present.code_version === typed.code_version ? present : typed;
  return { heading: outputHeading(language), text: output };
}

/** Whether the run sets a time: as the server reported it, else as far as the browser knows. */
function setsTime({ example, result, delivered }: ShownResult, presentVersion: number): boolean {
  const isPresentText = presentVersion === example.code_version;
  if (result.timeMs === null || (delivered !== null && delivered.loss !== null)) return false;
  const times = delivered?.times ?? null;
  if (times === null) return isPresentText && !isTooFast(example, result);
  if (times.isTooFast) return false;
  // The code may have been changed since: the run counted for what was typed. A last time of another run shows that this
  // one arrived late, or did not count.
  return times.isRecord || times.lastTimeMs === result.timeMs || (times.lastTimeMs !== null && isPresentText);
}

/** The learner's best time before a run that counts; `unknown` when the browser's and the server's do not agree. */
function bestBefore({ result, delivered, bestBeforeMs }: ShownResult): Before {
  const times = delivered?.times ?? null;
  const timeMs = result.timeMs ?? 0;
  // Another device may have set a time since the lesson was loaded, or an admin have taken one away.
  if (times !== null && !times.isRecord)
    return times.bestTimeMs === null || times.bestTimeMs > timeMs ? "unknown" : times.bestTimeMs;
  if (times !== null && bestBeforeMs !== null && bestBeforeMs <= timeMs) return "unknown";
  return bestBeforeMs ?? "none";
}

type Before = number | "none" | "unknown";

/** A record against a time that is not known may be a first one. */
function recordOf(isRecord: boolean, before: Before): ResultView["record"] {
  if (!isRecord) return null;
  return typeof before === "number" ? "beaten" : "first";
}

function differencesTo(before: Before, shown: ShownResult): Differences {
  const none = { speed: null, accuracy: null, errors: null, time: null };
  const { result, bestBeforeMs, bestRunBefore } = shown;
  if (before === "unknown" || result.timeMs === null) return none;
  if (before === "none") {
    // An example that is completed without a time, or whose code was changed since, has had runs.
    const text = shown.isFirst ? "Your first run of this example" : "Your first time here";
    return { ...none, speed: { figure: null, text } };
  }
  // Another device may have set the time: nothing else is known of its run.
  const run = before === bestBeforeMs ? bestRunBefore : null;
  const day = run === null ? null : dayAndMonth(todayOf(new Date(run.ended_at)));
  const known = { accuracy: run?.accuracy ?? null, errors: run?.errors ?? null };
  return {
    speed: speedDifference(speedOf(shown, result.timeMs), speedOf(shown, before), day),
    accuracy: known.accuracy === null ? null : accuracyDifference(result.accuracy, known.accuracy),
    errors: known.errors === null ? null : errorsDifference(result.errors, known.errors),
    time: timeDifference(result.timeMs, before),
  };
}

function speedOf({ prepared }: ShownResult, ms: number): number {
  return wordsPerMinute(prepared.length, ms) ?? 0;
}

/** What is announced when the result is shown. */
export function saidOf({ wpm, result, record, differences, remark }: ResultView): string {
  const { accuracy, errors, shownMs } = result;
  return doneSentence({ wpm, accuracy, errors, shownMs }, [
    record === null ? null : "New record.",
    record === "first" && differences.speed !== null ? `${differences.speed.text}.` : null,
    remark,
  ]);
}

function chartOf({ result, fastestMs }: ShownResult, before: Before): Chart | null {
  const bestBeforeMs = typeof before === "number" ? before : null;
  const other = fastestMs === bestBeforeMs ? null : fastestMs;
  return bestBeforeMs === null && other === null
    ? null
    : { nowMs: result.shownMs, bestBeforeMs, fastestMs: other };
}

function rankText(before: number | null, now: number | null): string | null {
  if (now === null) return null;
  if (before === null) return `Your rank is ${now}.`;
  return before === now
    ? `Your rank is ${now}, as before this run.`
    : `Your rank was ${before} before this run and is ${now} now.`;
}

function whyNoTime({ example, result, delivered }: ShownResult): string {
  const { shownMs, timeMs } = result;
  if (delivered?.times?.isTooFast ?? isTooFast(example, result))
    return "The example is completed, but this run sets no time: it took less than 2 ms a character.";
  if (shownMs === longestResultMs)
    return "The example is completed, but this run sets no time: it took longer than a day.";
  if (timeMs === null)
    return "The example is completed, but this run sets no time: the device slept or its clock was changed during the run.";
  return "The example is completed, but this run sets no time: its text was changed while you typed. Try Again shows the new one.";
}
