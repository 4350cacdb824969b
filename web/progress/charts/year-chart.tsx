// A year of days: a tick a day as high as its minutes, the present streak amber, a day off in it hollow. A slider beside
// the picture walks the days, because a picture has no controls for screen readers.

import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { dayAndMonth, monthOf } from "../../learning/days.ts";
import { followMedia, matchesMedia } from "../../ui/media.ts";
import { isPlainKey } from "../../ui/plain-key.ts";
import { useWidth } from "../../ui/use-width.ts";
import { counted } from "../../ui/words.ts";
import { type Progress, streakSentence } from "../progress-words.ts";
import { dayAfterKey, type YearDay, yearDays } from "./year-days.ts";
import { dayAt, placeOf, type YearPlot, yearPlot } from "./year-plot.ts";

export function YearChart({
  progress: { today, year, streak },
}: {
  readonly progress: Pick<Progress, "today" | "year" | "streak">;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const isSmall = useSmall();
  const days = useMemo(() => yearDays({ today, year, streak }), [today, year, streak]);
  const plot = useMemo(() => yearPlot(days.length, width, isSmall), [days, width, isSmall]);
  const [at, setAt] = useState<number | null>(null);
  const [isShown, setShown] = useState(false);
  const chosen = Math.min(at ?? days.length - 1, days.length - 1);
  const sentence = streakSentence(streak);
  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    setAt(dayAt(plot, days.length, [clientX - left, clientY - top]));
    setShown(true);
  };
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = isPlainKey(event.nativeEvent) ? dayAfterKey(event.key, chosen, days.length) : null;
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    setShown(true);
  };
  return (
    <>
      <div ref={frame} className="year-chart">
        <Picture
          days={days}
          plot={plot}
          width={width}
          sentence={`Minutes typed on each day of a year. ${counted(year.length, "day")} with practice, the longest streak ${counted(streak.longest, "day")}, now ${counted(streak.days, "day")}.`}
        />
        {isShown ? <Chosen day={days[chosen]} index={chosen} plot={plot} width={width} /> : null}
        <div
          className="year-walk"
          role="slider"
          tabIndex={0}
          aria-label="Day"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={chosen + 1}
          aria-valuetext={days[chosen]?.text}
          onKeyDown={walk}
          onFocus={() => setShown(true)}
          onBlur={() => setShown(false)}
          onPointerMove={pointAt}
          onPointerDown={pointAt}
          onPointerLeave={({ currentTarget }) => {
            if (currentTarget !== document.activeElement) setShown(false);
          }}
        />
      </div>
      {sentence === null ? null : <p className="t3 small streak-words">{sentence}</p>}
      <YearTable days={days} />
    </>
  );
}

/** Follows whether the days need four rows. */
function useSmall(): boolean {
  return useSyncExternalStore(
    (changed) => followMedia(smallQuery, changed),
    () => matchesMedia(smallQuery),
  );
}

const smallQuery = "(max-width: 799px)";
/** A day without practice, and the least one with it, px. */
const lowest = 3;
const offHeight = 6;
const minuteMs = 60_000;

const Picture = memo(function Picture({
  days,
  plot,
  width,
  sentence,
}: {
  readonly days: readonly YearDay[];
  readonly plot: YearPlot;
  readonly width: number;
  readonly sentence: string;
}): ReactNode {
  const { rows, end, heightOf, lines, barWidth } = plot;
  const bars = (kind: YearDay["kind"]) =>
    days.flatMap((day, index) => (day.kind === kind ? barOf(plot, day, index) : [])).join("");
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${plot.height}`} role="img" aria-label={sentence}>
      {rows.map(({ base }, row) => (
        <g key={base}>
          <path className="grid" d={`M0 ${base + 0.5}H${end}`} />
          {lines.map((minutes) => (
            <g key={minutes}>
              <path className="grid" d={`M0 ${base - heightOf(minutes) + 0.5}H${end}`} />
              <text x={end + 10} y={base - heightOf(minutes) + 4}>{`${minutes} min`}</text>
            </g>
          ))}
          {monthsOf(days, plot, row).map(({ day, x, isStart, isNamed }) => (
            <g key={day}>
              {isStart ? <path className="tickl" d={`M${x + barWidth / 2} ${base}v6`} /> : null}
              {isNamed ? (
                <text x={x} y={base + 19}>
                  {monthOf(day).slice(0, 3)}
                </text>
              ) : null}
            </g>
          ))}
        </g>
      ))}
      <path className="day-none" d={bars("none")} />
      <path className="day-practice" d={bars("practice")} />
      <path className="day-streak" d={bars("streak")} />
      <path className="day-off" d={bars("off")} />
    </svg>
  );
});

/** The path of a day. */
function barOf(plot: YearPlot, { kind, ms }: YearDay, index: number): string {
  const { x, row } = placeOf(plot, index);
  const base = plot.rows[row]?.base ?? 0;
  const { barWidth } = plot;
  if (kind === "off") return `M${px(x)} ${base - 0.5}h${px(barWidth)}v-${offHeight}h-${px(barWidth)}z`;
  const high = kind === "none" ? lowest : Math.max(lowest, plot.heightOf(ms / minuteMs));
  return `M${px(x)} ${base}h${px(barWidth)}v-${px(high)}h-${px(barWidth)}z`;
}

/** Of a name of a month below a row, px. */
const roomOfMonth = 28;

/** Where months begin in a row, and the month with which the row begins, each named where there is room. */
function monthsOf(days: readonly YearDay[], plot: YearPlot, row: number) {
  const first = row * plot.daysInRow;
  const starts = days.flatMap(({ day }, index) =>
    placeOf(plot, index).row === row && (index === first || day.endsWith("-01"))
      ? [{ day, x: px(placeOf(plot, index).x), isStart: day.endsWith("-01") }]
      : [],
  );
  return starts.map((month, index) => ({
    ...month,
    isNamed: month.x + roomOfMonth <= Math.min(plot.end, starts[index + 1]?.x ?? plot.end),
  }));
}

/** The needle on a day, and what is said of it. */
function Chosen({
  day,
  index,
  plot,
  width,
}: {
  readonly day: YearDay | undefined;
  readonly index: number;
  readonly plot: YearPlot;
  readonly width: number;
}): ReactNode {
  const { x, row } = placeOf(plot, index);
  const { top = 0, base = 0 } = plot.rows[row] ?? {};
  const middle = px(x + plot.barWidth / 2);
  const anchor = middle < edge ? "start" : middle > width - edge ? "end" : "middle";
  return (
    <svg className="chart chosen-day" viewBox={`0 0 ${width} ${plot.height}`} aria-hidden="true">
      <path d={`M${middle} ${top - 2}V${base + 4}`} />
      <text className="v" x={middle} y={top - 4} textAnchor={anchor}>
        {day?.text}
      </text>
    </svg>
  );
}

/** Closer than this to an edge, px, a text does not fit around its day. */
const edge = 96;

function YearTable({ days }: { readonly days: readonly YearDay[] }): ReactNode {
  return (
    <div className="sr">
      <table>
        <caption>Minutes typed per day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Minutes</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ kind }) => kind !== "none")
            .map(({ day, kind, ms }) => (
              <tr key={day}>
                <th scope="row">{dayAndMonth(day)}</th>
                <td>
                  {kind === "off" ? "day off" : ms < minuteMs ? "less than 1" : Math.floor(ms / minuteMs)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** A tenth of a px is not seen. */
function px(length: number): number {
  return Math.round(length * 10) / 10;
}
