// What a learner has done and knows: their days, speed, languages, and what costs them time.

import * as z from "zod/mini";
import { Count, maxInteger } from "./common.ts";
import { Day } from "./review.ts";
import { Id, storableText, wholeNumber } from "../text.ts";

/** A calendar day in a query string, such as `2026-12-01`. */
const QueryDay = storableText(10).check(
  z.regex(/^\d{4}-\d\d-\d\d$/, {
    error: ({ path = [], input }) =>
      `${path.join(".")} is ${JSON.stringify(input)}, but must be a day such as 2026-12-01.`,
    abort: true,
  }),
  z.refine((day) => isInCalendar(day), {
    error: ({ path = [], input }) =>
      `${path.join(".")} is ${String(input)}, but the calendar has no such day.`,
  }),
);

/** The first and last day of a period; without them it has no such end. */
export const Period = { from: z.optional(QueryDay), to: z.optional(QueryDay) };

type SentPeriod = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Refuses a period that ends before it begins. */
export const periodInOrder = z.refine<SentPeriod>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  {
    path: ["from"],
    error: ({ input }) => {
      const { from, to } = input as SentPeriod;
      return `from is ${from}, which is after to, ${to}. It must be that day or an earlier one.`;
    },
  },
);

/** A date that the calendar lacks becomes another one, or none. */
function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(day);
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
