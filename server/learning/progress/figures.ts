// The figures of some days of practice, and of each day.

import type { DayFigures } from "../../store/memory/progress.ts";

/** The first and the last day; undefined: no such end. */
type Period = { readonly from?: number | undefined; readonly to?: number | undefined };

export type Filter = Period & { readonly language?: string | undefined };

type Figures = {
  readonly completed: number;
  readonly ms: number;
  readonly wpm: number | null;
  readonly accuracy: number | null;
};

type Rates = Pick<Figures, "wpm" | "accuracy">;
type Sums = Pick<DayFigures, "ms" | "characters" | "errors" | "rated_characters">;

export function chosenDays(
  days: readonly DayFigures[],
  { from, to, language }: Filter,
): readonly DayFigures[] {
  return days.filter(
    (one) =>
      (from === undefined || one.day >= from) &&
      (to === undefined || one.day <= to) &&
      (language === undefined || one.language === language),
  );
}

export function figuresOf(days: readonly DayFigures[]): Figures {
  return {
    completed: sumOf(days, "completed"),
    ms: sumOf(days, "ms") + sumOf(days, "review_ms"),
    ...ratesOf(days),
  };
}

/** The days with a copy, all languages of a day together. The rows are in the order of the days. */
export function copyDays(days: readonly DayFigures[]): readonly ({ readonly day: number } & Rates)[] {
  return [...byDay(days.filter(({ runs }) => runs > 0))].map(([day, rows]) => ({ day, ...ratesOf(rows) }));
}

/** The days with practice among the last ones up to today, with the time of copies and runs from memory. */
export function practisedDays(
  days: readonly DayFigures[],
  today: number,
  length: number,
): readonly { readonly day: number; readonly ms: number }[] {
  const some = chosenDays(days, { from: today - length + 1, to: today });
  return [...byDay(some)].map(([day, rows]) => ({ day, ms: sumOf(rows, "ms") + sumOf(rows, "review_ms") }));
}

function byDay(days: readonly DayFigures[]): ReadonlyMap<number, readonly DayFigures[]> {
  const found = new Map<number, DayFigures[]>();
  for (const row of days) {
    const rows = found.get(row.day);
    if (rows === undefined) found.set(row.day, [row]);
    else rows.push(row);
  }
  return found;
}

const charactersOfWord = 5;
const msOfMinute = 60_000;

/** Whole numbers are divided once, so that nothing is rounded before it is cut. */
function ratesOf(days: readonly Sums[]): Rates {
  const [ms, characters] = [sumOf(days, "ms"), sumOf(days, "characters")];
  const [rated, errors] = [sumOf(days, "rated_characters"), sumOf(days, "errors")];
  return {
    wpm: ms === 0 ? null : Math.floor((characters * msOfMinute) / (charactersOfWord * ms)),
    accuracy: rated === 0 ? null : Math.max(0, Math.floor((100 * (rated - errors)) / rated)),
  };
}

function sumOf<K extends string>(rows: readonly { readonly [key in K]: number }[], key: K): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}
