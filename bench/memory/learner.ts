// The simulated learners of `bench/memory.ts`: 200 of each of two kinds, drawn from fixed seeds. Nothing here knows how
// they practise. It was committed before any two plans were compared; a change after that needs its reason in
// docs/learning.md.

import { drawFsrsParameters, newFsrsMemory } from "./fsrs-memory.ts";
import { drawPowerLawParameters, newPowerLawMemory } from "./power-law-memory.ts";
import { around, between, clamped, numbersOf } from "./random.ts";
import type { TrueMemory, Worth } from "./true-memory.ts";

export const learnerKinds = ["fsrs", "power-law"] as const;
export type LearnerKind = (typeof learnerKinds)[number];

export const learnerCount = 200;
export const practiceDays = 60;
export const minutesADay = 20;
/** The day of the last look, after 30 days without practice. */
export const lastDay = 90;

const firstSeed = 20_261_129;

/** The assumption of the main table. */
export const usualWorth: Worth = { copied: 0.1, shown: 0.3 };

/** The other assumptions, so that the reader sees how far the result depends on them. */
export const otherWorths: readonly { readonly name: string; readonly worth: Worth }[] = [
  { name: "copying teaches nothing", worth: { copied: 0, shown: 0.3 } },
  { name: "copying teaches as much as being shown", worth: { copied: 0.3, shown: 0.3 } },
  { name: "being shown teaches no more than copying", worth: { copied: 0.1, shown: 0.1 } },
  { name: "copying and being shown teach as much as recalling", worth: { copied: 1, shown: 1 } },
];

/** How a learner types and what a run takes; the same under every plan. */
type Traits = {
  readonly charactersPerMinute: number;
  /** How much longer a character takes when the code is not shown. */
  readonly memoryFactor: number;
  /** To think of a hidden construct, and to look at one that had to be shown. */
  readonly secondsPerAsked: number;
  readonly secondsPerShown: number;
  /** From the end of an example to the first key of the next. */
  readonly secondsBetween: number;
  /** The chance that a wrong key comes before a construct that is remembered. */
  readonly slipChance: number;
};

export type Learner = {
  readonly kind: LearnerKind;
  readonly traits: Traits;
  /** A memory in which nothing was met yet. Each plan begins with its own. */
  readonly newMemory: () => TrueMemory;
  /** From 0 to 1: decides whether the construct is recalled, and whether a slip comes, when asked for the nth time. */
  readonly luck: (construct: number, nth: number) => { readonly recall: number; readonly slip: number };
};

/** The same kind, number and worth always give the same learner. */
export function drawLearner(kind: LearnerKind, number: number, worth: Worth): Learner {
  const seed = Math.floor(numbersOf(firstSeed, learnerKinds.indexOf(kind), number)() * 2 ** 32);
  const random = numbersOf(seed, 3);
  const traits: Traits = {
    charactersPerMinute: clamped(around(160, 0.25, random), 60, 350),
    memoryFactor: between(1.1, 1.6, random),
    secondsPerAsked: between(0.5, 2, random),
    secondsPerShown: between(3, 8, random),
    secondsBetween: between(5, 15, random),
    slipChance: kind === "fsrs" ? 0 : between(0.02, 0.12, random),
  };
  const factor = around(1, 0.3, random);
  const own: Worth = { copied: Math.min(1, worth.copied * factor), shown: Math.min(1, worth.shown * factor) };
  return {
    kind,
    traits,
    newMemory: () =>
      kind === "fsrs"
        ? newFsrsMemory(drawFsrsParameters(seed), own)
        : newPowerLawMemory(drawPowerLawParameters(seed), own),
    luck(construct, nth) {
      const draw = numbersOf(seed, 4, construct, nth);
      return { recall: draw(), slip: draw() };
    },
  };
}
