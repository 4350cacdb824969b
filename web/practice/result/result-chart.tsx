// The ruler in the result: seconds with the fastest time, the previous best and this time.

import { type ReactNode, useState } from "react";
import { matchesMedia } from "../../ui/media.ts";
import { secondsLabel } from "../../ui/seconds-label.ts";
import { placeMarks, scaleOf } from "./result-scale.ts";
import type { Chart } from "./result-view.ts";

const overhang = 14;

/** A ruler of seconds with the fastest time, the previous best and this time. */
export function ResultChart({
  chart: { nowMs, bestBeforeMs, fastestMs },
}: {
  readonly chart: Chart;
}): ReactNode {
  // Drawn for the width it gets, so that its letters have their size.
  const [width] = useState(() => (matchesMedia("(max-width: 600px)") ? 290 : 480));
  // This run may be faster than the fastest one before it.
  const fastest = fastestMs !== null && nowMs < fastestMs ? "fastest before" : "fastest";
  const marks = [
    { timeMs: nowMs, label: "now", isNow: true },
    ...(bestBeforeMs !== null ? [{ timeMs: bestBeforeMs, label: "before", isNow: false }] : []),
    ...(fastestMs !== null
      ? [{ timeMs: fastestMs, label: `${fastest} ${seconds(fastestMs)}`, isNow: false }]
      : []),
  ];
  const scale = scaleOf(marks.map((mark) => mark.timeMs));
  const placed = placeMarks(marks, scale, width, overhang);
  const longTicks = Math.round((scale.toS - scale.fromS) / scale.stepS);
  const said = [
    `Your time ${seconds(nowMs)} s`,
    ...(bestBeforeMs !== null ? [`your best until now ${seconds(bestBeforeMs)} s`] : []),
    ...(fastestMs !== null ? [`${fastest} ${seconds(fastestMs)} s`] : []),
  ].join(", ");
  return (
    <svg
      className="chart"
      viewBox={`${-overhang} -4 ${width + 2 * overhang} 60`}
      role="img"
      aria-label={said}
    >
      <path className="grid" d={`M0 34.5h${width}`} />
      {Array.from({ length: longTicks * 5 + 1 }, (_, tick) => {
        const x = (width * tick) / (longTicks * 5);
        return <line key={tick} className="tickl" x1={x} x2={x} y1={tick % 5 === 0 ? 25 : 30} y2="34" />;
      })}
      {Array.from({ length: longTicks + 1 }, (_, tick) =>
        longTicks <= 3 || tick % 2 === 0 ? (
          <text key={tick} x={(width * tick) / longTicks} y="50" textAnchor="middle">
            {secondsLabel(scale.fromS + tick * scale.stepS)}
          </text>
        ) : null,
      )}
      {placed.toReversed().map(({ mark, x, anchor }) => (
        <g key={mark.label} className={mark.isNow ? "chart-mark is-now" : "chart-mark"}>
          <path d={`M${x - 4.5} 14h9v6l-3.5 4.5v9h-2v-9l-3.5-4.5z`} />
          {anchor !== null ? (
            <text x={x} y="8" textAnchor={anchor} className={mark.isNow ? "v" : undefined}>
              {mark.label}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}

/** Such as `24.18`, rounded down to hundredths. */
function seconds(ms: number): string {
  return (Math.floor(ms / 10) / 100).toFixed(2);
}
