// The result of a finished run, over the stage.

import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { ArrowStopIcon, EnterIcon } from "../../ui/icons.tsx";
import { OutputBlock } from "../../ui/output-block.tsx";
import { NextFailed } from "./next-failed.tsx";
import { ResultChart } from "./result-chart.tsx";
import type { ResultView } from "./result-view.ts";
import { useLateClicks, useTakenFocus } from "./use-overlay.ts";

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
          {chart !== null ? <ResultChart chart={chart} /> : null}
          <dl className="facts" id={factsId}>
            <Fact name="Accuracy" value={`${result.accuracy}%`} />
            <Fact name="Errors" value={String(result.errors)} />
            <Fact name="Time" value={formatTime(result.shownMs)} />
          </dl>
          <OutputBlock heading={output.heading} output={output.text} />
          {rank !== null ? <p className="t3 small">{rank}</p> : null}
          {remark !== null ? <p className="small">{remark}</p> : null}
          <p className="not-saved small" role="status">
            {unsent}
          </p>
          {failure !== null ? <NextFailed failure={failure} /> : null}
          {offer}
        </div>
        <div className="dialog-actions">
          {memory !== null && offer === null ? (
            <span className="third">
              <Button
                look="quiet"
                busy={memory.isLoading ? "Loading..." : false}
                onClick={late(memory.onOpen)}
              >
                Now from memory <kbd>M</kbd>
              </Button>
            </span>
          ) : null}
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
  view: { title, result, isRecord, comparison },
  headingId,
}: {
  readonly view: ResultView;
  readonly headingId: string;
}): ReactNode {
  const time = formatTime(result.shownMs);
  return (
    <>
      <div className="row result-head">
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
        {comparison !== null ? (
          <span className="stat">
            {comparison.figure !== null ? <b>{comparison.figure}</b> : null} {comparison.text}
          </span>
        ) : null}
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
