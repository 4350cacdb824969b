import { expect, test } from "vitest";
import type { PracticeCourse } from "./course.ts";
import { drawLearner, learnerKinds, minutesADay, practiceDays, usualWorth } from "./learner.ts";
import { type Plan, practise, type Run } from "./practise.ts";
import { tabstop } from "./tabstop-plan.ts";

/** Thirty examples of 40 words, of which four are constructs: one is in all, one returns in the next. */
const course: PracticeCourse = {
  constructs: Array.from({ length: 92 }, (_, number) => ({ name: `c${number}`, family: "f" })),
  examples: Array.from({ length: 30 }, (_, number) => ({
    code: "word ".repeat(40),
    characters: 200,
    lesson: Math.floor(number / 5),
    constructs: [0, 1, 2, 3].map((place) => ({
      construct: place === 0 ? 0 : 3 * number + place - (place === 1 && number > 0 ? 1 : 0),
      kind: "word" as const,
      places: [[10 * place, 10 * place + 4]],
    })),
  })),
};

type Noted = { readonly run: Run; readonly today: number; readonly secondsToday: number };

function noted(runs: Noted[]): Plan {
  return {
    name: tabstop.name,
    begin(from) {
      const { next, done } = tabstop.begin(from);
      return {
        done,
        next(today, secondsToday) {
          const run = next(today, secondsToday);
          runs.push({ run, today, secondsToday });
          return run;
        },
      };
    },
  };
}

test.each(learnerKinds)(
  "Tabstop's plan gets the minutes of the others, and gives the same result each time (%s)",
  (kind) => {
    const learner = drawLearner(kind, 4, usualWorth);
    const result = practise(course, tabstop, learner);
    expect(practise(course, tabstop, drawLearner(kind, 4, usualWorth))).toEqual(result);
    expect(result.minutes).toBeGreaterThanOrEqual(practiceDays * minutesADay);
    expect(result.minutes).toBeLessThan(practiceDays * minutesADay + 15);
    expect(result.fromMemory).toBeGreaterThan(0);
    expect(result.fromMemory).toBeLessThan(1);
  },
);

test("it copies an example before it asks it, and asks nothing on the day of the first copy", () => {
  const runs: Noted[] = [];
  practise(course, noted(runs), drawLearner("fsrs", 4, usualWorth));
  const metOn = new Map<number, number>();
  for (const { run, today } of runs) {
    const constructs = course.examples[run.example]?.constructs.map(({ construct }) => construct) ?? [];
    if (run.asked !== null) {
      expect(run.asked.length).toBeGreaterThan(0);
      for (const construct of run.asked) expect(constructs).toContain(construct);
      // A review asks something that is due, so it is not of today.
      expect(Math.min(...run.asked.map((construct) => metOn.get(construct) ?? today))).toBeLessThan(today);
    }
    for (const construct of constructs) if (!metOn.has(construct)) metOn.set(construct, today);
  }
  expect(runs.filter(({ today }) => today === 0).every(({ run }) => run.asked === null)).toBe(true);
  expect(runs.find(({ today }) => today === 1)?.run.asked).not.toBeNull();
  const copied = runs.flatMap(({ run }) => (run.asked === null ? [run.example] : []));
  expect(copied.slice(0, 30)).toEqual(course.examples.map((_, number) => number));
});

test("a day's review takes about five minutes while there are new examples", () => {
  const runs: Noted[] = [];
  const longer = course.examples.map((one) => ({ ...one, characters: 600 }));
  practise({ ...course, examples: longer }, noted(runs), drawLearner("fsrs", 4, usualWorth));
  const days = [1, 2, 3].map((day) => runs.filter(({ today }) => today === day));
  for (const day of days) {
    const firstCopy = day.find(({ run }) => run.asked === null);
    const seconds = (firstCopy?.secondsToday ?? Number.NaN) - (day[0]?.secondsToday ?? Number.NaN);
    expect(seconds).toBeGreaterThan(0);
    // At first the learner counts as fast as 400 ms a character, and one example is always asked.
    expect(seconds).toBeLessThan(60 * 10);
  }
});
