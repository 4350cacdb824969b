import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { WaitingRun } from "../../shell/outbox/outbox.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowStopIcon, EnterIcon } from "../../ui/icons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { labelOf, placeMarks, scaleOf } from "./result-scale.ts";
import type { Result } from "../../typing/run.ts";
import { resultDeafMs } from "../lesson/lesson-keys.ts";
import { whereItWaits } from "../unsaved-runs.ts";

/** What a finished run came to, and what was known before it. */
export type Finished = {
  readonly title: string;
  readonly result: Result;
  readonly isRecord: boolean;
  readonly bestBeforeMs: number | null;
  readonly fastestMs: number | null;
  readonly rankBefore: number | null;
  readonly rankNow: number | null;
  /** The run as it waits for the server; null: the server has it, or will in a moment. */
  readonly waiting: WaitingRun | null;
  /** Why the run sets no time, or what became of it; null if there is nothing to say. */
  readonly remark: string | null;
};

/** The result over the stage. Keys are heard by the screen, which knows how long it has been there. */
export function ResultOverlay({
  finished,
  busy,
  problem,
  onTryAgain,
  onNext,
}: {
  readonly finished: Finished;
  /** While the server is asked for the next lesson. */
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const { title, result, isRecord, bestBeforeMs, waiting, remark } = finished;
  const headingId = useId();
  const factsId = useId();
  const panel = useTakenFocus();
  const late = useLateClicks();
  const time = formatTime(result.shownMs);
  return (
    <div className="scrim in-stage">
      <section
        ref={panel}
        className="dialog result"
        role="dialog"
        aria-labelledby={headingId}
        aria-describedby={factsId}
        tabIndex={-1}
      >
        <div className="dialog-body stack result-body">
          <div className="row">
            <h2 id={headingId} className="result-title t2">
              <span className="sr">Example complete: </span>
              {title}
            </h2>
            {isRecord ? (
              <span className="record push">
                <ArrowStopIcon weight={2} />
                New Record!
              </span>
            ) : null}
          </div>
          <div className="row result-time">
            <span className="big" dir="ltr">
              {time.slice(0, -3)}
              <span className="t3">{time.slice(-3)}</span>
            </span>
            <Difference result={result} bestBeforeMs={bestBeforeMs} />
          </div>
          <Chart finished={finished} />
          <dl className="facts" id={factsId}>
            <Fact name="Accuracy" value={`${result.accuracy}%`} />
            <Fact name="Errors" value={String(result.errors)} />
            <Fact name="Time" value={time} />
          </dl>
          <RankLine before={finished.rankBefore} now={finished.rankNow} />
          {remark !== null ? <p className="small">{remark}</p> : null}
          <p className="not-saved small" role="status">
            {waiting === null ? null : `Not saved yet. ${whereItWaits([waiting])}`}
          </p>
          {/* Next Example is the way to try again. */}
          {problem !== null ? <ErrorNotice>{problem}</ErrorNotice> : null}
        </div>
        <div className="dialog-actions">
          <Button onClick={late(onTryAgain)}>
            Try Again <kbd>R</kbd>
          </Button>
          <Button look="primary" busy={busy ? "Loading..." : false} onClick={late(onNext)}>
            Next Example{" "}
            <kbd className="enter-key">
              <EnterIcon size={14} />
            </kbd>
          </Button>
        </div>
      </section>
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Difference({
  result,
  bestBeforeMs,
}: {
  readonly result: Result;
  readonly bestBeforeMs: number | null;
}): ReactNode {
  if (result.timeMs === null) return null;
  if (bestBeforeMs === null) return <span className="stat">your first time here</span>;
  const differenceMs = bestBeforeMs - result.timeMs;
  if (differenceMs === 0) return <span className="stat">exactly your best</span>;
  return (
    <span className="stat">
      <b>{`${(Math.floor(Math.abs(differenceMs) / 10) / 100).toFixed(2)} s`}</b>{" "}
      {differenceMs > 0 ? "faster than your best" : "slower than your best"}
    </span>
  );
}

function RankLine({
  before,
  now,
}: {
  readonly before: number | null;
  readonly now: number | null;
}): ReactNode {
  if (now === null) return null;
  const text =
    before === null
      ? `Your rank is ${now}.`
      : before === now
        ? `Your rank is ${now}, as before this run.`
        : `Your rank was ${before} before this run and is ${now} now.`;
  return <p className="t3 small">{text}</p>;
}

const overhang = 14;

/** A ruler of seconds with the fastest time, the best until now and this one. */
function Chart({ finished }: { readonly finished: Finished }): ReactNode {
  const { result, bestBeforeMs, fastestMs } = finished;
  // Drawn for the width it gets, so that its letters have their size.
  const [width] = useState(() => (matchMedia("(max-width: 600px)").matches ? 290 : 480));
  const marks = [
    { timeMs: result.shownMs, label: "now", isNow: true },
    ...(bestBeforeMs !== null ? [{ timeMs: bestBeforeMs, label: "before", isNow: false }] : []),
    ...(fastestMs !== null && fastestMs !== bestBeforeMs
      ? [{ timeMs: fastestMs, label: `fastest ${seconds(fastestMs)}`, isNow: false }]
      : []),
  ];
  if (marks.length < 2) return null;
  const scale = scaleOf(marks.map((mark) => mark.timeMs));
  const placed = placeMarks(marks, scale, width, overhang);
  const longTicks = Math.round((scale.toS - scale.fromS) / scale.stepS);
  const said = [
    `Your time ${seconds(result.shownMs)} s`,
    ...(bestBeforeMs !== null ? [`your best until now ${seconds(bestBeforeMs)} s`] : []),
    ...(fastestMs !== null ? [`fastest ${seconds(fastestMs)} s`] : []),
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
            {labelOf(scale.fromS + tick * scale.stepS)}
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

/** `24.18`, hundredths cut. */
function seconds(ms: number): string {
  return (Math.floor(ms / 10) / 100).toFixed(2);
}

/** The overlay takes the focus itself, not one of its buttons: late keys press nothing. */
export function useTakenFocus() {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return panel;
}

/** Makes a press do nothing in the first moments, as the keys do: somebody may still be typing. */
export function useLateClicks(): (press: () => void) => () => void {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return (press) => () => {
    if (performance.now() - shownAt.current >= resultDeafMs) press();
  };
}
