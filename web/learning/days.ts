// Calendar days, which are texts such as `2026-12-01`: what lies between them, and how sentences and pictures write them.

import type { ResponseOf } from "@tabstop/contract/endpoints";

const dayMs = 86_400_000;

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = "January February March April May June July August September October November December".split(
  " ",
);

export function daysBetween(from: string, to: string): number {
  return Math.round((dateOf(to) - dateOf(from)) / dayMs);
}

/** The day that is so many days later; earlier if they are negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(dateOf(day) + days * dayMs).toISOString().slice(0, 10);
}

/** 'Tuesday' */
export function weekdayOf(day: string): string {
  return weekdays[new Date(dateOf(day)).getUTCDay()] ?? "";
}

/** '1 December' */
export function dayAndMonth(day: string): string {
  return `${dayOfMonth(day)} ${monthOf(day)}`;
}

/** 'December' */
export function monthOf(day: string): string {
  return months[new Date(dateOf(day)).getUTCMonth()] ?? "";
}

export function dayOfMonth(day: string): number {
  return new Date(dateOf(day)).getUTCDate();
}

export function yearOf(day: string): number {
  return new Date(dateOf(day)).getUTCFullYear();
}

export type WeekDay = {
  readonly day: string;
  readonly due: number;
  /** 'today', 'tomorrow', 'Mon 30' */
  readonly label: string;
  /** 'Mon', where there is little room. */
  readonly short: string;
};

/** The days of the week ahead, the first of which is today. */
export function weekDays(week: ResponseOf<"getReview">["week"]): readonly WeekDay[] {
  return week.map(({ day, due }, index) => {
    const short = weekdayOf(day).slice(0, 3);
    return { day, due, label: ["today", "tomorrow"][index] ?? `${short} ${dayOfMonth(day)}`, short };
  });
}

/** ms since 1970 at the day's start in UTC. */
function dateOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
