// What a completion changes beside its result, in the same transaction: the learner's day, their cards, and what
// constructs cost them.

import { meetConstructs } from "../store/memory/cards.ts";
import { addCosts } from "../store/memory/costs.ts";
import { coverConstructs } from "../store/memory/covered.ts";
import { addPracticeDay, uncountCompletion } from "../store/memory/days.ts";
import type { Recorded } from "../store/results/completions.ts";
import type { Tx } from "../store/store.ts";
import { monthOf, zoneOf } from "./days/calendar.ts";
import { firstKeptMonthIn } from "./days/kept-months.ts";
import type { CheckedLog } from "./evidence/check-log.ts";
import { refoldCard } from "./memory/stored-cards.ts";

type Run = {
  readonly userId: number;
  readonly exampleId: number;
  /** The current time. */
  readonly at: number;
  /** As it was sent. */
  readonly zone: string | null | undefined;
  readonly costs: CheckedLog["costs"];
};

export async function recordPractice(tx: Tx, sent: Run, recorded: Recorded): Promise<void> {
  const { isNew, isOnCode, day, errors, run, target } = recorded;
  const { userId, exampleId } = sent;
  const zone = zoneOf(sent.zone, target.last_zone);
  if (isNew || errors !== null) await recordDay(tx, { userId, zone }, recorded);
  if (isNew && isOnCode)
    await meetConstructs(tx, { userId, exampleId, codeVersion: target.code_version, day }, refoldCard);
  // After its cards are made.
  if (recorded.isFirstRun) await coverConstructs(tx, { userId, exampleId });
  if (run !== null) await recordCosts(tx, { ...sent, zone }, recorded);
}

/** Every run makes its day one with practice. What may be a repeat adds to no figure. */
async function recordDay(
  tx: Tx,
  { userId, zone }: { userId: number; zone: string },
  { isNew, isCounted, isFirstRun, endedAt, day, timeMs, errors, uncountedDay, target }: Recorded,
): Promise<void> {
  const { language, code_points: length } = target;
  const of = { user_id: userId, day, language };
  await addPracticeDay(tx, {
    ...{ ...of, zone, ended_at: endedAt, completed: isFirstRun ? 1 : 0, runs: isNew && isCounted ? 1 : 0 },
    ...(timeMs !== null && { ms: timeMs, characters: length }),
    ...(errors !== null && { errors, rated_characters: length }),
  });
  if (uncountedDay !== null) await uncountCompletion(tx, { ...of, day: uncountedDay });
}

/** The costs of a run whose log is stored now. What a month that is no longer kept cost is not stored. */
async function recordCosts(
  tx: Tx,
  { userId, exampleId, at, zone, costs }: Run & { readonly zone: string },
  { day, target: { language } }: Recorded,
): Promise<void> {
  // In another language the code has other constructs.
  if (costs === null || costs.language !== language) return;
  const month = monthOf(day);
  if (month < firstKeptMonthIn(at, zone)) return;
  await addCosts(tx, { userId, exampleId, language, month }, costs);
}
