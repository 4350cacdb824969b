// The strip of a result: a bar for each line, or for a few neighbouring lines of a long code.

import { wordsPerMinute } from "@tabstop/engine/metrics";
import { counted } from "../../ui/words.ts";
import type { RunAnalysis, RunLine } from "./run-analysis.ts";

export type Bar = {
  /** The first and the last line, from 1. */
  readonly from: number;
  readonly to: number;
  /** null where there is nothing to measure. */
  readonly wpm: number | null;
  /** In percent of the strip. */
  readonly height: number;
  readonly slips: number;
  /** The line whose code is shown for the bar. */
  readonly line: RunLine;
};

export type StripView = {
  readonly bars: readonly Bar[];
  /** The height of the run's own speed, in percent of the strip. */
  readonly runHeight: number;
  /** The index of the bar that is chosen at first; null when no bar can be. */
  readonly chosen: number | null;
};

/** Beyond these numbers of lines bars are narrow, and neighbours share one. */
export const mostWideBars = 30;
const mostBars = 80;
const scaleStep = 20;

export function stripView({ wpm, lines }: RunAnalysis): StripView {
  const size = Math.ceil(lines.length / mostBars);
  const groups = Array.from({ length: Math.ceil(lines.length / size) }, (_, index) =>
    lines.slice(index * size, (index + 1) * size),
  );
  const speeds = groups.map((group) => (size === 1 ? (group[0]?.wpm ?? null) : speedOf(group)));
  const fastest = Math.max(0, ...speeds.map((speed) => speed ?? 0));
  // The next step above the fastest line.
  const top = (Math.floor(fastest / scaleStep) + 1) * scaleStep;
  const heightOf = (speed: number) => Math.min(100, (100 * speed) / top);
  const bars = groups.flatMap((group, index): Bar[] => {
    const [first] = group;
    const last = group.at(-1);
    const line = group[slowest(group) ?? 0];
    if (first === undefined || last === undefined || line === undefined) return [];
    const speed = speeds[index] ?? null;
    return [
      {
        from: first.number,
        to: last.number,
        wpm: speed,
        height: heightOf(speed ?? 0),
        slips: group.reduce((sum, { slips }) => sum + slips.length, 0),
        line,
      },
    ];
  });
  return { bars, runHeight: heightOf(wpm), chosen: slowest(bars) };
}

/** Whether a bar can be chosen: a line without characters only keeps its place. */
export function isChoosable({ wpm, slips }: Bar): boolean {
  return wpm !== null || slips > 0;
}

/** 'Line 4, 41 wpm, 2 slips', 'Lines 1 to 3, 52 wpm'. */
export function barName(bar: Bar): string {
  const { from, to } = bar;
  return [from === to ? `Line ${from}` : `Lines ${from} to ${to}`, figuresOf(bar)]
    .filter((part) => part !== "")
    .join(", ");
}

/** '41 wpm, 2 slips' */
export function figuresOf({ wpm, slips }: Pick<Bar, "wpm" | "slips">): string {
  return [wpm === null ? "" : `${wpm} wpm`, slips === 0 ? "" : counted(slips, "slip")]
    .filter((part) => part !== "")
    .join(", ");
}

/** The index of the slowest with a slip, else of the slowest; the first of equals; null when none has a speed or slip. */
function slowest(
  list: readonly { readonly wpm: number | null; readonly slips: number | readonly unknown[] }[],
): number | null {
  const rank = list.map(({ wpm, slips }, index) => ({
    index,
    hasSlip: typeof slips === "number" ? slips > 0 : slips.length > 0,
    wpm: wpm ?? Number.POSITIVE_INFINITY,
  }));
  const able = rank.filter(({ hasSlip, wpm }) => hasSlip || wpm < Number.POSITIVE_INFINITY);
  const withSlip = able.filter(({ hasSlip }) => hasSlip);
  const among = withSlip.length > 0 ? withSlip : able;
  let found = among[0];
  for (const one of among) if (found === undefined || one.wpm < found.wpm) found = one;
  return found?.index ?? null;
}

function speedOf(lines: readonly RunLine[]): number | null {
  const typed = lines.filter(({ wpm }) => wpm !== null);
  const sum = (of: (line: RunLine) => number) => typed.reduce((total, line) => total + of(line), 0);
  return wordsPerMinute(
    sum(({ characters }) => characters),
    sum(({ ms }) => ms),
  );
}
