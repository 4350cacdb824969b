// What costs a learner time: the constructs that they type slowest, and what they type where another thing belongs.

import type { ConstructCost, SlipPair, SlipSum, SlowestAndMiddle } from "../../store/memory/progress.ts";

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

export function costsOf({ slowest, middle }: SlowestAndMiddle): {
  readonly median: number | null;
  readonly slowest: readonly Slow[];
} {
  const speedOf = ({ ms, characters }: ConstructCost) => ms / characters;
  if (middle.length === 0) return { median: null, slowest: [] };
  const median = middle.reduce((sum, cost) => sum + speedOf(cost), 0) / middle.length;
  return {
    median,
    slowest: slowest
      .filter((cost) => speedOf(cost) > median)
      .toSorted((a, b) => speedOf(b) - speedOf(a) || a.id - b.id)
      .map((cost) => ({
        ...{ id: cost.id, name: cost.name },
        ...{ ms_per_character: speedOf(cost), slip_rate: cost.slips / cost.places },
      })),
  };
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
