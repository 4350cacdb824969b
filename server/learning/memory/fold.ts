// Folds the graded days of a card into its state by FSRS, a day after the other. The same days always lead to the same
// state, in whatever order, how late and how often their runs arrived.

import type { Grade } from "@tabstop/contract/vocabulary";
import { type Card, createEmptyCard, fsrs, Rating, State } from "ts-fsrs";
import type { CardState, DayGrade, Folded, History } from "./card.ts";
import { mostDays, withGrade } from "./history.ts";

/** What was shown on this many calendar days in a row is left alone for a week. */
const mostShownDays = 4;
export const restDays = 7;

/** Beyond the most days that a card keeps, this many of the oldest become the state that they led to. */
const compactedDays = 250;

/**
 * The state of a card. A grade counts on and after the card's due day at that point, and before it only if the
 * construct had to be shown: early practice is no proof.
 * @param metDay the first day on which the learner typed the construct
 */
export function foldCard(metDay: number, history: History): CardState {
  return stateIn(foldDays(metDay, history.base, history.days));
}

/** A card after a grade. */
export type GradedCard = {
  readonly history: History;
  readonly state: CardState;
  /** False: the history has the day with this or a worse grade, or no longer has the days of that time. */
  readonly isChanged: boolean;
};

/**
 * Puts a grade of a day into a card. The state depends on the days and their worst grades, not on the order in which they
 * arrive, with one limit: a card keeps 500 days, and a day that arrives when it is older than those is dropped.
 * @param history null when the card was never graded
 */
export function gradeCard(metDay: number, history: History | null, grade: DayGrade): GradedCard {
  const added = withGrade(history, grade);
  const kept = added.days.length > mostDays ? compacted(metDay, added) : added;
  return { history: kept, state: foldCard(metDay, kept), isChanged: added !== history };
}

/** How likely a learner still knows it, from 0 to 1; 0 for a card that was never graded. */
export function retrievability(card: Pick<CardState, "lastDay" | "stability"> | null, today: number): number {
  if (card === null) return 0;
  return scheduler.forgetting_curve(Math.max(0, today - card.lastDay), card.stability);
}

// Whole days, so that what is due on a day is due all day; and the same grades always lead to the same day.
const scheduler = fsrs({
  request_retention: 0.9,
  enable_short_term: false,
  enable_fuzz: false,
  maximum_interval: 365,
});

const ratings = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good } as const satisfies Record<
  Grade,
  Rating
>;

function compacted(metDay: number, { base, days }: History): History {
  return { base: foldDays(metDay, base, days.slice(0, compactedDays)), days: days.slice(compactedDays) };
}

function foldDays(metDay: number, base: Folded | null, days: readonly DayGrade[]): Folded {
  let folded = base;
  for (const grade of days) folded = folded === null ? first(metDay, grade) : next(folded, grade);
  if (folded === null) throw new RangeError("a history without days has no state");
  return folded;
}

function first(metDay: number, { day, grade }: DayGrade): Folded {
  const card = scheduler.next(createEmptyCard(instant(day)), instant(day), ratings[grade]).card;
  const isShown = grade === "again";
  // What was typed from memory on the day of its first copy was hardly forgotten yet, so the next day asks again.
  const isSoon = isShown || day <= metDay;
  return {
    ...stateAfter(card, day, isSoon ? day + 1 : day + card.scheduled_days),
    firstDay: day,
    gradedDay: day,
    shownDays: isShown ? 1 : 0,
  };
}

function next(before: Folded, { day, grade }: DayGrade): Folded {
  if (grade !== "again") {
    const passed = { gradedDay: day, shownDays: 0 };
    if (day < before.dueDay) return { ...before, ...passed };
    const { card } = scheduler.next(cardOf(before), instant(day), ratings[grade]);
    return { ...before, ...stateAfter(card, day, day + card.scheduled_days), ...passed };
  }
  const { card } = scheduler.next(cardOf(before), instant(day), Rating.Again);
  const shownDays = day === before.gradedDay + 1 ? before.shownDays + 1 : 1;
  const dueDay = day + (shownDays >= mostShownDays ? restDays : 1);
  return { ...before, ...stateAfter(card, day, dueDay), gradedDay: day, shownDays };
}

function stateAfter({ stability, difficulty, lapses }: Card, lastDay: number, dueDay: number) {
  return { lastDay, dueDay, stability, difficulty, lapses };
}

function stateIn({ firstDay, lastDay, dueDay, stability, difficulty, lapses }: Folded): CardState {
  return { firstDay, lastDay, dueDay, stability, difficulty, lapses };
}

function cardOf({ stability, difficulty, lapses, lastDay, dueDay }: Folded): Card {
  return {
    ...{ stability, difficulty, lapses },
    state: State.Review,
    due: instant(dueDay),
    last_review: instant(lastDay),
    ...{ elapsed_days: 0, scheduled_days: dueDay - lastDay, learning_steps: 0, reps: 1 },
  };
}

/** FSRS counts in UTC days. */
function instant(day: number): Date {
  return new Date(day * 86_400_000);
}
