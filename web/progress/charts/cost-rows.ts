// The rows of the syntax that costs time: what is written in each, and how far its bar goes. Pure.

import { type ScaleLinear, scaleLinear } from "d3-scale";
import { thousands } from "../../ui/words.ts";
import type { Progress } from "../progress-words.ts";

export type Cost = Progress["costs"]["slowest"][number];

/** In px of the picture, which is drawn at the width that it gets. */
export type CostPlot = {
  readonly bars: ScaleLinear<number, number>;
  /** Where the shares of slips end. */
  readonly slipsEnd: number;
  /** Whether there is room for what was typed instead; the table has it in any case. */
  readonly showsTyped: boolean;
};

/** Of 13 px code. */
export const characterWidth = 7.8;
export const namePadding = 8;
const narrow = 480;
const gap = 10;
/** How many characters of a name are written. */
export const nameLength = 14;
/** Of '1,234 ms' beside the longest bar, of '100%', and of 'typed instead'. */
const room = { value: 62, slips: 34, typed: 92 };

/** The picture of these rows in this width, px. */
export function costPlot(rows: readonly Cost[], width: number): CostPlot {
  const showsTyped = width >= narrow;
  const longest = Math.min(nameLength, Math.max(...rows.map(({ name }) => lengthOf(name))));
  const start = Math.round(longest * characterWidth + 2 * namePadding + gap);
  const slipsEnd = showsTyped ? width - room.typed : width;
  const end = Math.max(start + 24, slipsEnd - room.slips - room.value);
  const most = Math.max(1, ...rows.map(({ ms_per_character }) => ms_per_character));
  return { bars: scaleLinear([0, most], [start, end]), slipsEnd, showsTyped };
}

/** '412 ms'; half a millisecond is not measured. */
export function costText(ms: number): string {
  return `${thousands(Math.round(ms))} ms`;
}

/** '7%' of a share of 1. */
export function slipText(rate: number): string {
  const percent = Math.round(rate * 100);
  return rate > 0 && percent === 0 ? "<1%" : `${percent}%`;
}

/** A name that fits; the table has the whole one. */
export function shortName(name: string, length: number): string {
  return lengthOf(name) <= length ? name : `${[...name].slice(0, length - 1).join("")}…`;
}

export function lengthOf(text: string): number {
  return [...text].length;
}
