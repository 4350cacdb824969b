// What the simulation does with a plan. It says nothing about which plan is better.

import { expect, test } from "vitest";
import type { PracticeCourse } from "./course.ts";
import { drawLearner, learnerKinds, minutesADay, practiceDays, usualWorth } from "./learner.ts";
import { type Plan, practise, type Run } from "./practise.ts";
import { inOrder, longestFromMemory, notSeenForLongest } from "./reference-plans.ts";

/** Thirty examples, more than can be copied on a day, with five constructs each, of which one is in all and two return in the next. */
const course: PracticeCourse = {
  constructs: Array.from({ length: 63 }, (_, number) => ({ name: `c${number}`, family: "f" })),
  examples: Array.from({ length: 30 }, (_, number) => ({
    code: "",
    characters: 400 + 10 * number,
    lesson: Math.floor(number / 4),
    constructs: [0, 1, 2, 3, 4].map((place) => ({
      construct: place === 0 ? 0 : 2 * number + place,
      kind: "word" as const,
      places: [[place, place + 1]],
    })),
  })),
};

/** The same plan, with what it chose noted. */
function noted({ name, begin }: Plan): {
  readonly plan: Plan;
  readonly runs: { readonly run: Run; readonly today: number }[];
} {
  const runs: { run: Run; today: number }[] = [];
  return {
    runs,
    plan: {
      name,
      begin(from) {
        const { next, done } = begin(from);
        return {
          done,
          next(today, seconds) {
            const run = next(today, seconds);
            runs.push({ run, today });
            return run;
          },
        };
      },
    },
  };
}

test.each(learnerKinds)("plans give the same result each time and the same minutes (%s)", (kind) => {
  for (const number of [0, 1, 2]) {
    const learner = drawLearner(kind, number, usualWorth);
    for (const plan of [inOrder, notSeenForLongest, longestFromMemory]) {
      const result = practise(course, plan, learner);
      expect(practise(course, plan, drawLearner(kind, number, usualWorth))).toEqual(result);
      // A run that is begun is finished, so the last one may take longer.
      expect(result.minutes).toBeGreaterThanOrEqual(practiceDays * minutesADay);
      expect(result.minutes).toBeLessThan(practiceDays * minutesADay + 15);
      expect(result.met).toBe(1);
      expect(result.known).toBeGreaterThan(result.knownLater);
      expect(result.knownLater).toBeGreaterThan(0);
    }
  }
});

test("copying what was not seen for longest is copying in order", () => {
  const [first, second] = [noted(inOrder), noted(notSeenForLongest)];
  const learner = drawLearner("fsrs", 0, usualWorth);
  expect(practise(course, first.plan, learner)).toEqual(practise(course, second.plan, learner));
  expect(first.runs).toEqual(second.runs);
  expect(first.runs.slice(0, 32).map(({ run }) => run.example)).toEqual([...Array(30).keys(), 0, 1]);
});

test("from memory, all constructs of the oldest example are asked, and none on the day of its copy", () => {
  const { plan, runs } = noted(longestFromMemory);
  practise(course, plan, drawLearner("power-law", 0, usualWorth));
  const copied = new Map<number, number>();
  for (const { run, today } of runs) {
    if (run.asked === null) copied.set(run.example, today);
    else {
      expect(copied.get(run.example)).toBeLessThan(today);
      expect(run.asked).toHaveLength(5);
    }
  }
  expect(copied.size).toBe(course.examples.length);
});

test("copying in a world where copying teaches nothing leads to nothing", () => {
  const learner = drawLearner("fsrs", 0, { copied: 0, shown: 0.3 });
  expect(practise(course, inOrder, learner)).toMatchObject({ met: 1, known: 0, knownLater: 0 });
});
