// A learner who forgets as FSRS describes it, with parameters of their own. The stability here is the truth: it decides
// what is recalled. Tabstop's scheduler uses other parameters, and sees only what is typed.

import { clipParameters, default_w, FSRSAlgorithm, Rating } from "ts-fsrs";
import { around, between, clamped, normal, numbersOf } from "./random.ts";
import { type Encounter, type TrueMemory, type Worth, worthOf } from "./true-memory.ts";

export type FsrsParameters = {
  /** The 21 parameters of FSRS 6. */
  readonly w: readonly number[];
  /** For the difficulty of each construct. */
  readonly seed: number;
};

type Strength = { stability: number; difficulty: number; last: number };

const placeOfDecay = 20;
/** The least that FSRS computes with, in days. */
const leastStability = 0.001;

export function drawFsrsParameters(seed: number): FsrsParameters {
  const random = numbersOf(seed, 1);
  const drawn = default_w.map((value) => around(value, 0.2, random));
  // From the flat curve that most users of flashcards have to that of FSRS 5, which was 0.5 for everyone.
  drawn[placeOfDecay] = between(0.15, 0.5, random);
  return { w: clipParameters(drawn, 0, false), seed };
}

export function newFsrsMemory({ w, seed }: FsrsParameters, worth: Worth): TrueMemory {
  const fsrs = new FSRSAlgorithm({ w, enable_short_term: false, relearning_steps: [] });
  const strengths: (Strength | undefined)[] = [];
  const chanceOf = ({ stability, last }: Strength, at: number) =>
    fsrs.forgetting_curve(Math.max(0, at - last), stability);

  function first(construct: number, at: number, encounter: Encounter): Strength {
    const random = numbersOf(seed, 2, construct);
    return {
      difficulty: clamped(5.5 + 2 * normal(random), 1, 10),
      stability: around(fsrs.init_stability(Rating.Good), 0.5, random) * worthOf(encounter, worth),
      last: at,
    };
  }

  function next(before: Strength, at: number, encounter: Encounter): Strength {
    const elapsed = Math.max(0, at - before.last);
    const chance = chanceOf(before, at);
    const ifRecalled = fsrs.next_state(before, elapsed, Rating.Good);
    if (encounter === "recalled") return { ...ifRecalled, last: at };
    // What is left when it was forgotten, and what recalling it from there would lead to.
    const left = fsrs.next_state(before, elapsed, Rating.Again);
    const relearned = fsrs.next_recall_stability(left.difficulty, left.stability, chance, Rating.Good);
    const forgotten = share(left.stability, relearned, worthOf(encounter, worth));
    if (encounter === "shown") return { difficulty: left.difficulty, stability: forgotten, last: at };
    // What was forgotten is forgotten whether it is asked or not, so a copy leads to the mean of both cases.
    const remembered = share(before.stability, ifRecalled.stability, worth.copied);
    return {
      difficulty: share(left.difficulty, ifRecalled.difficulty, chance),
      stability: share(forgotten, remembered, chance),
      last: at,
    };
  }

  return {
    chance(construct, at) {
      const strength = strengths[construct];
      return strength === undefined ? 0 : chanceOf(strength, at);
    },
    meet(construct, at, encounter) {
      const before = strengths[construct];
      const after = before === undefined ? first(construct, at, encounter) : next(before, at, encounter);
      if (after.stability >= leastStability) strengths[construct] = after;
    },
  };
}

function share(from: number, to: number, part: number): number {
  return from + part * (to - from);
}
