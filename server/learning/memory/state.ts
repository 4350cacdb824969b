// What a learner knows of a construct on a day, in one word.

import type { ConstructState } from "@tabstop/contract/vocabulary";
import type { CardState, DayGrade } from "./card.ts";
import { restDays } from "./fold.ts";

/** In days. A construct that is remembered this long is known until it is due again. */
export const knownStability = 21;

/** A card as it is stored. */
export type StoredCard = {
  /** null when it was never graded. */
  readonly state: CardState | null;
  /** Its last graded days at least, in ascending order. */
  readonly days: readonly DayGrade[];
};

/** @param card null when the learner never typed the construct */
export function stateOf(card: StoredCard | null, today: number): ConstructState {
  if (card === null) return "not_met";
  if (card.state === null) return "learning";
  if (isResting(card.state, card.days, today)) return "resting";
  if (card.state.stability < knownStability) return "learning";
  return isDue(card.state, today) ? "fading" : "known";
}

/** What rests is still being learned. */
export function countedAs(state: ConstructState): Exclude<ConstructState, "resting"> {
  return state === "resting" ? "learning" : state;
}

export function isDue({ dueDay }: Pick<CardState, "dueDay">, today: number): boolean {
  return dueDay <= today;
}

/** Only what was shown too often is due a week after it was shown; what was shown is else due the next day. */
function isResting(state: CardState, days: readonly DayGrade[], today: number): boolean {
  if (isDue(state, today) || state.dueDay - state.lastDay !== restDays) return false;
  return days.find(({ day }) => day === state.lastDay)?.grade === "again";
}
