// Compares plans over all learners of a kind: means, spreads, and for how many learners each plan was the better one.

import { median, shown } from "../support/figures.ts";
import type { PracticeCourse } from "./course.ts";
import { drawLearner, type LearnerKind } from "./learner.ts";
import { type Plan, practise, type Result } from "./practise.ts";
import type { Worth } from "./true-memory.ts";

export type Comparison = { readonly plan: Plan; readonly results: readonly Result[] };

/** Each plan with the same learners, from number 0 on. */
export function compare(
  course: PracticeCourse,
  plans: readonly Plan[],
  kind: LearnerKind,
  count: number,
  worth: Worth,
): readonly Comparison[] {
  const learners = Array.from({ length: count }, (_, number) => drawLearner(kind, number, worth));
  return plans.map((plan) => ({ plan, results: learners.map((learner) => practise(course, plan, learner)) }));
}

export const columns = [
  "plan",
  "known day 60 %",
  "known day 90 %",
  "met %",
  "minutes",
  "min a known one",
  "from memory %",
  "behind last plan %",
];

/** Means, with the standard deviation over the learners after `±`. The last plan is the one that others are held against. */
export function rowsOf(comparisons: readonly Comparison[]): readonly (readonly string[])[] {
  const last = comparisons.at(-1)?.results ?? [];
  return comparisons.map(({ plan, results }) => {
    const percent = (value: (result: Result) => number) => results.map((result) => 100 * value(result));
    const behind = results.filter(({ knownLater }, learner) => knownLater < (last[learner]?.knownLater ?? 0));
    return [
      plan.name,
      spread(percent(({ known }) => known)),
      spread(percent(({ knownLater }) => knownLater)),
      mean(percent(({ met }) => met)).toFixed(0),
      mean(results.map(({ minutes }) => minutes)).toFixed(0),
      shown(median(results.map(({ minutesPerKnown }) => minutesPerKnown)), 1),
      mean(percent(({ fromMemory }) => fromMemory)).toFixed(0),
      results === last ? "" : ((100 * behind.length) / results.length).toFixed(0),
    ];
  });
}

function spread(values: readonly number[]): string {
  const middle = mean(values);
  const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return `${middle.toFixed(1)} ± ${deviation.toFixed(1)}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
