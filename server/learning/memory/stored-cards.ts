// Cards as they are stored: what a grade changes in a row, and how a row is folded again.

import type { CardRow, GradedColumns, GradedRow, Refold } from "../../store/memory/cards.ts";
import type { CardState, DayGrade, History } from "./card.ts";
import { foldCard, gradeCard } from "./fold.ts";
import { packHistory, unpackHistory } from "./history.ts";

/** A run that grades a construct. */
export type GradingRun = DayGrade & {
  readonly exampleId: number;
  /** ms since 1970 UTC. */
  readonly endedAt: number;
};

/**
 * A card after the grade of a run. A day that is older than those that the card keeps changes nothing. Of all runs the
 * one that ended last is its last, and of two that ended at once the one of the example with the higher id.
 */
export function withRun(card: CardRow, { exampleId, endedAt, day, grade }: GradingRun): CardRow {
  const before = historyOf(card);
  if (before !== null && before.base !== null && day <= before.base.gradedDay) return card;
  const met_day = Math.min(card.met_day, day);
  const { history, state } = gradeCard(met_day, before, { day, grade });
  const isLast =
    card.last_at === null ||
    endedAt > card.last_at ||
    (endedAt === card.last_at && exampleId > (card.last_example_id ?? 0));
  return {
    ...card,
    met_day,
    ...columnsOf(state),
    history: packHistory(history),
    ...(isLast ? { last_at: endedAt, last_example_id: exampleId } : {}),
  };
}

/**
 * A card with what another one of the learner has: each day gets its worst grade. Of two cards that no longer have all
 * their days, the one whose days begin later keeps the state that led to them, and days before that are dropped, as late
 * ones are.
 */
export function mergedCard(card: CardRow, other: CardRow): CardRow {
  const met_day = Math.min(card.met_day, other.met_day);
  const isLast =
    (card.last_at ?? -1) > (other.last_at ?? -1) ||
    (card.last_at === other.last_at && (card.last_example_id ?? 0) >= (other.last_example_id ?? 0));
  const { last_at, last_example_id } = isLast ? card : other;
  const histories = [historyOf(card), historyOf(other)].filter((history) => history !== null);
  const [history, rest] = histories.toSorted((a, b) => baseDay(b) - baseDay(a));
  const merged = { ...card, met_day, last_at, last_example_id };
  if (history === undefined) return merged;
  const all = (rest?.days ?? []).reduce((days, grade) => gradeCard(met_day, days, grade).history, history);
  return { ...merged, ...columnsOf(foldCard(met_day, all)), history: packHistory(all) };
}

function baseDay({ base }: History): number {
  return base?.gradedDay ?? Number.NEGATIVE_INFINITY;
}

/** What the history of a card leads to. A history that cannot be read changes nothing. */
export const refoldCard: Refold = (card) => {
  const history = unpackHistory(card.history);
  return history === null ? card : { ...columnsOf(foldCard(card.met_day, history)), history: card.history };
};

/** The history of a card; null when it was never graded. One that cannot be read begins with the card's own state. */
function historyOf(card: CardRow): History | null {
  return isGraded(card) ? (unpackHistory(card.history) ?? { base: baseOf(card), days: [] }) : null;
}

function isGraded(card: CardRow): card is GradedRow {
  return card.history !== null;
}

function baseOf({ first_day, last_day, due_day, stability, difficulty, lapses }: GradedRow): History["base"] {
  const state = { firstDay: first_day, lastDay: last_day, dueDay: due_day, stability, difficulty, lapses };
  return { ...state, gradedDay: last_day, shownDays: 0 };
}

function columnsOf(state: CardState): Omit<GradedColumns, "history"> {
  const { firstDay, lastDay, dueDay, stability, difficulty, lapses } = state;
  return {
    ...{ first_day: firstDay, last_day: lastDay, due_day: dueDay },
    ...{ stability, difficulty, lapses },
  };
}
