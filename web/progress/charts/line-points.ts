// The line of a value by day: its pieces, its axis and what is said of it. Pure.

import { scaleLinear } from "d3-scale";
import { dayAfter, dayAndMonth, daysBetween } from "../../learning/days.ts";
import { counted, thousands } from "../../ui/words.ts";

export type Point = { readonly day: string; readonly value: number };

export type ValueAxis = {
  /** Where it begins. It is said if that is not 0. */
  readonly start: number;
  readonly end: number;
  readonly ticks: readonly number[];
};

/** A line is not drawn across more missing days than this. */
const mostMissing = 3;
/** An axis of all time has at least so many days. */
const fewestDays = 7;

/** The pieces of the line, in order. One of a single point is a dot. */
export function pieces(points: readonly Point[]): readonly (readonly Point[])[] {
  const all: Point[][] = [];
  for (const point of points) {
    const piece = all.at(-1);
    const before = piece?.at(-1);
    if (piece && before && daysBetween(before.day, point.day) - 1 <= mostMissing) piece.push(point);
    else all.push([point]);
  }
  return all;
}

/** The first and last day of the axis: those of the period, or of all the days there are. */
export function axisDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  points: readonly { readonly day: string }[],
  today: string,
): { readonly from: string; readonly to: string } {
  const last = to ?? [today, points.at(-1)?.day ?? today].toSorted().at(-1) ?? today;
  if (from !== undefined) return { from, to: last };
  const earliest = dayAfter(last, 1 - fewestDays);
  return { from: [points[0]?.day ?? earliest, earliest].toSorted()[0] ?? earliest, to: last };
}

/** Words a minute, from 0. */
export function speedAxis(points: readonly Point[]): ValueAxis {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const scale = scaleLinear([0, most], [0, 1]).nice(3);
  // Halves of a word a minute are not measured.
  const ticks = scale.ticks(3).filter(Number.isInteger);
  return { start: 0, end: Math.max(1, ...scale.domain()), ticks };
}

/** The starts of an axis of accuracy, in percent, each with the step between its numbers. */
const accuracyStarts = [
  [90, 5],
  [80, 10],
  [70, 10],
  [60, 20],
  [40, 20],
  [0, 25],
] as const;

/** In percent, from the greatest start that has all values. */
export function accuracyAxis(points: readonly Point[]): ValueAxis {
  const least = Math.min(100, ...points.map(({ value }) => value));
  const [start, step] = accuracyStarts.find(([from]) => from <= least) ?? [0, 25];
  const ticks = Array.from({ length: (100 - start) / step + 1 }, (_, tick) => start + tick * step);
  return { start, end: 100, ticks };
}

/** 'Speed from 41 to 57 words per minute over 31 days' */
export function lineSentence(name: string, unit: string, points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return name;
  if (points.length === 1) return `${name} ${thousands(last.value)} ${unit} on ${dayAndMonth(last.day)}`;
  const days = counted(points.length, "day");
  return `${name} from ${thousands(first.value)} to ${thousands(last.value)} ${unit} over ${days}`;
}
