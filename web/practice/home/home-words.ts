// The sentences and numbers of a learner's home, and what its pictures draw.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { dayAndMonth, daysBetween, weekdayOf } from "../../learning/days.ts";
import { whenText } from "../../learning/when-text.ts";
import { counted, inWords } from "../../ui/words.ts";

export type Home = ResponseOf<"getHome">;
export type NextExample = NonNullable<Home["continue"]>;
export type Goal = Home["goalMinutes"];

const minuteMs = 60_000;

/** 'TypeScript Essentials, Narrowing, Type predicates and never, example 2 of 3'; without a course that is not known. */
export function placeText({ course, lesson, chapter, place, of }: NextExample): string {
  return [course, lesson, chapter, `example ${place} of ${of}`].filter((part) => part !== "").join(", ");
}

export type WeekBar = {
  readonly day: string;
  /** 'Mon' */
  readonly short: string;
  /** 'Monday, 12 minutes' */
  readonly name: string;
  /** What is above the bar; null for a day without one. */
  readonly minutes: string | null;
  /** In percent of the room for bars; 0 without a bar. */
  readonly height: number;
  readonly isToday: boolean;
  /** The day off that kept the streak, in a sentence; null on all other days. */
  readonly dayOff: string | null;
};

/** The highest bar, which leaves room for the number above it. */
const highest = 66;
/** Of a week with less practice, so that a few minutes are no high bar. In minutes. */
const leastScale = 10;

export function weekBars({
  week,
  today,
  kept_by_day_off: off,
}: Pick<Home, "week" | "today" | "kept_by_day_off">): readonly WeekBar[] {
  const scale = Math.max(leastScale, ...week.map(({ ms }) => ms / minuteMs));
  return week.map(({ day, ms }) => {
    const weekday = weekdayOf(day);
    const dayOff = day === off ? "A day off, which kept the streak" : null;
    return {
      day,
      short: weekday.slice(0, 3),
      name: `${weekday}, ${dayOff === null ? dayText(ms, daysBetween(today, day)) : "a day off, which kept the streak"}`,
      minutes: ms === 0 ? null : ms < minuteMs ? "<1" : String(Math.floor(ms / minuteMs)),
      height: Math.round((highest * ms) / minuteMs / scale),
      isToday: day === today,
      dayOff,
    };
  });
}

function dayText(ms: number, daysAhead: number): string {
  if (ms === 0) return daysAhead > 0 ? "to come" : daysAhead === 0 ? "nothing typed yet" : "nothing typed";
  return ms < minuteMs ? "less than a minute" : counted(Math.floor(ms / minuteMs), "minute");
}

/** '13 days in a row', with what kept it; null where there is no row yet. */
export function streakText({
  streak,
  kept_by_day_off: off,
  week,
}: Pick<Home, "streak" | "kept_by_day_off" | "week">): string | null {
  if (streak < 2) return null;
  const row = `${counted(streak, "day")} in a row`;
  if (off === null) return row;
  return `${row}, day off on ${week.some(({ day }) => day === off) ? weekdayOf(off) : dayAndMonth(off)}`;
}

export type GoalState = {
  /** Whole minutes typed today. */
  readonly minutes: number;
  /** What follows the number. */
  readonly text: string;
  /** 0 to 100; null without a goal. */
  readonly percent: number | null;
  readonly isReached: boolean;
};

export function goalState(ms: number, goal: Goal): GoalState {
  const minutes = Math.floor(ms / minuteMs);
  if (goal === null)
    return { minutes, text: minutes === 1 ? "minute" : "minutes", percent: null, isReached: false };
  const isReached = minutes >= goal;
  return {
    minutes,
    text: `of ${goal} minutes${isReached ? ", done for today" : ""}`,
    percent: Math.min(100, Math.floor((100 * ms) / (goal * minuteMs))),
    isReached,
  };
}

/** A construct that is due takes about so long. */
const dueMs = 25_000;
/** A review has at most eight examples. */
const longestReview = 5;

/** 'about five minutes' */
export function reviewTime(due: number): string {
  const minutes = Math.min(longestReview, Math.max(1, Math.round((due * dueMs) / minuteMs)));
  return minutes === 1 ? "about a minute" : `about ${inWords(minutes)} minutes`;
}

/** 'Next on Monday', 'Next tomorrow', 'Next in 9 days'; null when nothing comes. */
export function nextDueText(day: string | null, today: string): string | null {
  if (day === null) return null;
  const days = daysBetween(today, day);
  return `Next ${days > 1 && days < 7 ? `on ${weekdayOf(day)}` : whenText(day, today)}`;
}
