// What costs a learner time: the constructs that they type slowest, and what they type where another thing belongs.

import type { ConstructCost, SlipPair, SlipSum } from "../../store/memory/progress.ts";

/** Of fewer places a speed says little. */
export const leastPlaces = 20;
export const mostSlow = 9;
const leastTyped = 3;
export const leastSlips = 2;
export const mostSlips = 5;

type Slow = {
  readonly id: number;
  readonly name: string;
  readonly ms_per_character: number;
  readonly slip_rate: number;
};

/** @param costs the slowest ones and those in the middle, in their order */
export function costsOf(costs: readonly ConstructCost[]): {
  readonly median: number | null;
  readonly slowest: readonly Slow[];
} {
  const speedOf = ({ ms, characters }: ConstructCost) => ms / characters;
  const [before, after] = [
    costs.find(({ place, of }) => place === Math.ceil(of / 2)),
    costs.find(({ place, of }) => place === Math.floor(of / 2) + 1),
  ];
  if (before === undefined || after === undefined) return { median: null, slowest: [] };
  const median = (speedOf(before) + speedOf(after)) / 2;
  return {
    median,
    slowest: costs
      .filter((cost) => cost.place <= mostSlow && speedOf(cost) > median)
      .map((cost) => ({
        ...{ id: cost.id, name: cost.name },
        ...{ ms_per_character: speedOf(cost), slip_rate: cost.slips / cost.places },
      })),
  };
}

/** The most frequent first, then by name. */
export function frequentSlips(pairs: readonly SlipPair[]): readonly SlipPair[] {
  return pairs
    .toSorted((a, b) => b.n - a.n || compare(a.name, b.name) || compare(a.typed, b.typed) || a.id - b.id)
    .slice(0, mostSlips);
}

/** What was typed most often where a construct belongs, if it was typed at least three times. */
export function typedInstead(slips: readonly SlipSum[], constructId: number): string | null {
  const counts = new Map<string, number>();
  for (const { id, typed, n } of slips)
    if (id === constructId) counts.set(typed, (counts.get(typed) ?? 0) + n);
  const [most] = [...counts].toSorted(([a, n], [b, m]) => m - n || compare(a, b));
  return most !== undefined && most[1] >= leastTyped ? most[0] : null;
}

/** In which languages it was typed, the most frequent first. */
export function languagesOf(
  slips: readonly SlipSum[],
  pair: Pick<SlipPair, "id" | "typed">,
): readonly string[] {
  return slips
    .filter(({ id, typed }) => id === pair.id && typed === pair.typed)
    .toSorted((a, b) => b.n - a.n || compare(a.language, b.language))
    .map(({ language }) => language);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
