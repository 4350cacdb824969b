// The 365 days that end today: what is drawn of each, and what is said of it. Pure.

import { dayAfter, dayAndMonth } from "../../learning/days.ts";
import { minutesText, type Progress } from "../progress-words.ts";

export type YearDay = {
  readonly day: string;
  /** What was typed, in ms; 0 without practice. */
  readonly ms: number;
  /** `streak`: practice in the present streak; `off`: a missed day that did not end it. */
  readonly kind: "none" | "practice" | "streak" | "off";
  /** '22 November, day off', '23 November, 24 minutes' */
  readonly text: string;
};

const daysOfYear = 365;

export function yearDays({
  today,
  year,
  streak: { since, off },
}: Pick<Progress, "today" | "year"> & {
  readonly streak: Pick<Progress["streak"], "since" | "off">;
}): readonly YearDay[] {
  const msOf = new Map(year.map(({ day, ms }) => [day, ms]));
  return Array.from({ length: daysOfYear }, (_, index) => {
    const day = dayAfter(today, index + 1 - daysOfYear);
    const ms = msOf.get(day);
    const isInStreak = since !== null && day >= since;
    const kind =
      ms !== undefined
        ? isInStreak
          ? "streak"
          : "practice"
        : isInStreak && off.includes(day)
          ? "off"
          : "none";
    const what = ms !== undefined ? minutesText(ms) : kind === "off" ? "day off" : "no practice";
    return { day, ms: ms ?? 0, kind, text: `${dayAndMonth(day)}, ${what}` };
  });
}

/** The day to which a key leads from another one, or null if the key leads nowhere. */
export function dayAfterKey(key: string, at: number, days: number): number | null {
  const last = days - 1;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, at - 1);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(last, at + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
