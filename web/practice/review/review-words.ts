// The sentences of a review about numbers of examples, times and days.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { dayAfter, dayAndMonth, daysBetween, weekdayOf, yearOf } from "../../learning/days.ts";
import { capital, inWords, thousands } from "../../ui/words.ts";
import type { Tally } from "./session-items.ts";

/** A year from now the same date comes again, so far dates have their year. */
const farDays = 300;
/** The ruler of what comes next shows this many days after today. */
const rulerDays = 7;

/** 'Four examples from memory. Day 13 in a row.' `streak` is null while it is unknown. */
export function endSentence({ done, left }: Pick<Tally, "done" | "left">, streak: number | null): string {
  const first = `${examples(done)} from memory${left === 0 ? "" : `, ${thousands(left)} left for later`}.`;
  return streak === null || streak < 2 ? first : `${first} Day ${thousands(streak)} in a row.`;
}

/** 'Two examples done, 4 left for later.' null when there is nothing to say. */
export function leaveSentence({ done, left }: Pick<Tally, "done" | "left">): string | null {
  if (done === 0) return left === 0 ? null : `${examples(left)} left for later.`;
  return `${examples(done)} done${left === 0 ? "" : `, ${thousands(left)} left for later`}.`;
}

/** 'Four examples', at the beginning of a sentence. */
function examples(count: number): string {
  return `${capital(inWords(count))} example${count === 1 ? "" : "s"}`;
}

type Review = Pick<
  ResponseOf<"getReview">,
  "due" | "waiting" | "has_reviewed" | "next_due" | "next_due_day" | "week"
>;

/** Why nothing is asked, and when something is. */
export function nothingDueSentence({
  due,
  waiting,
  has_reviewed,
  next_due,
  next_due_day,
  week,
}: Review): string {
  // What is due and not in the session is in no example that can be asked.
  const waits = waiting + due;
  if (waits === 1) return "The next one waits until you finish an example that has it.";
  if (waits > 1) return `The next ${thousands(waits)} wait until you finish an example that has them.`;
  if (!has_reviewed || next_due_day === null) return "What you have typed comes back here the day after.";
  const day = longDay(next_due_day, week[0]?.day ?? next_due_day);
  return next_due === 1 ? `The next one comes on ${day}.` : `The next ${thousands(next_due)} come on ${day}.`;
}

export type RulerOfDays = {
  /** How many days after today the next ones come; null when that is unknown or too far for the ruler. */
  readonly pin: { readonly day: number; readonly count: number } | null;
  readonly labels: readonly { readonly day: number; readonly text: string }[];
};

/** The seven days after today, on a ruler. */
export function rulerOfDays({ next_due, next_due_day, week }: Review): RulerOfDays {
  const today = week[0]?.day;
  if (today === undefined) return { pin: null, labels: [{ day: 0, text: "today" }] };
  const ahead = next_due_day === null ? 0 : daysBetween(today, next_due_day);
  const pin = ahead >= 1 && ahead <= rulerDays && next_due > 0 ? { day: ahead, count: next_due } : null;
  const days = pin === null || pin.day === rulerDays ? [rulerDays] : [pin.day, rulerDays];
  return {
    pin,
    labels: [
      { day: 0, text: "today" },
      ...days.map((day) => ({ day, text: weekdayOf(dayAfter(today, day)).slice(0, 3) })),
    ],
  };
}

/** 'Tuesday, 1 December'; with the year where it is far from `today`. Days are as `2026-12-01`. */
function longDay(day: string, today: string): string {
  const year = daysBetween(today, day) >= farDays ? ` ${yearOf(day)}` : "";
  return `${weekdayOf(day)}, ${dayAndMonth(day)}${year}`;
}
