// When a construct comes back, and when a run was, in words.

import { ifSupported } from "../ui/if-supported.ts";
import { dayAndMonth, daysBetween, weekdayOf, yearOf } from "./days.ts";

const dayMs = 86_400_000;
/** From here on the date is easier to picture than the number of days. */
const farDays = 60;

const format = ifSupported(
  () => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }),
);

/** The device's calendar day, such as `2026-12-01`. */
export function todayOf(now: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** `today`, also for a day that is over, `tomorrow`, `in 9 days`, or `on 3 March`. Both days are as `2026-12-01`. */
export function whenText(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
  if (days <= 0) return "today";
  if (days === 1) return "tomorrow";
  if (days < farDays) return `in ${days} days`;
  return `on ${format?.format(Date.parse(day)) ?? day}`;
}

const timeFormat = ifSupported(
  () => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }),
);

/**
 * 'today, 09:12', 'yesterday', 'Thursday' within a week, '21 November', and '21 November 2025' of an earlier year, in the
 * device's zone. What a device with a late clock takes for a later day is today too.
 */
export function pastText(at: Date, today: string): string {
  const day = todayOf(at);
  const days = daysBetween(day, today);
  if (days <= 0) {
    const time = timeFormat?.format(at);
    return time === undefined ? "today" : `today, ${time}`;
  }
  if (days === 1) return "yesterday";
  if (days < 7) return weekdayOf(day);
  return yearOf(day) === yearOf(today) ? dayAndMonth(day) : `${dayAndMonth(day)} ${yearOf(day)}`;
}
