// What cards must be after some runs, written again in the simplest way: a table of days, and the scheduler of ts-fsrs.

import { type Grade, grades } from "@tabstop/contract/vocabulary";
import { createEmptyCard, fsrs } from "ts-fsrs";

/** The part of a run that concerns one construct. */
export type ModelRun = {
  readonly day: number;
  /** null for a copy. */
  readonly grade: Grade | null;
  readonly endedAt: number;
  readonly exampleId: number;
};

/** The columns of a card, without its history. */
export type ModelCard = {
  readonly met_day: number;
  readonly first_day: number | null;
  readonly last_day: number | null;
  readonly due_day: number | null;
  readonly stability: number | null;
  readonly difficulty: number | null;
  readonly lapses: number;
  readonly last_at: number | null;
  readonly last_example_id: number | null;
};

const scheduler = fsrs({
  ...{ request_retention: 0.9, enable_short_term: false, enable_fuzz: false, maximum_interval: 365 },
});

export function modelCard(runs: readonly ModelRun[]): ModelCard {
  const met_day = Math.min(...runs.map(({ day }) => day));
  const worst = new Map<number, number>();
  const graded = runs.filter(({ grade }) => grade !== null);
  for (const { day, grade } of graded)
    worst.set(day, Math.min(worst.get(day) ?? grades.length, grades.indexOf(grade as Grade)));
  const days = [...worst.keys()].sort((left, right) => left - right);
  const [first] = days;
  if (first === undefined) return { met_day, ...never };
  let card = createEmptyCard(new Date(first * 86_400_000));
  let [due, last] = [first, first];
  for (const day of days) {
    const isShown = worst.get(day) === 0;
    if (day < due && !isShown) continue;
    card = scheduler.next(card, new Date(day * 86_400_000), (worst.get(day) ?? 0) + 1).card;
    last = day;
    due = day + card.scheduled_days;
    if (isShown || day === met_day) due = day + 1;
    if ([0, 1, 2, 3].every((back) => worst.get(day - back) === 0)) due = day + 7;
  }
  const end = graded.toSorted(
    (left, right) => right.endedAt - left.endedAt || right.exampleId - left.exampleId,
  )[0];
  const { stability, difficulty, lapses } = card;
  return {
    ...{ met_day, first_day: first, last_day: last, due_day: due, stability, difficulty, lapses },
    ...{ last_at: end?.endedAt ?? null, last_example_id: end?.exampleId ?? null },
  };
}

const never = {
  ...{ first_day: null, last_day: null, due_day: null, stability: null, difficulty: null, lapses: 0 },
  ...{ last_at: null, last_example_id: null },
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Zones at both ends of the calendar, with odd offsets and clock changes, and two that are none and count as UTC. */
export const deliveryZones: readonly (readonly [sent: unknown, name: string])[] = [
  ...[
    "UTC",
    "Pacific/Kiritimati",
    "Pacific/Apia",
    "Pacific/Pago_Pago",
    "Asia/Kathmandu",
    "Europe/Berlin",
  ].map((zone) => [zone, zone] as const),
  ["Europe/Nowhere", "UTC"],
  [["Pacific/Apia"], "UTC"],
];

/** A moment near a midnight of some zone, 15 minutes apart at most, within some days before `now`. */
export function momentNear(
  now: number,
  { back, quarter, ms }: { back: number; quarter: number; ms: number },
): number {
  const midnight = Math.floor(now / dayMs) * dayMs - back * dayMs;
  return Math.min(now, midnight + quarter * (hourMs / 4) + ms);
}
