// The result of a finished run in Copy, over the stage. Its keys are handled in lesson-keys.ts.

import "./told.css";
import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useId } from "react";
import { ArrowStopIcon } from "../../ui/icons.tsx";
import { OutputBlock } from "../../ui/output-block.tsx";
import { LineStrip } from "./line-strip.tsx";
import { ResultChart } from "./result-chart.tsx";
import { copyButtons, ResultFrame, ResultHead } from "./result-frame.tsx";
import { type ResultView, saidOf } from "./result-view.ts";
import type { RunAnalysis } from "./run-analysis.ts";
import { RunSlips } from "./run-slips.tsx";
import type { CompletedRun } from "./shown-result.ts";

type ExamplePlace = {
  readonly chapter: string;
  /** In the chapter, from 1. */
  readonly number: number;
  readonly of: number;
};

type Props = {
  readonly view: ResultView;
  readonly completed: CompletedRun;
  /** null while the run is read. */
  readonly analysis: RunAnalysis | null;
  readonly place: ExamplePlace;
  /** The next lesson is on its way. */
  readonly busy: boolean;
  /** Why Next Example failed, and whether another press may help. */
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  /** The button 'Now from memory', which waits for what would be hidden; null without it. */
  readonly memory: { readonly isLoading: boolean; readonly onOpen: () => void } | null;
  /** In place of that button, below all else. */
  readonly offer?: ReactNode;
  /** Below the title, when the run completes the chapter. */
  readonly chapterEnd?: ReactNode;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
  /** Shows the code with its slips, at this slip of the analysis if one is given; null where it cannot be seen. */
  readonly onSeeCode: ((slip?: number) => void) | null;
};

// Long: the parts of one dialog, in their order.
export function ResultOverlay({
  view,
  completed,
  analysis,
  place,
  offer = null,
  chapterEnd = null,
  ...props
}: Props): ReactNode {
  const { result, output, chart, rank, remark, unsent } = view;
  const { busy, failure, memory, onTryAgain, onNext, onSeeCode } = props;
  const headingId = useId();
  return (
    <ResultFrame
      headingId={headingId}
      said={saidOf(view)}
      unsent={unsent}
      failure={failure}
      {...copyButtons({ memory, offer, busy, onTryAgain, onNext })}
    >
      <ResultHead
        id={headingId}
        title={view.title}
        place={<PlaceWords place={place} />}
        mark={<RecordMark record={view.record} />}
      />
      {chapterEnd}
      <Speed view={view} />
      <RunFacts view={view} />
      {remark !== null ? <p className="small">{remark}</p> : null}
      {chart !== null ? <ResultChart chart={chart} /> : null}
      <LineStrip analysis={analysis} example={completed.prepared} tokens={completed.example.tokens} />
      <div className={output.text === "" ? "" : "r-two"}>
        <RunSlips analysis={analysis} errors={result.errors} onSeeCode={onSeeCode} />
        <OutputBlock heading={output.heading} output={output.text} />
      </div>
      <RankAndCode rank={rank} onSeeCode={onSeeCode} />
      {offer}
    </ResultFrame>
  );
}

function PlaceWords({ place: { chapter, number, of } }: { readonly place: ExamplePlace }): ReactNode {
  return (
    <>
      {`${chapter}, `}
      <span className="whole">{`example ${number} of ${of}`}</span>
    </>
  );
}

/** Filled only when a time before it was beaten: a first time is a record too, which is said and not celebrated. */
export function RecordMark({ record }: Pick<ResultView, "record">): ReactNode {
  if (record === null) return null;
  return (
    <span className={record === "first" ? "record first" : "record"}>
      <ArrowStopIcon weight={2} />
      New Record!
    </span>
  );
}

function Speed({ view: { wpm, differences } }: { readonly view: ResultView }): ReactNode {
  const { speed } = differences;
  return (
    <p className="r-big">
      <span className="big">{wpm}</span> <span className="unit">wpm</span>{" "}
      {speed !== null ? (
        <span className="stat">
          {speed.figure !== null ? <b>{speed.figure}</b> : null} {speed.text}
        </span>
      ) : null}
    </p>
  );
}

/** Accuracy, errors and time, each with its difference to the best run before. */
function RunFacts({
  view: { result, differences },
}: {
  readonly view: Pick<ResultView, "result" | "differences">;
}): ReactNode {
  return (
    <dl className="facts r-facts">
      <Fact name="Accuracy" value={`${result.accuracy}%`} difference={differences.accuracy} />
      <Fact name="Errors" value={String(result.errors)} difference={differences.errors} />
      <Fact name="Time" value={formatTime(result.shownMs)} difference={differences.time} />
    </dl>
  );
}

function Fact({
  name,
  value,
  difference,
}: {
  readonly name: string;
  readonly value: string;
  readonly difference: string | null;
}): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {difference !== null ? <dd className="diff">{difference}</dd> : null}
    </div>
  );
}

function RankAndCode({ rank, onSeeCode }: Pick<ResultView, "rank"> & Pick<Props, "onSeeCode">): ReactNode {
  if (rank === null && onSeeCode === null) return null;
  return (
    <p className="r-foot t3 small">
      {rank !== null ? <span>{rank}</span> : null}
      {onSeeCode !== null ? (
        <button type="button" className="r-link see-code" onClick={() => onSeeCode()}>
          See your code <kbd>Esc</kbd>
        </button>
      ) : null}
    </p>
  );
}
