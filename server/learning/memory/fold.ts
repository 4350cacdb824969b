// Folds the graded days of a card into its state by FSRS, a day after the other. The same days always lead to the same
// state, in whatever order, how late and how often their runs arrived.

import type { Grade } from "@tabstop/contract/vocabulary";
import { FSRSAlgorithm, type FSRSState, Rating } from "ts-fsrs";
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
  return algorithm.forgetting_curve(Math.max(0, today - card.lastDay), card.stability);
}

// FSRS with whole days and without chance, so that the same grades always lead to the same due day.
const algorithm = new FSRSAlgorithm({
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
  const isShown = grade === "again";
  // What was typed from memory on the day of its first copy was hardly forgotten yet, so the next day asks again.
  const isSoon = isShown || day <= metDay;
  const { stability, difficulty } = fsrsState(null, 0, grade);
  return {
    firstDay: day,
    lastDay: day,
    dueDay: day + (isSoon ? 1 : intervalAfter(null, 0, grade)),
    stability,
    difficulty,
    lapses: 0,
    gradedDay: day,
    shownDays: isShown ? 1 : 0,
  };
}

function next(before: Folded, { day, grade }: DayGrade): Folded {
  const isShown = grade === "again";
  const isEarly = !isShown && day < before.dueDay;
  const passedDays = day - before.lastDay;
  const shownDays = !isShown ? 0 : day === before.gradedDay + 1 ? before.shownDays + 1 : 1;
  const shownInterval = shownDays >= mostShownDays ? restDays : 1;
  const { stability, difficulty } = isEarly ? before : fsrsState(before, passedDays, grade);
  // Each field by its name: copies of objects would take most of the time of a fold.
  return {
    firstDay: before.firstDay,
    lastDay: isEarly ? before.lastDay : day,
    dueDay: isEarly
      ? before.dueDay
      : day + (isShown ? shownInterval : intervalAfter(before, passedDays, grade)),
    stability,
    difficulty,
    lapses: before.lapses + (isShown ? 1 : 0),
    gradedDay: day,
    shownDays,
  };
}

// FSRS's scheduler works out all four grades and a random seed at each step, which takes five times as long as what is
// needed here. A test compares the result with it.

function fsrsState(before: FSRSState | null, passedDays: number, grade: Grade): FSRSState {
  return algorithm.next_state(before, passedDays, ratings[grade]);
}

/** The days to the next review, which are more after a better grade. */
function intervalAfter(before: FSRSState | null, passedDays: number, grade: "hard" | "good"): number {
  const interval = (of: Grade) =>
    algorithm.next_interval(fsrsState(before, passedDays, of).stability, passedDays);
  const ifHard = interval("hard");
  const hard = Math.max(ifHard, Math.min(interval("again"), ifHard) + 1);
  return grade === "hard" ? hard : Math.max(interval("good"), hard + 1);
}

function stateIn({ firstDay, lastDay, dueDay, stability, difficulty, lapses }: Folded): CardState {
  return { firstDay, lastDay, dueDay, stability, difficulty, lapses };
}
