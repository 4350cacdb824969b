// The result of a finished run, over the stage.

import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { ArrowStopIcon, EnterIcon } from "../../ui/icons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { ResultChart } from "./result-chart.tsx";
import type { Result } from "../../typing/run.ts";
import type { ResultView } from "./shown-result.ts";
import { useLateClicks, useTakenFocus } from "./use-overlay.ts";
import { whereItWaits } from "../unsaved-runs.ts";

/** Its keys are handled in lesson-keys.ts. */
export function ResultOverlay({
  view,
  busy,
  problem,
  onTryAgain,
  onNext,
}: {
  readonly view: ResultView;
  /** The next lesson is on its way. */
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const { result, unsent, remark } = view;
  const headingId = useId();
  const factsId = useId();
  const panel = useTakenFocus();
  const late = useLateClicks();
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
          <ResultHead view={view} headingId={headingId} />
          <ResultChart view={view} />
          <dl className="facts" id={factsId}>
            <Fact name="Accuracy" value={`${result.accuracy}%`} />
            <Fact name="Errors" value={String(result.errors)} />
            <Fact name="Time" value={formatTime(result.shownMs)} />
          </dl>
          <RankLine before={view.rankBefore} now={view.rankNow} />
          {remark !== null ? <p className="small">{remark}</p> : null}
          <p className="not-saved small" role="status">
            {unsent === null ? null : `Not saved yet. ${whereItWaits([unsent])}`}
          </p>
          {/* Without a button: Next Example tries again. */}
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

function ResultHead({
  view: { title, result, isRecord, bestBeforeMs },
  headingId,
}: {
  readonly view: ResultView;
  readonly headingId: string;
}): ReactNode {
  const time = formatTime(result.shownMs);
  return (
    <>
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
    </>
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
