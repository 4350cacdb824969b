// What a learner finds before they choose a lesson: where to go on, their week, and courses; and what a visitor finds who
// has no account.

import * as z from "zod/mini";
import { Count } from "./common.ts";
import { CourseSummary, Example, Tokens } from "./learning.ts";
import { Day } from "./review.ts";
import { Id, Instant, Percent, RunMs, wholeNumber } from "../text.ts";
import { GoalMinutes } from "./accounts.ts";

/** The beginning of an example's code. */
const beginning = {
  /** The first two lines, or the only one; of each at most 200 characters. */
  lines: z.array(z.string()),
  /** The colours of these lines, joined with line feeds; null when they are not computed yet or the language has none. */
  tokens: z.nullable(Tokens),
};

/** A course as it is offered to those who have not typed in it. */
const CourseOffer = z.object({
  ...z.pick(CourseSummary, {
    id: true,
    title: true,
    description: true,
    difficulty_level: true,
    total_examples: true,
  }).shape,
  /** Of the first example whose first two lines have at least 16 characters together, else of the first one. */
  ...beginning,
});

/** A sum of reported times, each of up to 24 hours: it may be longer than the day that it is of. */
const TypedMs = z.int().check(z.nonnegative());

/** Whole characters / 5 / minutes, cut. */
const Wpm = Count;

export const Home = z.object({
  /** The example to continue with; null when nothing is left, or there is no published example. */
  continue: z.nullable(
    z.object({
      exampleId: Id,
      lessonId: Id,
      title: z.string(),
      /** The titles of what it belongs to. */
      lesson: z.string(),
      chapter: z.string(),
      course: z.string(),
      /** The number of the example in its chapter, from 1, and how many that has. */
      place: Count,
      of: Count,
      language: z.string(),
      ...beginning,
    }),
  ),
  today: Day,
  /** Monday to Sunday of the learner's week, with the time typed on each day. */
  week: z.array(z.object({ day: Day, ms: TypedMs })),
  /** In days, today included. */
  streak: Count,
  /** The latest missed day that did not end the streak; null without one. */
  kept_by_day_off: z.nullable(Day),
  goalMinutes: GoalMinutes,
  /** As the bar counts them. */
  due: Count,
  next_due_day: z.nullable(Day),
  /** Whether the learner has a card: before that nothing is said of reviews. */
  has_cards: z.boolean(),
  /** The last five finished runs in Copy, the latest first. */
  runs: z.array(
    z.object({
      exampleId: Id,
      lessonId: Id,
      example: z.string(),
      lesson: z.string(),
      course: z.string(),
      /** null for a run without a time, and when the code has changed since. */
      wpm: z.nullable(Wpm),
      ms: z.nullable(RunMs),
      /** null when the client did not report it. */
      accuracy: z.nullable(Percent),
      ended_at: Instant,
    }),
  ),
  /** For a learner who has finished no example; otherwise null. */
  courses: z.nullable(z.array(CourseOffer)),
});

/** What a learner did in a course or in one lesson of it, at its end. */
export const CourseFigures = z.object({
  /** The time of all stored copies, those of examples with changed code included. */
  ms: TypedMs,
  /** The mean of the best runs, whole, cut; null when none reported it. */
  accuracy: z.nullable(wholeNumber(0, 100)),
  /**
   * The median speed, cut, of the best runs of the first ten examples in order, and of the last ten; of a lesson the speed
   * of the first and of the last example. null without a time.
   */
  first_wpm: z.nullable(Wpm),
  last_wpm: z.nullable(Wpm),
  /** All examples in order, with the speed of the best run; null without a time. */
  examples: z.array(z.object({ id: Id, wpm: z.nullable(Wpm) })),
});

/** What the landing page shows of the published courses. */
export const Landing = z.object({
  courses: z.array(CourseOffer),
  total_examples: Count,
  /** Of the page's own examples those that a published course has, letter for letter. */
  examples: z.array(
    z.object({
      ...z.pick(Example, { id: true, language: true, code_version: true }).shape,
      lesson_id: Id,
      course_id: Id,
    }),
  ),
});
