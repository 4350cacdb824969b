// Where the days of a year are drawn: in one row, or in four on small screens. Pure.

import { type ScaleLinear, scaleLinear } from "d3-scale";

export type YearPlot = {
  readonly height: number;
  readonly daysInRow: number;
  /** The top and the bottom line of a row, px. */
  readonly rows: readonly { readonly top: number; readonly base: number }[];
  /** Where the days of each row end, px. */
  readonly end: number;
  readonly step: number;
  readonly barWidth: number;
  /** From minutes to px; more than an hour is cut. */
  readonly heightOf: ScaleLinear<number, number>;
  /** The minutes that have a line with a number. */
  readonly lines: readonly number[];
};

const mostMinutes = 60;
const hourHeight = { wide: 72, small: 34 };
const top = 10;
/** Between two rows there is room for the months of one and for what is said of a day of the other. */
const rowPitch = 72;
const foot = 22;
/** Of '60 min' beside the days, px. */
const roomOfMinutes = 58;
const daysInSmallRow = 92;
const widestBar = 2;

/** The picture of so many days in this width, px. */
export function yearPlot(days: number, width: number, isSmall: boolean): YearPlot {
  const daysInRow = isSmall ? daysInSmallRow : days;
  const high = isSmall ? hourHeight.small : hourHeight.wide;
  const rows = Array.from({ length: Math.ceil(days / daysInRow) }, (_, row) => ({
    top: top + row * rowPitch,
    base: top + row * rowPitch + high,
  }));
  const end = isSmall ? width : Math.max(1, width - roomOfMinutes);
  const step = end / daysInRow;
  return {
    height: (rows.at(-1)?.base ?? 0) + foot,
    daysInRow,
    rows,
    end,
    step,
    barWidth: Math.min(widestBar, step * 0.65),
    heightOf: scaleLinear([0, mostMinutes], [0, high]).clamp(true),
    lines: isSmall ? [] : [30, 60],
  };
}

/** Where a day begins, and the base of its row. */
export function placeOf(plot: YearPlot, index: number): { readonly x: number; readonly row: number } {
  return { x: (index % plot.daysInRow) * plot.step, row: Math.floor(index / plot.daysInRow) };
}

/** The day at a point of the picture. */
export function dayAt(plot: YearPlot, days: number, [x, y]: readonly [number, number]): number {
  const rows = plot.rows.length;
  // The months below a row belong to it.
  const row = Math.min(rows - 1, Math.max(0, Math.floor(y / (plot.height / rows))));
  const column = Math.min(plot.daysInRow - 1, Math.max(0, Math.floor(x / plot.step)));
  return Math.min(days - 1, row * plot.daysInRow + column);
}
