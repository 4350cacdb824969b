import type { ReactNode } from "react";
import { ArrowStopIcon } from "../ui/icons.tsx";

/** A picture of a result in the practice screen: 41.27 s on a ruler from 20 to 50 s, at 16 units a second. */
export function RecordPicture(): ReactNode {
  return (
    <div className="stack result gap-5" aria-hidden="true">
      <div className="row">
        <span className="t2 font-medium">Group items by key</span>
        <span className="record push">
          <ArrowStopIcon weight={2} />
          New Record!
        </span>
      </div>
      <div className="row flex-wrap items-baseline gap-x-4">
        <span className="big">
          00:41<span className="t3">.27</span>
        </span>
        <span className="stat">
          <b>3.18 s</b> faster than your best
        </span>
      </div>
      <svg className="chart" viewBox="-14 -4 508 60">
        <path className="grid" d="M0 34.5h480" />
        <path className="tickl" d={ticks} />
        {[20, 30, 40, 50].map((second) => (
          <text key={second} x={xOf(second)} y="50" textAnchor="middle">
            {second}s
          </text>
        ))}
        {marks.map(({ label, second, anchor }) => (
          <g key={label} className={label === "now" ? "chart-mark is-now" : "chart-mark"}>
            <path d={`M${xOf(second) - 4.5} 14h9v6l-3.5 4.5v9h-2v-9l-3.5-4.5z`} />
            <text x={xOf(second)} y="8" textAnchor={anchor} className={label === "now" ? "v" : undefined}>
              {label}
            </text>
          </g>
        ))}
      </svg>
      <dl className="facts">
        <div>
          <dt>Accuracy</dt>
          <dd>98%</dd>
        </div>
        <div>
          <dt>Errors</dt>
          <dd>4</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>00:41.27</dd>
        </div>
      </dl>
    </div>
  );
}

const marks = [
  { label: "fastest 24.18", second: 24.18, anchor: "middle" },
  { label: "before", second: 44.45, anchor: "start" },
  { label: "now", second: 41.27, anchor: "end" },
] as const;

const ticks = Array.from({ length: 31 }, (_, i) => `M${xOf(20 + i)} 34V${i % 5 === 0 ? 25 : 30}`).join("");

function xOf(second: number): number {
  return Math.round((second - 20) * 160) / 10;
}
