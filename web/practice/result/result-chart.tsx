// The ruler in the result: seconds with the fastest time, the previous best and this time.

import { type CSSProperties, type ReactNode, useRef } from "react";
import { secondsLabel } from "../../ui/seconds-label.ts";
import { useWidth } from "../../ui/use-width.ts";
import { placeMarks, scaleOf } from "./result-scale.ts";
import type { Chart } from "./result-view.ts";
import { secondsText } from "./result-words.ts";

const overhang = 14;

/** A ruler of seconds with the fastest time, the previous best and this time. */
// Long: the parts of one picture.
export function ResultChart({
  chart: { nowMs, bestBeforeMs, fastestMs },
}: {
  readonly chart: Chart;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  // Drawn for the width it gets, so that its letters have their size.
  const width = useWidth(box) - 2 * overhang;
  // This run may be faster than the fastest one before it.
  const fastest = fastestMs !== null && nowMs < fastestMs ? "fastest before" : "fastest";
  const marks = [
    { timeMs: nowMs, label: "now", isNow: true },
    ...(bestBeforeMs !== null ? [{ timeMs: bestBeforeMs, label: "before", isNow: false }] : []),
    ...(fastestMs !== null
      ? [{ timeMs: fastestMs, label: `${fastest} ${secondsText(fastestMs)}`, isNow: false }]
      : []),
  ];
  const scale = scaleOf(marks.map((mark) => mark.timeMs));
  const placed = placeMarks(marks, scale, width, overhang);
  const longTicks = Math.round((scale.toS - scale.fromS) / scale.stepS);
  const said = [
    `Your time ${secondsText(nowMs)} s`,
    ...(bestBeforeMs !== null ? [`your best until now ${secondsText(bestBeforeMs)} s`] : []),
    ...(fastestMs !== null ? [`${fastest} ${secondsText(fastestMs)} s`] : []),
  ].join(", ");
  const xOf = (label: string) => placed.find(({ mark }) => mark.label === label)?.x;
  // The pin of this time comes from the time before it, in a first run from the end.
  const from = (xOf("before") ?? width) - (xOf("now") ?? 0);
  return (
    <div ref={box} className="r-ruler">
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
          <g
            key={mark.label}
            className={mark.isNow ? "chart-mark is-now now-pin" : "chart-mark"}
            style={mark.isNow ? ({ "--from": `${from}px` } as CSSProperties) : undefined}
          >
            <path d={`M${x - 4.5} 14h9v6l-3.5 4.5v9h-2v-9l-3.5-4.5z`} />
            {anchor !== null ? (
              <text x={x} y="8" textAnchor={anchor} className={mark.isNow ? "v" : undefined}>
                {mark.label}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </div>
  );
}
