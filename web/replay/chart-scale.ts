// The axes of the speed chart: where a time and a speed are drawn, and the ticks and numbers beside them. Pure.

import { type ScaleLinear, scaleLinear } from "d3-scale";
import { secondsLabel } from "../ui/seconds-label.ts";

/** In px of the picture, which is drawn at the width that it gets. */
type Plot = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

export type ChartScale = {
  readonly plot: Plot;
  /** From ms since the first key. */
  readonly x: ScaleLinear<number, number>;
  /** From words a minute. */
  readonly y: ScaleLinear<number, number>;
  readonly xTicks: readonly TimeTick[];
  /** Words a minute, from 0 up. */
  readonly yTicks: readonly number[];
};

type TimeTick = {
  readonly atMs: number;
  /** null at the ticks between. */
  readonly label: string | null;
  readonly length: number;
};

export const chartHeight = 118;
const margins = { left: 40, right: 52, top: 10, bottom: 26 };
/** Words a minute between two numbers: these, or ten or a hundred times as many. */
const speedSteps = [5, 10, 20, 30];
const mostSpeedSpans = 3;

export function chartScale(width: number, durationMs: number, mostWordsPerMinute: number): ChartScale {
  const plot = {
    left: margins.left,
    right: Math.max(margins.left + 1, width - margins.right),
    top: margins.top,
    bottom: chartHeight - margins.bottom,
  };
  const step = speedStep(mostWordsPerMinute);
  const spans = Math.max(1, Math.ceil(mostWordsPerMinute / step));
  return {
    plot,
    x: scaleLinear([0, Math.max(1, durationMs)], [plot.left, plot.right]).clamp(true),
    y: scaleLinear([0, spans * step], [plot.bottom, plot.top]),
    xTicks: timeTicks(durationMs, plot.right - plot.left),
    yTicks: Array.from({ length: spans + 1 }, (_, tick) => tick * step),
  };
}

function speedStep(most: number): number {
  for (let unit = 1; ; unit *= 10)
    for (const step of speedSteps) if (most <= mostSpeedSpans * step * unit) return step * unit;
}

/** Seconds between two labels, and between two ticks. */
const tickSteps = [
  [0.1, 0.02],
  [0.2, 0.05],
  [0.5, 0.1],
  [1, 0.2],
  [2, 0.5],
  [5, 1],
  [10, 1],
  [15, 5],
  [30, 5],
  [60, 10],
  [120, 30],
  [300, 60],
  [600, 60],
  [1_800, 300],
  [3_600, 600],
  [7_200, 1_800],
  [21_600, 3_600],
] as const;
/** Labels are at least this far apart, px, and there are about this many at most. */
const labelRoom = 56;
const mostLabels = 6;
const tickLengths = { labelled: 7, middle: 5, other: 3 };

/** The ticks of a run on an axis this wide, px. */
function timeTicks(durationMs: number, width: number): readonly TimeTick[] {
  const room = Math.max(labelRoom, width / mostLabels);
  const needed = (room * durationMs) / width / 1_000;
  const days = Math.ceil(needed / 86_400);
  const [labelS, tickS] = tickSteps.find(([seconds]) => seconds >= needed) ?? [days * 86_400, days * 21_600];
  const perLabel = Math.round(labelS / tickS);
  return Array.from({ length: Math.floor(durationMs / 1_000 / tickS) + 1 }, (_, tick) => {
    const isLabelled = tick % perLabel === 0;
    const isMiddle = perLabel % 2 === 0 && tick % (perLabel / 2) === 0;
    return {
      atMs: tick * tickS * 1_000,
      label: isLabelled ? secondsLabel(Number(((tick / perLabel) * labelS).toFixed(1))) : null,
      length: isLabelled ? tickLengths.labelled : isMiddle ? tickLengths.middle : tickLengths.other,
    };
  });
}

/** Rings closer than this, px, look like one: a run may have more slips than a page can draw in a frame. */
const leastRingGap = 1;

/** The slips to draw of these, which are in order: none that is too close to the one before. */
export function slipsApart(slips: readonly number[], x: ChartScale["x"]): readonly number[] {
  let last = Number.NEGATIVE_INFINITY;
  return slips.filter((slip) => {
    if (x(slip) - last < leastRingGap) return false;
    last = x(slip);
    return true;
  });
}
