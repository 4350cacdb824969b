// What a learner has done and knows: their days, speed, languages, and what costs them time.

import * as z from "zod/mini";
import { Count, maxInteger } from "./shapes-common.ts";
import { Day } from "./shapes-review.ts";
import { Id, storableText, wholeNumber } from "./text.ts";

const dayMs = 86_400_000;

/** A calendar day in a query string, such as `2026-12-01`. Handlers get its number, counted in days since 1970-01-01. */
export const QueryDay = z.pipe(
  storableText(10).check(
    z.regex(/^\d{4}-\d\d-\d\d$/, {
      error: ({ path = [], input }) =>
        `${path.join(".")} is ${JSON.stringify(input)}, but must be a day such as 2026-12-01.`,
      abort: true,
    }),
    // A date that is none becomes another one, or not a number.
    z.refine((text) => dayText(numberOf(text)) === text, {
      error: ({ path = [], input }) =>
        `${path.join(".")} is ${String(input)}, but the calendar has no such day.`,
      abort: true,
    }),
  ),
  z.pipe(
    z.transform((text: string) => numberOf(text)),
    z.int(),
  ),
);

/** What the figures are of. Without `from` and `to` it has no such end. */
export const Period = {
  from: z.optional(QueryDay),
  to: z.optional(QueryDay),
};

/** Refuses a period that ends before it begins. */
export const periodInOrder = z.refine<{ from?: number | undefined; to?: number | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  {
    path: ["from"],
    error: ({ input }) => {
      const { from = 0, to = 0 } = input as { from?: number; to?: number };
      return `from is ${dayText(from)}, which is after to, ${dayText(to)}. It must be that day or an earlier one.`;
    },
  },
);

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

function dayText(day: number): string {
  return Number.isFinite(day) ? new Date(day * dayMs).toISOString().slice(0, 10) : "";
}

/** Words a minute, whole, cut: characters / 5 / minutes, of timed copies. null without any. */
const Wpm = z.nullable(Count);
/** In percent, whole, cut, of the copies whose errors are known. null without any. */
const Accuracy = z.nullable(wholeNumber(0, 100));

const counts = { known: Count, learning: Count, fading: Count, not_met: Count };

/** A construct as it is shown: its name, and how a person says a sign (null for words and forms). */
const named = { name: z.string(), spoken: z.nullable(z.string()) };

export const Progress = z.object({
  today: Day,
  /** Languages in which the learner has practised or completed anything, in alphabetical order. */
  languages: z.array(z.string()),
  /** Of the period and the language that the request names. */
  figures: z.object({
    completed: Count,
    /** The time of copies and of runs from memory. */
    ms: z.int().check(z.nonnegative()),
    wpm: Wpm,
    accuracy: Accuracy,
  }),
  /** The days of this period and language that have a copy, in order. */
  days: z.array(z.object({ day: Day, wpm: Wpm, accuracy: Accuracy })),
  streak: z.object({
    /** With practice, today's included. */
    days: Count,
    /** The first of them; null without a streak. */
    since: z.nullable(Day),
    /** The missed days that did not end it, the latest first. */
    off: z.array(Day),
    /** The longest one ever, in days. */
    longest: Count,
  }),
  /** The days with practice of the 365 that end today, in order, of all languages. `ms`: as in the figures. */
  year: z.array(z.object({ day: Day, ms: z.int().check(z.nonnegative()) })),
  /** What published examples of a language have, for each language of which anything was met; the most met first. */
  knowledge: z.array(z.object({ language: z.string(), ...counts })),
  /** Of this month and the two before, of the language that the request names. */
  costs: z.object({
    /** The median of the constructs below and of all others with 20 places or more; null without any. */
    median_ms_per_character: z.nullable(z.number()),
    /** The slowest with 20 places or more that are slower than the median, the slowest first, at most nine. */
    slowest: z.array(
      z.object({
        id: Id,
        ...named,
        ms_per_character: z.number(),
        /** At how many of its places there was a slip, as a share of 1. */
        slip_rate: z.number(),
        /** What was typed instead most often, if at least three times. */
        typed: z.nullable(z.string()),
      }),
    ),
  }),
  /** Of the same months and language: what was typed at least twice where something else belongs, at most five. */
  slips: z.array(
    z.object({
      typed: z.string(),
      typed_spoken: z.nullable(z.string()),
      expected: z.object({ id: Id, ...named }),
      languages: z.array(z.string()),
      n: wholeNumber(1, maxInteger),
    }),
  ),
});
