// What a learner remembers: constructs with their state, and the runs from memory that grade them.

import * as z from "zod/mini";
import { Count, maxInteger } from "./common.ts";
import { AttemptId, Example, Lesson, lenient, logField, Tokens } from "./learning.ts";
import { Id, storableText, wholeNumber } from "../text.ts";
import { constructKinds, constructStates, grades, reviewWays } from "../vocabulary.ts";

/** The learner's time zone as an IANA name. No value of it is a reason to refuse a request. */
export const Zone = lenient(storableText(64));

/** A calendar day such as `2026-12-01`. Handlers return its number, counted in days since 1970-01-01. */
export const Day = z.pipe(
  z.transform((day: number) =>
    typeof day === "number" ? new Date(day * 86_400_000).toISOString().slice(0, 10) : day,
  ),
  storableText(10).check(z.regex(/^\d{4}-\d\d-\d\d$/)),
);

export const ReviewWay = z.enum(reviewWays);
const ConstructState = z.enum(constructStates);
const Grade = z.enum(grades);

/** `due`: the constructs due today that a completed example has. */
export const DueCount = z.object({
  due: Count,
  next_due_day: z.nullable(Day),
  /** Whether the learner has ever finished an example, also one that is unpublished or deleted by now. */
  has_finished: z.boolean(),
});

export const Review = z.object({
  due: Count,
  /** Constructs that are due and that no completed example has. */
  waiting: Count,
  /** In days, today included. */
  streak: Count,
  has_reviewed: z.boolean(),
  session: z.array(z.object({ exampleId: Id, lessonId: Id, way: ReviewWay })),
  /** Seven days, today first. */
  week: z.array(z.object({ day: Day, due: Count })),
  next_due_day: z.nullable(Day),
  /** How many constructs come on that day. */
  next_due: Count,
});

const construct = {
  id: Id,
  name: z.string(),
  /** How a person says a sign, such as `nullish coalescing` for `??`; null for words and forms. */
  spoken: z.nullable(z.string()),
  kind: z.enum(constructKinds),
  state: ConstructState,
  /** null when it was never graded. */
  due_day: z.nullable(Day),
};

export const ReviewExample = z.object({
  ...z.pick(Example, {
    id: true,
    title: true,
    description: true,
    code_content: true,
    output: true,
    code_version: true,
    language: true,
    chapter_id: true,
  }).shape,
  tokens: z.nullable(Tokens),
  lesson_id: Id,
  lesson_title: Lesson.shape.title,
  course_id: Id,
  course_title: z.string(),
  way: ReviewWay,
  constructs: z.array(
    z.object({
      ...construct,
      /** Each is the start and end, in UTF-16 units of the code, of each of its pieces: `[4, 9]`, `[4, 5, 9, 10]`. */
      places: z.array(z.array(Count)),
      hidden: z.boolean(),
      due: z.boolean(),
    }),
  ),
});

const ConstructIds = z.array(Id).check(z.maxLength(10_000));

export const ReviewRun = z.object({
  attemptId: AttemptId,
  way: ReviewWay,
  codeVersion: wholeNumber(1, maxInteger),
  /** The constructs that were hidden, and those of them that had to be shown. */
  hidden: ConstructIds,
  shown: ConstructIds,
  finishedMsAgo: z.optional(wholeNumber(0, 10 * 366 * 86_400_000)),
  log: logField,
  zone: Zone,
});

export const ReviewResult = z.object({
  /** False when the code has changed since: the run then grades nothing. */
  graded: z.boolean(),
  constructs: z.array(z.object({ id: Id, grade: Grade, due_day: z.nullable(Day) })),
  /** The ids in `hidden` and `shown` that are no constructs of the example; they were not graded. */
  unknown: z.array(Id),
});

export const KnowledgeFilter = z.optional(z.enum([...constructStates, "all"]));

export const Knowledge = z.object({
  language: z.string(),
  counts: z.object({ known: Count, learning: Count, fading: Count, not_met: Count }),
  constructs: z.array(
    z.object({
      ...construct,
      family: z.string(),
      /** Of its last ten days, the oldest first. */
      grades: z.array(Grade),
      /** The first lesson that has it, for what is not met or rests. */
      lesson: z.nullable(z.object({ id: Id, title: z.string() })),
      /** The example of the last run that graded it; null when there is none, or it is not published. */
      last_example: z.nullable(z.object({ id: Id, lesson_id: Id, title: z.string() })),
    }),
  ),
  /** The languages of which the learner has met anything, in alphabetical order. */
  languages: z.array(z.string()),
  /** Whether there are more of them than the response has. */
  more: z.boolean(),
});
