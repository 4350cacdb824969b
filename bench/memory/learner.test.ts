// The learners are what the bench says they are. Nothing here compares plans.

import { describe, expect, test } from "vitest";
import { default_w, forgetting_curve } from "ts-fsrs";
import { drawFsrsParameters, newFsrsMemory } from "./fsrs-memory.ts";
import { drawLearner, learnerCount, learnerKinds, otherWorths, usualWorth } from "./learner.ts";
import { drawPowerLawParameters, newPowerLawMemory } from "./power-law-memory.ts";
import { normal, numbersOf } from "./random.ts";
import type { Encounter, TrueMemory } from "./true-memory.ts";

const all = Array.from({ length: learnerCount }, (_, number) => number);
const some = all.filter((number) => number % 10 === 0);
const days = [1, 2, 4, 8, 16, 32, 64];
const worths = [usualWorth, ...otherWorths.map(({ worth }) => worth)];

/** A construct that was met at these days. */
function met(memory: TrueMemory, at: readonly number[], encounter: Encounter): TrueMemory {
  for (const day of at) memory.meet(0, day, encounter);
  return memory;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test("numbers found by keys are even, and neighbouring keys are independent", () => {
  const first = Array.from({ length: 10_000 }, (_, key) => numbersOf(7, key)());
  expect(mean(first)).toBeCloseTo(0.5, 1);
  expect(mean(first.map((value) => (value - 0.5) ** 2))).toBeCloseTo(1 / 12, 2);
  const products = first.slice(1).map((value, key) => (value - 0.5) * ((first[key] ?? 0) - 0.5));
  expect(Math.abs(mean(products))).toBeLessThan(0.005);
  const bell = Array.from({ length: 10_000 }, (_, key) => normal(numbersOf(8, key)));
  expect(Math.abs(mean(bell))).toBeLessThan(0.05);
  expect(mean(bell.map((value) => value * value))).toBeCloseTo(1, 1);
});

describe.each(learnerKinds)("a learner of kind %s", (kind) => {
  test("is the same each time, and another one than the next", () => {
    const look = (number: number) => {
      const { newMemory, luck, traits } = drawLearner(kind, number, usualWorth);
      const memory = newMemory();
      memory.meet(3, 0, "copied");
      memory.meet(3, 1.01, "shown");
      memory.meet(3, 4.5, "recalled");
      return { traits, chances: days.map((day) => memory.chance(3, day + 5)), luck: luck(3, 2) };
    };
    for (const number of some) {
      expect(look(number)).toEqual(look(number));
      expect(look(number)).not.toEqual(look(number + 1));
    }
  });

  test("types alike and has the same luck under every assumption", () => {
    for (const number of some)
      for (const worth of worths) {
        const learner = drawLearner(kind, number, worth);
        const usual = drawLearner(kind, number, usualWorth);
        expect(learner.traits).toEqual(usual.traits);
        expect(learner.luck(5, 1)).toEqual(usual.luck(5, 1));
      }
  });

  test("knows nothing at first, and forgets until the next encounter", () => {
    for (const number of all)
      for (const worth of worths) {
        const memory = drawLearner(kind, number, worth).newMemory();
        expect(memory.chance(0, 1)).toBe(0);
        met(memory, [0, 0.5, 3, 9, 40], "recalled");
        const chances = [40.001, ...days.map((day) => 40 + day)].map((day) => memory.chance(0, day));
        for (const [index, chance] of chances.entries()) {
          expect(chance).toBeGreaterThan(0);
          expect(chance).toBeLessThanOrEqual(1);
          if (index > 0) expect(chance).toBeLessThanOrEqual(chances[index - 1] ?? 0);
        }
      }
  });

  test("learns more by being asked than by copying, and when shown more than when copying what was forgotten", () => {
    for (const number of all) {
      const after = (encounter: Encounter, worth = usualWorth) =>
        met(met(drawLearner(kind, number, worth).newMemory(), [0, 1], "shown"), [3], encounter).chance(0, 20);
      const asked = met(drawLearner(kind, number, usualWorth).newMemory(), [0, 1], "shown").chance(0, 3);
      expect(asked * after("recalled") + (1 - asked) * after("shown")).toBeGreaterThan(after("copied"));
      const most = { copied: 1, shown: 1 };
      expect(after("shown", most)).toBeGreaterThan(0);
      expect(after("copied", most)).toBeGreaterThanOrEqual(after("shown", most));
      expect(after("recalled", most)).toBeGreaterThanOrEqual(after("copied", most));
    }
  });

  test("keeps more of four recalls on different days than of four within five minutes", () => {
    for (const number of all) {
      const after = (at: readonly number[]) => {
        const memory = met(drawLearner(kind, number, usualWorth).newMemory(), [0], "copied");
        return met(memory, at, "recalled").chance(0, 50);
      };
      expect(after([8, 9, 10, 11])).toBeGreaterThan(after([11, 11.001, 11.002, 11.003]));
    }
  });

  test("learns nothing by what teaches nothing", () => {
    const memory = drawLearner(kind, 0, { copied: 0, shown: 0.3 }).newMemory();
    expect(met(memory, [0, 1, 2], "copied").chance(0, 3)).toBe(0);
    expect(met(memory, [3], "shown").chance(0, 4)).toBeGreaterThan(0);
  });
});

test("learners of kind fsrs forget along the curve of FSRS with parameters of their own", () => {
  for (const number of all) {
    const { w } = drawFsrsParameters(number);
    expect(w).toHaveLength(default_w.length);
    expect(w[20]).toBeGreaterThanOrEqual(0.15);
    expect(w[20]).toBeLessThanOrEqual(0.5);
    const memory = met(newFsrsMemory({ w, seed: number }, usualWorth), [0], "recalled");
    // Stability is the time after which 9 of 10 are left; it gives the rest of the curve.
    const stability = timeOfChance(memory, 0.9);
    for (const day of days) expect(memory.chance(0, day)).toBeCloseTo(forgetting_curve(w, day, stability), 3);
  }
  expect(new Set(all.map((number) => drawFsrsParameters(number).w[8])).size).toBe(learnerCount);
});

test("learners of kind power-law forget with a power of time, and days merge without a change", () => {
  for (const number of some) {
    const parameters = drawPowerLawParameters(number);
    const one = met(newPowerLawMemory(parameters, usualWorth), [0], "recalled");
    const slopes = days.slice(1).map((day, index) => {
      const before = days[index] ?? 0;
      return (logOdds(one, day) - logOdds(one, before)) / Math.log(day / before);
    });
    // The logarithm of the odds falls evenly with that of the time: by the power over the noise.
    for (const slope of slopes) expect(slope).toBeCloseTo(-parameters.leastDecay / parameters.noise, 6);

    const at = [0, 0.001, 0.002, 1, 1.01, 5, 5.005, 5.01, 20];
    const merged = met(newPowerLawMemory(parameters, usualWorth), at, "copied");
    for (const day of [21, 40, 80])
      expect(
        Math.abs(merged.chance(0, day) - exactChance(parameters, at, usualWorth.copied, day)),
      ).toBeLessThan(0.01);
  }
});

/** The published formulas without any merging. */
function exactChance(
  {
    hastening,
    leastDecay,
    threshold,
    noise,
    timeBetweenSessions,
    seed,
  }: ReturnType<typeof drawPowerLawParameters>,
  at: readonly number[],
  weight: number,
  day: number,
): number {
  // None of the moments is after the session of its day.
  const clock = (moment: number) => {
    const day = Math.floor(moment);
    return day * (1_200 + 85_200 * timeBetweenSessions) + 86_400 * (moment - day);
  };
  const ease = 0.4 * normal(numbersOf(seed, 2, 0));
  const decays: number[] = [];
  const activation = (moment: number) =>
    ease +
    Math.log(
      decays.reduce(
        (sum, decay, trace) => sum + weight * Math.max(1, clock(moment) - clock(at[trace] ?? 0)) ** -decay,
        0,
      ),
    );
  for (const moment of at) decays.push(leastDecay + hastening * Math.exp(activation(moment)));
  return 1 / (1 + Math.exp((threshold - activation(day)) / noise));
}

function logOdds(memory: TrueMemory, day: number): number {
  const chance = memory.chance(0, day);
  return Math.log(chance / (1 - chance));
}

function timeOfChance(memory: TrueMemory, chance: number): number {
  let [least, most] = [0, 1_000];
  for (let step = 0; step < 60; step++) {
    const middle = (least + most) / 2;
    if (memory.chance(0, middle) > chance) least = middle;
    else most = middle;
  }
  return least;
}
