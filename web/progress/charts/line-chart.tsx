// The speed or the accuracy of each day, as a line with its axes, and a table for screen readers.

import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { type ReactNode, useRef } from "react";
import { dayAndMonth, daysBetween, yearOf } from "../../learning/days.ts";
import { useWidth } from "../../ui/use-width.ts";
import { thousands } from "../../ui/words.ts";
import { dayScale, dayTicks } from "./day-axis.ts";
import { lineSentence, pieces, type Point, type ValueAxis } from "./line-points.ts";

export type LineOf = {
  /** 'Speed' */
  readonly name: string;
  /** As the sentence says it, and as the head of the table's column. */
  readonly unit: string;
  readonly column: string;
  /** Behind each number. */
  readonly sign: string;
  readonly look: "is-own" | "is-plain";
};

/** Narrower pictures, px, are also lower. */
const narrow = 420;
const margins = { left: 40, right: 46, top: 12, bottom: 30 };
const heights = { wide: 200, narrow: 176 };
const dotRadius = 3.5;

export function LineChart({
  of,
  points,
  axis,
  days,
}: {
  readonly of: LineOf;
  /** At least one, in order. */
  readonly points: readonly Point[];
  readonly axis: ValueAxis;
  /** The first and last day of the picture. */
  readonly days: { readonly from: string; readonly to: string };
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  return (
    <>
      <div ref={frame}>
        <Picture of={of} points={points} axis={axis} days={days} width={width} />
      </div>
      <div className="sr">
        <table>
          <caption>{`${of.name} by day`}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{of.column}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={day}>
                <th scope="row">
                  {yearOf(day) === yearOf(days.to) ? dayAndMonth(day) : `${dayAndMonth(day)} ${yearOf(day)}`}
                </th>
                <td>{`${thousands(value)}${of.sign}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Picture({
  of: { name, unit, sign, look },
  points,
  axis,
  days: { from, to },
  width,
}: Parameters<typeof LineChart>[0] & { readonly width: number }): ReactNode {
  const height = width < narrow ? heights.narrow : heights.wide;
  const [left, right] = [margins.left, Math.max(margins.left + 1, width - margins.right)];
  const bottom = height - margins.bottom;
  const scale = dayScale(daysBetween(from, to), [left, right]);
  const xOf = (day: string) => round(scale(daysBetween(from, day)));
  const y = scaleLinear([axis.start, axis.end], [bottom, margins.top]);
  const yOf = (value: number) => round(y(value));
  const drawn = line<Point>()
    .x(({ day }) => xOf(day))
    .y(({ value }) => yOf(value));
  const all = pieces(points);
  const last = points.at(-1);
  return (
    <svg
      className={`chart line-chart ${look}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={lineSentence(name, unit, points)}
    >
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <path className="grid" d={`M${left} ${yOf(tick)}H${right}`} />
          <text x={left - 10} y={yOf(tick) + 4} textAnchor="end">
            {`${thousands(tick)}${sign}`}
          </text>
        </g>
      ))}
      {dayTicks(from, to, right - left).map(({ day, length, label }) => (
        <g key={day}>
          <path className="tickl" d={`M${xOf(day)} ${bottom}v${length}`} />
          {label === null ? null : (
            <text x={xOf(day)} y={bottom + 24} textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
      <path className="line" d={all.map((piece) => drawn(piece) ?? "").join("")} />
      {all.map(([point, second]) =>
        point === undefined || second !== undefined || point === last ? null : (
          <circle key={point.day} className="lone" cx={xOf(point.day)} cy={yOf(point.value)} r="2" />
        ),
      )}
      {last === undefined ? null : (
        <>
          <circle className="last" cx={xOf(last.day)} cy={yOf(last.value)} r={dotRadius} />
          <text className="v" x={xOf(last.day) + 10} y={yOf(last.value) + 4}>
            {`${thousands(last.value)}${sign}`}
          </text>
        </>
      )}
    </svg>
  );
}

/** A tenth of a px is not seen. */
function round(px: number): number {
  return Math.round(px * 10) / 10;
}
