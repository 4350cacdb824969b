// A learner's card as it is stored, read for what it says about a day.

import type { CardColumns } from "../../store/memory/review-example.ts";
import type { StoredCard } from "./state.ts";
import { unpackHistory } from "./history.ts";

/** null when the learner never met the construct. */
export function cardOfRow(row: CardColumns): StoredCard | null {
  if (row.met_day === null) return null;
  const {
    first_day: firstDay,
    last_day: lastDay,
    due_day: dueDay,
    stability,
    difficulty,
    lapses,
    history,
  } = row;
  if (firstDay === null || lastDay === null || dueDay === null || stability === null || difficulty === null)
    return { state: null, days: [] };
  return {
    state: { firstDay, lastDay, dueDay, stability, difficulty, lapses: lapses ?? 0 },
    days: (history && unpackHistory(history)?.days) ?? [],
  };
}
