// What a card is made of: the grades of a learner's days, and what FSRS makes of them. Days are whole calendar days of the
// learner's zone, counted from 1970-01-01.

import type { Grade } from "@tabstop/contract/vocabulary";

/** The worst grade that the runs of a day gave. */
export type DayGrade = { readonly day: number; readonly grade: Grade };

/** What the grades of a card led to. */
export type CardState = {
  /** The first graded day. */
  readonly firstDay: number;
  /** The last day whose grade counted. */
  readonly lastDay: number;
  readonly dueDay: number;
  /** In days: after this time the learner still knows it with 90 %. */
  readonly stability: number;
  /** From 1 to 10. */
  readonly difficulty: number;
  /** How often it had to be shown after the first time. */
  readonly lapses: number;
};

/** The state of a card up to a graded day, with what the next grade needs to know of this day. */
export type Folded = CardState & {
  /** The last graded day, whether its grade counted or not. */
  readonly gradedDay: number;
  /** On how many calendar days in a row, up to `gradedDay`, the construct had to be shown. */
  readonly shownDays: number;
};

/** The graded days of a card in ascending order, and the state that earlier days led to; at least one of both. */
export type History = { readonly base: Folded | null; readonly days: readonly DayGrade[] };
