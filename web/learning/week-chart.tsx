// What comes due on each day of the week ahead, as bars, with a table for screen readers.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { scaleLinear } from "d3-scale";
import { type ReactNode, useRef } from "react";
import { useWidth } from "../ui/use-width.ts";
import { thousands } from "../ui/words.ts";
import { weekDays, type WeekDay } from "./days.ts";

const height = 128;
const barWidth = 24;
const highestBar = 72;
/** Below the line: the ticks and the names of the days. */
const footHeight = 32;
/** A bar of one must be seen beside one of a thousand. */
const lowestBar = 2;
/** A day with less room than this, px, has the name of its weekday alone. */
const roomOfLabel = 64;

export function WeekChart({ week }: { readonly week: ResponseOf<"getReview">["week"] }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const days = weekDays(week);
  return (
    <>
      <div ref={frame}>
        <Bars days={days} width={width} />
      </div>
      <div className="sr">
        <table>
          <caption>What comes due each day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Due</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, label, due }) => (
              <tr key={day}>
                <th scope="row">{label}</th>
                <td>{thousands(due)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Bars({ days, width }: { readonly days: readonly WeekDay[]; readonly width: number }): ReactNode {
  const base = height - footHeight;
  const step = width / Math.max(1, days.length);
  const most = Math.max(1, ...days.map(({ due }) => due));
  const heightOf = scaleLinear([0, most], [0, highestBar]);
  const labelOf = (day: WeekDay, index: number) => (step < roomOfLabel && index > 0 ? day.short : day.label);
  const said = days.map((day) => `${day.label} ${thousands(day.due)}`).join(", ");
  return (
    <svg
      className="chart week-chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Due per day: ${said}`}
    >
      <path className="grid" d={`M0 ${base + 0.5}h${width}`} />
      {days.map((day, index) => {
        const x = step * (index + 0.5);
        const bar = day.due === 0 ? 0 : Math.max(lowestBar, heightOf(day.due));
        return (
          <g key={day.day}>
            <path className="tickl" d={`M${x} ${base}v6`} />
            {bar > 0 ? (
              <rect
                className="bar-due"
                x={x - barWidth / 2}
                y={base - bar}
                width={barWidth}
                height={bar}
                rx={Math.min(2, bar / 2)}
              />
            ) : null}
            <text className="v" x={x} y={base - bar - 8} textAnchor="middle">
              {thousands(day.due)}
            </text>
            <text x={x} y={base + 24} textAnchor="middle">
              {labelOf(day, index)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
