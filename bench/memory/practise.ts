// Lets a simulated learner practise a course for sixty days as a plan says, and looks at what they really remember then.
// Time, typing and memory are the same under every plan; a plan chooses only what is typed next, and how.

import type { Grade } from "@tabstop/contract/vocabulary";
import type { PracticeCourse } from "./course.ts";
import { lastDay, type Learner, minutesADay, practiceDays } from "./learner.ts";

/** Copying an example, or typing it with these constructs hidden. */
export type Run = { readonly example: number; readonly asked: readonly number[] | null };

export type Outcome = {
  /** From the first key to the last. */
  readonly seconds: number;
  /** Of the constructs that were asked: shown, slipped and then found, came back. */
  readonly grades: ReadonlyMap<number, Grade>;
};

/** A way to choose what to type, and the state that it keeps for one learner. */
export type Practice = {
  /** @param secondsToday how long the learner has practised today */
  readonly next: (today: number, secondsToday: number) => Run;
  readonly done: (run: Run, outcome: Outcome, today: number) => void;
};

export type Plan = { readonly name: string; readonly begin: (course: PracticeCourse) => Practice };

/** What a plan led to. Shares are of all constructs of the course, from 0 to 1. */
export type Result = {
  readonly met: number;
  /** What the learner would produce unaided on day 60, and on day 90 after 30 days without practice. */
  readonly known: number;
  readonly knownLater: number;
  readonly minutes: number;
  /** Minutes of practice for each construct known on day 60. */
  readonly minutesPerKnown: number;
  /** The part of the minutes in which the learner typed from memory, from 0 to 1. */
  readonly fromMemory: number;
};

/** A run that goes on after the day's minutes takes them from the next day. */
export function practise(course: PracticeCourse, plan: Plan, learner: Learner): Result {
  const { traits } = learner;
  const memory = learner.newMemory();
  const practice = plan.begin(course);
  const met = new Set<number>();
  const asked = new Map<number, number>();
  let [owed, total, fromMemory] = [0, 0, 0];
  for (let today = 0; today < practiceDays; today++) {
    let seconds = owed;
    while (seconds < 60 * minutesADay) {
      const run = practice.next(today, seconds);
      const outcome = type(run, today + seconds / 86_400);
      practice.done(run, outcome, today);
      const taken = outcome.seconds + traits.secondsBetween;
      seconds += taken;
      total += taken;
      if (run.asked !== null) fromMemory += taken;
    }
    owed = seconds - 60 * minutesADay;
  }
  const knownOn = (day: number) =>
    course.constructs.reduce((sum, _, construct) => sum + memory.chance(construct, day), 0);
  return {
    met: met.size / course.constructs.length,
    known: knownOn(practiceDays) / course.constructs.length,
    knownLater: knownOn(lastDay) / course.constructs.length,
    minutes: total / 60,
    minutesPerKnown: total / 60 / knownOn(practiceDays),
    fromMemory: fromMemory / total,
  };

  /** Everything in a run happens at one moment, and each construct once, however many places it has. */
  function type({ example: number, asked: hidden }: Run, at: number): Outcome {
    const example = course.examples[number];
    if (example === undefined) throw new RangeError(`there is no example ${number}`);
    const secondsOfTyping = (60 * example.characters) / traits.charactersPerMinute;
    const grades = new Map<number, Grade>();
    for (const { construct } of example.constructs) {
      met.add(construct);
      if (hidden?.includes(construct)) grades.set(construct, ask(construct, at));
      // What was not hidden was copied, in whatever kind of run.
      else memory.meet(construct, at, "copied");
    }
    if (hidden === null) return { seconds: secondsOfTyping, grades };
    const shown = [...grades.values()].filter((grade) => grade === "again").length;
    const thinking = grades.size * traits.secondsPerAsked + shown * traits.secondsPerShown;
    return { seconds: secondsOfTyping * traits.memoryFactor + thinking, grades };
  }

  function ask(construct: number, at: number): Grade {
    const nth = asked.get(construct) ?? 0;
    asked.set(construct, nth + 1);
    const luck = learner.luck(construct, nth);
    const isRecalled = luck.recall < memory.chance(construct, at);
    memory.meet(construct, at, isRecalled ? "recalled" : "shown");
    if (!isRecalled) return "again";
    return luck.slip < traits.slipChance ? "hard" : "good";
  }
}
