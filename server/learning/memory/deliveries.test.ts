// Runs of several devices reach a card in any order, late and more than once. What it is in the end depends only on the
// runs. The same over the real calls and databases is in `review/deliveries.test.ts`.

import { grades } from "@tabstop/contract/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CardRow } from "../../store/memory/cards.ts";
import { deliveryZones, type ModelRun, modelCard, momentNear } from "../../test/card-model.ts";
import { dayOf, zoneOf } from "../days/calendar.ts";
import { unpackHistory } from "./history.ts";
import { refoldCard, withRun } from "./stored-cards.ts";

const now = Date.UTC(2026, 10, 27, 12);

const runs = fc.array(
  fc
    .record({
      grade: fc.option(fc.constantFrom(...grades), { freq: 5 }),
      zone: fc.constantFrom(...deliveryZones),
      exampleId: fc.integer({ min: 1, max: 3 }),
      back: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 400 })),
      quarter: fc.integer({ min: -56, max: 56 }),
      ms: fc.constantFrom(-1, 0, 1),
    })
    .map(({ grade, zone: [sent, name], exampleId, ...moment }): ModelRun => {
      const endedAt = momentNear(now, moment);
      // A zone that is no text is read as an empty one.
      const day = dayOf(endedAt, zoneOf(typeof sent === "string" ? sent : "", null));
      if (day !== dayOf(endedAt, name)) throw new RangeError(`${name} is not what ${String(sent)} counts as`);
      return { grade, exampleId, endedAt, day };
    }),
  { minLength: 1, maxLength: 40 },
);

/** As the store does it: a copy makes a card or lowers its first day, and a run from memory grades it. */
function deliver(card: CardRow | null, run: ModelRun): CardRow {
  const met = card ?? { ...empty, met_day: run.day };
  if (run.grade !== null) return withRun(met, { ...run, grade: run.grade });
  if (card === null || run.day >= card.met_day) return met;
  const lowered = { ...met, met_day: run.day };
  return lowered.history === null ? lowered : ({ ...lowered, ...refoldCard(lowered as never) } as CardRow);
}

const empty: CardRow = {
  ...{
    user_id: 1,
    construct_id: 1,
    met_day: 0,
    first_day: null,
    due_day: null,
    last_day: null,
    stability: null,
  },
  ...{ difficulty: null, lapses: 0, history: null, last_example_id: null, last_at: null },
};

function shuffled<T>(list: readonly T[], chance: readonly number[]): readonly T[] {
  return list
    .map((item, index) => [chance[index % chance.length] ?? 0, index, item] as const)
    .sort(([left, at], [right, other]) => left - right || at - other)
    .map(([, , item]) => item);
}

test("any order, delay and repetition of deliveries gives the same card, as a simple model has it", () => {
  const orders = fc.array(fc.nat(1_000_000), { minLength: 80, maxLength: 80 });
  fc.assert(
    fc.property(runs, orders, fc.array(fc.nat(39), { maxLength: 20 }), (given, chance, again) => {
      const fold = (list: readonly ModelRun[]) => list.reduce<CardRow | null>(deliver, null) as CardRow;
      const repeated = [...given, ...again.flatMap((index) => given[index] ?? [])];
      const card = fold(given);
      expect(fold(shuffled(repeated, chance))).toEqual(card);
      const { user_id: _u, construct_id: _c, history, ...columns } = card;
      expect(columns).toEqual(modelCard(given));
      const days = new Set(given.filter(({ grade }) => grade !== null).map(({ day }) => day));
      expect(history === null ? 0 : unpackHistory(history)?.days.length).toBe(days.size);
      // A recount changes nothing.
      if (history !== null) expect({ ...card, ...refoldCard(card as never) }).toEqual(card);
    }),
    { numRuns: 3_000 },
  );
});

test("a history that cannot be read goes on from the card's own state, and a recount leaves it", () => {
  const graded = deliver(null, { grade: "good", day: 100, endedAt: 1, exampleId: 1 });
  const damaged = { ...graded, history: Uint8Array.of(9, 9) };
  expect(refoldCard(damaged as never)).toMatchObject({ due_day: graded.due_day, history: damaged.history });
  const next = withRun(damaged, { grade: "good", day: 103, endedAt: 2, exampleId: 1 });
  const sound = withRun(graded, { grade: "good", day: 103, endedAt: 2, exampleId: 1 });
  expect({ ...next, history: null }).toEqual({ ...sound, history: null });
  expect(unpackHistory(next.history ?? new Uint8Array())?.base?.lastDay).toBe(100);
});

test("a run that ended last is the last one, whatever the day of its zone", () => {
  const at = (endedAt: number, exampleId: number, day = 100) => ({
    grade: "good" as const,
    day,
    endedAt,
    exampleId,
  });
  const last = (...list: ModelRun[]) => {
    const { last_at, last_example_id } = list.reduce<CardRow | null>(deliver, null) as CardRow;
    return [last_at, last_example_id];
  };
  expect(last(at(5, 7), at(6, 2, 99), at(4, 9))).toEqual([6, 2]);
  expect(last(at(5, 7), at(5, 8), at(5, 3))).toEqual([5, 8]);
});
