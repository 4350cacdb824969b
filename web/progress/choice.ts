// The period and the language that a learner chose, which are in the address: `/progress?period=90&language=python`.

import { dayAfter } from "../learning/days.ts";
import { readLanguage } from "../learning/language-name.ts";

type Period = {
  /** As in the address. */
  readonly id: string;
  readonly name: string;
  /** How many days it has, today included; null for all days. */
  readonly days: number | null;
};

export const periods: readonly Period[] = [
  { id: "7", name: "Last 7 days", days: 7 },
  { id: "30", name: "Last 30 days", days: 30 },
  { id: "90", name: "Last 90 days", days: 90 },
  { id: "365", name: "Last year", days: 365 },
  { id: "all", name: "All time", days: null },
];
const usualPeriod = periods[1] as Period;

export type Choice = {
  readonly period: Period;
  /** null: all languages. */
  readonly language: string | null;
};

/** What the address says. What it says of no period or language counts as not said. */
export function choiceOf(search: URLSearchParams): Choice {
  return {
    period: periods.find(({ id }) => id === search.get("period")) ?? usualPeriod,
    language: readLanguage(search.get("language")),
  };
}

/** Changes an address to that of another choice. What is usual is left out. */
export function writeChoice(search: URLSearchParams, { period, language }: Choice): void {
  if (period === usualPeriod) search.delete("period");
  else search.set("period", period.id);
  if (language === null) search.delete("language");
  else search.set("language", language);
}

/** The first and last day of a period; empty for all days. */
export function spanOf(period: Period, today: string): { readonly from?: string; readonly to?: string } {
  return period.days === null ? {} : { from: dayAfter(today, 1 - period.days), to: today };
}
