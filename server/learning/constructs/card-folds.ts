// How a card's stored history is folded again and put together with another one.

import type { FoldedColumns, MeetRules } from "../../store/memory/earlier-completions.ts";
import type { MergeHistories } from "../../store/memory/renamed-constructs.ts";
import { dayOf, zoneOf } from "../days/calendar.ts";
import type { CardState, History } from "../memory/card.ts";
import { foldCard, gradeCard } from "../memory/fold.ts";
import { packHistory, unpackHistory } from "../memory/history.ts";

export const meetRules: MeetRules = {
  dayOf: (at, zone) => dayOf(at, zoneOf(null, zone)),
  fold: (metDay, history) => columnsOf(foldCard(metDay, unpacked(history))),
};

/**
 * Each day gets its worst grade. Of two cards that no longer have all their days, the one whose days begin later keeps
 * the state that led to them, and days before that are dropped, as late ones are.
 */
export const mergeHistories: MergeHistories = (metDay, history, other) => {
  const [base, rest] = [unpacked(history), unpacked(other)].sort((a, b) => baseDay(b) - baseDay(a)) as [
    History,
    History,
  ];
  let merged = base;
  for (const grade of rest.days) merged = gradeCard(metDay, merged, grade).history;
  return { history: packHistory(merged), ...columnsOf(foldCard(metDay, merged)) };
};

function baseDay({ base }: History): number {
  return base?.gradedDay ?? Number.NEGATIVE_INFINITY;
}

function unpacked(bytes: Uint8Array): History {
  const history = unpackHistory(bytes);
  if (history === null) throw new RangeError("A stored history cannot be read");
  return history;
}

function columnsOf({ firstDay, lastDay, dueDay, stability, difficulty, lapses }: CardState): FoldedColumns {
  return { first_day: firstDay, due_day: dueDay, last_day: lastDay, stability, difficulty, lapses };
}
