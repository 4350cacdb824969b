// What the last example of typescript-essentials.md imports.

export type Plant = "bean" | "kale" | "leek";

export interface Bed {
  readonly plant: Plant;
  readonly metres: number;
}

/** How many plants have room in a bed. */
export function plants({ plant, metres }: Bed): number {
  const perMetre = { bean: 6, kale: 2, leek: 8 } satisfies Record<Plant, number>;
  return Math.floor(metres * perMetre[plant]);
}
