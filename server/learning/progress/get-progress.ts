// What a learner has done and knows: figures and days of a period, the streak, what they know of each language, and what
// costs them time.

import type { HandlerResult, ParsedQuery } from "@tabstop/contract/endpoints";
import { spokenName } from "@tabstop/syntax/spoken";
import type { Principal } from "../../principal.ts";
import {
  completedByLanguage,
  type DayFigures,
  dayFigures,
  mostFrequentSlips,
  slipsOf,
  slowestAndMiddle,
} from "../../store/memory/progress.ts";
import type { Read, Store } from "../../store/store.ts";
import { firstKeptMonthIn } from "../days/kept-months.ts";
import { longestStreak, streakOf } from "../days/streak.ts";
import { type Today, todayOf } from "../days/today.ts";
import { knownByLanguage } from "../memory/known-by-language.ts";
import type { TaughtConstructs } from "../memory/taught-constructs.ts";
import { costsOf, languagesOf, leastPlaces, leastSlips, mostSlips, mostSlow, typedInstead } from "./costs.ts";
import { chosenDays, copyDays, type Filter, figuresOf, practisedDays } from "./figures.ts";

export type ProgressDeps = {
  readonly store: Store;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly taughtConstructs: TaughtConstructs;
};

type Result = HandlerResult<"getProgress">;

const daysOfYear = 365;

export function getProgress(
  { store, now, taughtConstructs }: ProgressDeps,
  { userId }: Pick<Principal, "userId">,
  { zone, from, to, language }: ParsedQuery<"getProgress">,
): Promise<Result> {
  const filter: Filter = { from: dayNumber(from), to: dayNumber(to), language };
  return store.read(async (db) => {
    const today = await todayOf(db, { userId, now: now() }, zone);
    // All at once, so that PostgreSQL gets them in one round trip.
    const [days, completed, knowledge, cost] = await Promise.all([
      dayFigures(db, userId),
      completedByLanguage(db, userId),
      taughtConstructs(db).then((taught) => knownByLanguage(db, taught, { userId, today: today.day })),
      costOf(db, { userId, today, language }),
    ]);
    const chosen = chosenDays(days, filter);
    return {
      today: today.day,
      languages: [...new Set([...days.map(({ language }) => language), ...completed.keys()])].toSorted(),
      figures: withEarlier(figuresOf(chosen), completed, filter),
      days: copyDays(chosen),
      streak: streaksOf(days, today),
      year: practisedDays(days, today.day, daysOfYear),
      knowledge,
      ...cost,
    };
  });
}

/** Counted from 1970-01-01. */
function dayNumber(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) / dayMs;
}

const dayMs = 86_400_000;

/** Examples that were completed before days were counted are in no day, but of all time they count. */
function withEarlier(
  figures: Result["figures"],
  completed: ReadonlyMap<string, number>,
  { from, to, language }: Filter,
): Result["figures"] {
  if (from !== undefined || to !== undefined) return figures;
  const all = language === undefined ? [...completed.values()] : [completed.get(language) ?? 0];
  return {
    ...figures,
    completed: Math.max(
      figures.completed,
      all.reduce((sum, n) => sum + n, 0),
    ),
  };
}

function streaksOf(days: readonly DayFigures[], today: Today): Result["streak"] {
  const streak = streakOf(days, today);
  return { ...streak, off: [...streak.off], longest: Math.max(streak.days, longestStreak(days)) };
}

type CostOf = {
  readonly userId: number;
  readonly today: Today;
  readonly language: string | undefined;
};

async function costOf(
  db: Read,
  { userId, today, language }: CostOf,
): Promise<Pick<Result, "costs" | "slips">> {
  const of = { userId, month: firstKeptMonthIn(today.at, today.zone), language: language ?? null };
  const [costs, frequent] = await Promise.all([
    slowestAndMiddle(db, { ...of, places: leastPlaces, most: mostSlow }),
    mostFrequentSlips(db, { ...of, least: leastSlips, most: mostSlips }),
  ]);
  const { median, slowest } = costsOf(costs);
  const ids = [...slowest, ...frequent].map(({ id }) => id);
  const slips = ids.length === 0 ? [] : await slipsOf(db, of, ids);
  return {
    costs: {
      median_ms_per_character: median,
      slowest: slowest.map(({ name, ...one }) => ({
        ...one,
        ...named(name),
        typed: typedInstead(slips, one.id),
      })),
    },
    slips: frequent.map(({ id, name, typed, n }) => ({
      ...{ typed, typed_spoken: spokenName(typed), n },
      expected: { id, ...named(name) },
      languages: [...languagesOf(slips, { id, typed })],
    })),
  };
}

function named(name: string): { readonly name: string; readonly spoken: string | null } {
  return { name, spoken: spokenName(name) };
}
