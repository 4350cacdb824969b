// The words and figures at the end of a lesson and of a course.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { codePoints } from "@tabstop/engine/code-points";
import { durationText } from "../duration-text.ts";
import { capital, inWords } from "../../ui/words.ts";
import type { OpenExamples } from "./course-end.ts";

/** In characters: with a longer title the button would not fit beside the other one. */
const longestTitleOnButton = 24;

/** 'Type keyof typeof'; `title` is null while it is not loaded. */
export function openButtonText(title: string | null): string {
  return title === null || codePoints(title) > longestTitleOnButton
    ? "Type the next open one"
    : `Type ${title}`;
}

/** 'Generics, Constraints and keyof, example 3 of 3. One more is still open: Modifiers in a mapped type.' */
export function openSentence({ count, first, other }: OpenExamples): string {
  const place = first === null ? "" : `${first.place}.`;
  const more = count - 1;
  if (more === 0) return place;
  const are = more === 1 ? "is" : "are";
  const named = other === null ? "." : `: ${other}.`;
  return `${place} ${capital(inWords(more))} more ${are} still open${named}`.trim();
}

/** A name and what stands below it. */
export type EndFigure = { readonly name: string; readonly value: string };

type CourseFigures = ResponseOf<"getCourseFigures">;

/** Those that are known, in their order. */
export function courseFigures({
  ms,
  accuracy,
  first_wpm: first,
  last_wpm: last,
  examples,
}: CourseFigures): readonly EndFigure[] {
  const speed = median(examples.flatMap(({ wpm }) => wpm ?? []));
  return endFigures({ speed, accuracy, ms, first, last }, "First to last ten");
}

/** `ms` is null, as each of the others, while it is unknown. */
export function endFigures(
  {
    speed,
    accuracy,
    ms,
    first,
    last,
  }: Readonly<Record<"speed" | "accuracy" | "ms" | "first" | "last", number | null>>,
  firstToLast: "First to last" | "First to last ten",
): readonly EndFigure[] {
  const figures = [
    { name: "Speed", value: speed === null ? null : `${speed} wpm` },
    { name: "Accuracy", value: accuracy === null ? null : `${accuracy}%` },
    { name: "Time typed", value: ms === null || ms === 0 ? null : durationText(ms) },
    { name: firstToLast, value: first === null || last === null ? null : `${first} to ${last} wpm` },
  ];
  return figures.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
}

/** The middle one, or the mean of the two middle ones, cut; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.floor((low + high) / 2);
}
