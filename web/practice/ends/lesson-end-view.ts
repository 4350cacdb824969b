// What the end of a lesson shows. All but the time typed is in the lesson on the device, the last run included, so it is
// the same without a network.

import { codePoints } from "@tabstop/engine/code-points";
import { wordsPerMinute } from "@tabstop/engine/metrics";
import type { Example, Lesson } from "../flow.ts";
import type { CompletedRun } from "../result/shown-result.ts";
import { type EndFigure, endFigures, median } from "./end-words.ts";

export type ExampleTick = {
  readonly id: number;
  /** In the lesson, from 1. */
  readonly number: number;
  readonly title: string;
  /** The speed of the best run; null without a time. */
  readonly wpm: number | null;
};

export type LessonEndView = {
  /** Those with examples. */
  readonly chapters: readonly (readonly ExampleTick[])[];
  readonly total: number;
  /** The middle of the examples' speeds; null without a time. */
  readonly wpm: number | null;
  readonly figures: readonly EndFigure[];
};

/** @param typedMs the time of all copies in the lesson before the run, ms; null while it is unknown */
export function lessonEndView(
  lesson: Lesson,
  { example, result }: Pick<CompletedRun, "example" | "result">,
  typedMs: number | null,
): LessonEndView {
  let number = 0;
  const chapters = lesson.chapters
    .filter(({ examples }) => examples.length > 0)
    .map(({ examples }) => examples.map((one) => ({ ...tickOf(one), number: ++number })));
  const ticks = chapters.flat();
  const wpm = median(ticks.flatMap(({ wpm: speed }) => speed ?? []));
  const examples = lesson.chapters.flatMap((chapter) => chapter.examples);
  const figures = {
    speed: wpm,
    accuracy: meanOf(
      examples.flatMap((one) =>
        // The lesson on the device gets the time of the run at once, and the run itself when it is loaded again.
        one.id === example.id
          ? one.best_time_ms === null
            ? []
            : result.accuracy
          : (one.best_run?.accuracy ?? []),
      ),
    ),
    ms: typedMs === null ? null : typedMs + result.shownMs,
    first: ticks[0]?.wpm ?? null,
    last: ticks.length > 1 ? (ticks.at(-1)?.wpm ?? null) : null,
  };
  return { chapters, total: number, wpm, figures: endFigures(figures, "First to last") };
}

/** So many percent of the strip's height a bar has at most, so that the needle has room above it. */
const highestShare = 77;

/** The height of a bar in percent; `fastest` is the highest one. The scale ends at a multiple of 20 wpm. */
export function barHeight(wpm: number | null, fastest: number): number {
  const top = Math.max(20, Math.ceil((fastest * 100) / highestShare / 20) * 20);
  return ((wpm ?? 0) * 100) / top;
}

function tickOf({ id, title, code_content: code, best_time_ms: ms }: Example): Omit<ExampleTick, "number"> {
  return { id, title, wpm: ms === null ? null : wordsPerMinute(codePoints(code), ms) };
}

/** Cut; null of none. */
function meanOf(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : Math.floor(values.reduce((sum, value) => sum + value, 0) / values.length);
}
