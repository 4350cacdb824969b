// What a completion changes beside its result, in the same transaction: the learner's day, their cards, and what
// constructs cost.

import { meetConstructs } from "../store/memory/cards.ts";
import { uncountCompletion, addPracticeDay } from "../store/memory/days.ts";
import type { Recorded } from "../store/results/completions.ts";
import type { Tx } from "../store/store.ts";
import { zoneOf } from "./days/calendar.ts";
import { refoldCard } from "./memory/stored-cards.ts";

type Run = {
  readonly userId: number;
  readonly exampleId: number;
  /** As it was sent. */
  readonly zone: string | null | undefined;
};

export async function recordPractice(
  tx: Tx,
  { userId, exampleId, zone }: Run,
  recorded: Recorded,
): Promise<void> {
  await recordDay(tx, { userId, zone: zoneOf(zone, recorded.target.last_zone) }, recorded);
  const { isNew, isOnCode, day, target } = recorded;
  const meeting = { userId, exampleId, day, codeVersion: target.code_version };
  if (isNew && isOnCode) await meetConstructs(tx, meeting, refoldCard);
}

/** Every run makes its day one with practice. What may be a repeat adds to no figure. */
async function recordDay(
  tx: Tx,
  { userId, zone }: { userId: number; zone: string },
  { isNew, isCounted, isFirstRun, endedAt, day, timeMs, errors, uncountedDay, target }: Recorded,
): Promise<void> {
  if (!isNew && errors === null) return;
  const { language, code_points: length } = target;
  const of = { user_id: userId, day, language };
  await addPracticeDay(tx, {
    ...{ ...of, zone, ended_at: endedAt, completed: isFirstRun ? 1 : 0, runs: isNew && isCounted ? 1 : 0 },
    ...(timeMs !== null && { ms: timeMs, characters: length }),
    ...(errors !== null && { errors, rated_characters: length }),
  });
  if (uncountedDay !== null) await uncountCompletion(tx, { ...of, day: uncountedDay });
}
