// The plans that Tabstop's review is compared with.

import type { PracticeCourse } from "./course.ts";
import type { Plan, Practice, Run } from "./practise.ts";

const minutesFromMemory = 5;

/** Copies on through the course, then again from its start. */
export const inOrder: Plan = {
  name: "in order",
  begin(course) {
    let next = 0;
    return {
      next: () => ({ example: next, asked: null }),
      done: () => {
        next = (next + 1) % course.examples.length;
      },
    };
  },
};

/**
 * Copies the example that was not typed for the longest time, those never typed first. Among the same examples this is
 * the order of the course over and over, so it has to lead to the same as `inOrder`.
 */
export const notSeenForLongest: Plan = {
  name: "not seen for longest, copied",
  begin(course) {
    const order = new LastTyped(course);
    return {
      next: () => ({
        example: order.copied < course.examples.length ? order.copied : order.oldest(),
        asked: null,
      }),
      done: (run) => order.typed(run),
    };
  },
};

/**
 * The same order, with all constructs hidden: five minutes a day while there are new examples to copy, then all the time.
 * It differs from Tabstop's plan in what it chooses, and from the two others in that it asks at all.
 */
export const longestFromMemory: Plan = {
  name: "not seen for longest, from memory",
  begin(course): Practice {
    const order = new LastTyped(course);
    const copiedOn = new Map<number, number>();
    return {
      next(today, secondsToday) {
        const oldest = order.oldest();
        const isNewLeft = order.copied < course.examples.length;
        const isAsking = order.copied > 0 && copiedOn.get(oldest) !== today;
        if (isNewLeft && (!isAsking || secondsToday >= 60 * minutesFromMemory))
          return { example: order.copied, asked: null };
        const constructs = course.examples[oldest]?.constructs ?? [];
        return { example: oldest, asked: constructs.map(({ construct }) => construct) };
      },
      done(run, _, today) {
        if (run.asked === null) copiedOn.set(run.example, today);
        order.typed(run);
      },
    };
  },
};

/** Which examples were typed, the latest last. */
class LastTyped {
  #examples: number[] = [];
  readonly #course: PracticeCourse;

  constructor(course: PracticeCourse) {
    this.#course = course;
  }

  /** How many were typed; new ones are copied in the order of the course, so this is also the next of them. */
  get copied(): number {
    return this.#examples.length;
  }

  oldest(): number {
    return this.#examples[0] ?? 0;
  }

  typed({ example }: Run): void {
    if (example >= this.#course.examples.length) throw new RangeError(`there is no example ${example}`);
    this.#examples = [...this.#examples.filter((other) => other !== example), example];
  }
}
