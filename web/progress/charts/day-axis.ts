// The days on the axis of a picture: where each is drawn, and the ticks and dates below. Pure.

import { type ScaleLinear, scaleLinear } from "d3-scale";
import { dayAfter, dayOfMonth, daysBetween, monthOf, yearOf } from "../../learning/days.ts";

export type DayTick = {
  readonly day: string;
  readonly length: number;
  /** null at the ticks between. */
  readonly label: string | null;
};

/** From a day's distance to the first one, in days, to px. */
export function dayScale(
  days: number,
  [left, right]: readonly [number, number],
): ScaleLinear<number, number> {
  return scaleLinear([0, Math.max(1, days)], [left, right]);
}

/** Days between two labels, and between two ticks. */
const daySteps = [
  [1, 1],
  [2, 1],
  [5, 1],
  [10, 1],
  [15, 5],
  [30, 5],
] as const;
/** Longer than this, days, an axis has months. */
const longAxis = 120;
/** Months between two labels. The label of a January is its year. */
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120];
/** Labels are at least this far apart, px, and so are ticks. */
const roomOfDate = 80;
const roomOfMonth = 44;
const roomOfTick = 6;
const lengths = { labelled: 7, middle: 7, other: 4 };

/** The ticks from a day to a later one, which an axis this wide, px, has room for. The last day has a date. */
export function dayTicks(from: string, to: string, width: number): readonly DayTick[] {
  const days = daysBetween(from, to);
  const dayWidth = width / Math.max(1, days);
  return days > longAxis ? monthTicks(from, to, dayWidth) : dateTicks(days, to, dayWidth);
}

function dateTicks(days: number, to: string, dayWidth: number): readonly DayTick[] {
  const [labelled, step] = daySteps.find(([between]) => between * dayWidth >= roomOfDate) ?? [60, 10];
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, tick) => {
    const ago = tick * step;
    const day = dayAfter(to, -ago);
    const isLabelled = ago % labelled === 0;
    const isMiddle = labelled >= 10 && ago % (labelled / 2) === 0;
    return {
      day,
      length: isLabelled ? lengths.labelled : isMiddle ? lengths.middle : lengths.other,
      label: isLabelled ? `${dayOfMonth(day)} ${monthOf(day).slice(0, 3)}` : null,
    };
  }).toReversed();
}

function monthTicks(from: string, to: string, dayWidth: number): readonly DayTick[] {
  const monthWidth = dayWidth * 30.4;
  const step = monthSteps.find((months) => months * monthWidth >= roomOfMonth) ?? 240;
  return monthStarts(from, to).flatMap((day) => {
    const month = yearOf(day) * 12 + Number(day.slice(5, 7)) - 1;
    const isLabelled = month % step === 0;
    if (!isLabelled && monthWidth < roomOfTick) return [];
    const label = month % 12 === 0 ? String(yearOf(day)) : monthOf(day).slice(0, 3);
    return [
      {
        day,
        length: isLabelled ? lengths.labelled : lengths.other,
        label: isLabelled ? label : null,
      },
    ];
  });
}

/** The first days of the months from a day to another one. */
export function monthStarts(from: string, to: string): readonly string[] {
  const starts: string[] = [];
  for (let day = from; day <= to; ) {
    if (day.endsWith("-01")) starts.push(day);
    day = `${dayAfter(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
  }
  return starts;
}
