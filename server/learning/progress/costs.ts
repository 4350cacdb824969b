// What costs a learner time: the constructs that they type slowest, and what they type where another thing belongs.

import type { ConstructCost, SlipSum } from "../../store/memory/progress.ts";

/** Of fewer places a speed says little. */
export const leastPlaces = 20;
const mostSlow = 9;
const leastTyped = 3;
const mostSlips = 5;
const leastSlips = 2;

type Slow = {
  readonly id: number;
  readonly ms_per_character: number;
  readonly slip_rate: number;
  readonly typed: string | null;
};

type Costs = { readonly median: number | null; readonly slowest: readonly Slow[] };

/** @param costs with `leastPlaces` places at least and some characters, in any order */
export function costsOf(costs: readonly ConstructCost[], slips: readonly SlipSum[]): Costs {
  const slowestFirst = costs
    .map((cost) => ({ ...cost, speed: cost.ms / cost.characters }))
    .toSorted((a, b) => b.speed - a.speed || a.id - b.id);
  const median = medianOf(slowestFirst.map(({ speed }) => speed));
  const slow = slowestFirst.slice(0, mostSlow).filter(({ speed }) => median !== null && speed > median);
  return {
    median,
    slowest: slow.map((one) => ({
      id: one.id,
      ms_per_character: one.speed,
      slip_rate: one.slips / one.places,
      typed: typedInstead(slips.filter(({ id }) => id === one.id)),
    })),
  };
}

function medianOf(sorted: readonly number[]): number | null {
  const [before, after] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return before === undefined || after === undefined ? null : (before + after) / 2;
}

/** What was typed most often. */
function typedInstead(slips: readonly SlipSum[]): string | null {
  const [most] = pairsOf(slips);
  return most !== undefined && most.n >= leastTyped ? most.typed : null;
}

type SlipPair = {
  readonly id: number;
  readonly name: string;
  readonly typed: string;
  readonly n: number;
  /** The most frequent first. */
  readonly languages: readonly string[];
};

export function frequentSlips(slips: readonly SlipSum[]): readonly SlipPair[] {
  return pairsOf(slips)
    .filter(({ n }) => n >= leastSlips)
    .slice(0, mostSlips);
}

/** The languages together, the most frequent pair first, then by name. */
function pairsOf(slips: readonly SlipSum[]): readonly SlipPair[] {
  const pairs = new Map<string, SlipPair>();
  const mostFirst = slips.toSorted((a, b) => b.n - a.n || compare(a.language, b.language));
  for (const { id, name, typed, n, language } of mostFirst) {
    const pair = pairs.get(`${id} ${typed}`) ?? { id, name, typed, n: 0, languages: [] };
    pairs.set(`${id} ${typed}`, { ...pair, n: pair.n + n, languages: [...pair.languages, language] });
  }
  return [...pairs.values()].toSorted(
    (a, b) => b.n - a.n || compare(a.name, b.name) || compare(a.typed, b.typed) || a.id - b.id,
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
