// The result of a finished run, over the stage.

import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useId } from "react";
import { ArrowStopIcon } from "../../ui/icons.tsx";
import { OutputBlock } from "../../ui/output-block.tsx";
import { ResultChart } from "./result-chart.tsx";
import { FrameButton, ResultFrame, ResultHead } from "./result-frame.tsx";
import type { ResultView } from "./result-view.ts";

/** Its keys are handled in lesson-keys.ts. */
// Long: the parts of one dialog, in their order.
export function ResultOverlay({
  view,
  busy,
  failure,
  memory,
  offer = null,
  onTryAgain,
  onNext,
}: {
  readonly view: ResultView;
  /** The next lesson is on its way. */
  readonly busy: boolean;
  /** Why Next Example failed, and whether another press may help. */
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  /** The button 'Now from memory', which waits for what would be hidden; null without it. */
  readonly memory: { readonly isLoading: boolean; readonly onOpen: () => void } | null;
  /** In place of that button, below the figures. */
  readonly offer?: ReactNode;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const { result, output, chart, rank, remark, unsent } = view;
  const headingId = useId();
  return (
    <ResultFrame
      headingId={headingId}
      said={null}
      unsent={unsent}
      failure={failure}
      quiet={
        memory !== null && offer === null ? (
          <FrameButton look="quiet" letter="M" busy={memory.isLoading} onPress={memory.onOpen}>
            Now from memory
          </FrameButton>
        ) : null
      }
      actions={
        <>
          <FrameButton letter="R" onPress={onTryAgain}>
            Try Again
          </FrameButton>
          <FrameButton look="primary" busy={busy} onPress={onNext}>
            Next Example
          </FrameButton>
        </>
      }
    >
      <ResultHead id={headingId} title={view.title} mark={view.isRecord ? <Record /> : null} />
      <TimeLine view={view} />
      {chart !== null ? <ResultChart chart={chart} /> : null}
      <dl className="facts">
        <Fact name="Accuracy" value={`${result.accuracy}%`} />
        <Fact name="Errors" value={String(result.errors)} />
        <Fact name="Time" value={formatTime(result.shownMs)} />
      </dl>
      <OutputBlock heading={output.heading} output={output.text} />
      {rank !== null ? <p className="t3 small">{rank}</p> : null}
      {remark !== null ? <p className="small">{remark}</p> : null}
      {offer}
    </ResultFrame>
  );
}

function Record(): ReactNode {
  return (
    <span className="record">
      <ArrowStopIcon weight={2} />
      New Record!
    </span>
  );
}

function TimeLine({ view: { result, comparison } }: { readonly view: ResultView }): ReactNode {
  const time = formatTime(result.shownMs);
  return (
    <div className="row result-time">
      <span className="big" dir="ltr">
        {time.slice(0, -3)}
        <span className="t3">{time.slice(-3)}</span>
      </span>
      {comparison !== null ? (
        <span className="stat">
          {comparison.figure !== null ? <b>{comparison.figure}</b> : null} {comparison.text}
        </span>
      ) : null}
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
