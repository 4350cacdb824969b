// The sentences and numbers of the progress screen. No sentence compares a learner with another one.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { languageName } from "../learning/language-name.ts";
import { dayAndMonth, dayOfMonth, monthOf } from "../learning/days.ts";
import { counted, list, thousands } from "../ui/words.ts";

export type Progress = ResponseOf<"getProgress">;

const minuteMs = 60_000;

/** '7 h 12 min', '12 min', '0 min'; what is smaller is cut off. */
export function timeText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  return minutes < 60 ? `${minutes} min` : `${thousands(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** '57 wpm', or 'N/A' without any timed copy. */
export function speedText(wpm: number | null): string {
  return wpm === null ? "N/A" : `${thousands(wpm)} wpm`;
}

export function accuracyText(accuracy: number | null): string {
  return accuracy === null ? "N/A" : `${accuracy}%`;
}

/** '24 minutes', or 'less than a minute', of a day with practice. */
export function minutesText(ms: number): string {
  return ms < minuteMs ? "less than a minute" : counted(Math.floor(ms / minuteMs), "minute");
}

/** 'Your streak is 13 days. A day off on 22 November kept it.' null without a streak. */
export function streakSentence({ days, off }: Pick<Progress["streak"], "days" | "off">): string | null {
  if (days === 0) return null;
  const streak = `Your streak is ${counted(days, "day")}.`;
  if (off.length === 0) return streak;
  const kept = off.length === 1 ? "A day off on" : "Days off on";
  return `${streak} ${kept} ${datesText(off.toReversed())} kept it.`;
}

/** '15 and 22 November', '30 October, 8 and 22 November'; the days are in order. */
function datesText(days: readonly string[]): string {
  return list(
    days.map((day, index) => {
      const next = days[index + 1];
      return next !== undefined && monthOf(next) === monthOf(day)
        ? String(dayOfMonth(day))
        : dayAndMonth(day);
    }),
  );
}

/** '191 days with practice, longest streak 29 days' */
export function yearText(practised: number, longest: number): string {
  return `${counted(practised, "day")} with practice, longest streak ${counted(longest, "day")}`;
}

/** What is in place of a line without a point. */
export function noCopies(language: string | null): string {
  return language === null
    ? "No copies in this period."
    : `No copies of ${languageName(language)} in this period.`;
}

/** Whether the learner has neither practised nor met anything, so that there is nothing to draw. */
export function isBlank({ languages, year, streak, figures, knowledge }: Progress): boolean {
  return (
    languages.length + year.length + knowledge.length === 0 && streak.longest === 0 && figures.completed === 0
  );
}

/** How a construct is read: 'nullish coalescing ??' where its sign has a spoken name. */
export function readName({
  name,
  spoken,
}: {
  readonly name: string;
  readonly spoken: string | null;
}): string {
  return spoken === null ? name : `${spoken} ${name}`;
}
