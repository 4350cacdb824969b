// The result of a run from memory, over the stage.

import "./memory.css";
import { formatTime } from "@tabstop/engine/metrics";
import { type ReactNode, useId } from "react";
import { FrameButton, ResultFrame, ResultHead } from "../result/result-frame.tsx";
import { Construct } from "../../ui/construct.tsx";
import { MemoryGroups } from "./memory-panel.tsx";
import { MemoryRuler } from "./memory-ruler.tsx";
import type { CompletedMemoryRun, MemoryAnswer } from "./memory-task.ts";
import { memoryResultView, type MemoryResultView } from "./memory-view.ts";

/** Its keys are handled in lesson-keys.ts. */
// Long: the parts of one dialog, in their order.
export function MemoryOverlay({
  completed,
  delivered,
  place,
  unsent,
  busy,
  failure,
  nextLabel = "Next Example",
  onTryAgain,
  onNext,
}: {
  readonly completed: CompletedMemoryRun;
  /** The server's answer; null until it has responded. */
  readonly delivered: MemoryAnswer | null;
  /** Such as 'Example 2 of 4' in a review; else null. */
  readonly place: string | null;
  /** Where the run is while the server does not have it, or why it never will; else null. */
  readonly unsent: string | null;
  /** What follows is on its way. */
  readonly busy: boolean;
  /** Why it failed, and whether another press may help. */
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  readonly nextLabel?: string;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const view = memoryResultView(completed, delivered);
  const headingId = useId();
  const { result } = completed;
  return (
    <ResultFrame
      headingId={headingId}
      look="memory-result"
      said={view.said}
      unsent={unsent}
      failure={failure}
      actions={
        <>
          <FrameButton letter="R" onPress={onTryAgain}>
            Try Again
          </FrameButton>
          <FrameButton look="primary" busy={busy} onPress={onNext}>
            {nextLabel}
          </FrameButton>
        </>
      }
    >
      <ResultHead id={headingId} title={view.title} place={place} />
      {view.asked > 0 ? (
        <>
          <CameBack view={view} />
          <MemoryRuler completed={completed} />
        </>
      ) : null}
      <dl className="facts">
        <Fact name="Accuracy" value={`${result.accuracy}%`} />
        <Fact name="Errors" value={String(result.errors)} />
        <Fact name="Time" value={formatTime(result.shownMs)} />
      </dl>
      <ShownLine view={view} />
      {view.remark !== null ? <p className="small">{view.remark}</p> : null}
      <div className="overlay-groups">
        <MemoryGroups completed={completed} answer={delivered} />
      </div>
    </ResultFrame>
  );
}

function CameBack({ view: { cameBack, asked } }: { readonly view: MemoryResultView }): ReactNode {
  return (
    <div className="row result-time">
      <span className="big" dir="ltr">
        {cameBack}
        <span className="t3">{`/${asked}`}</span>
      </span>{" "}
      <span className="stat">
        <b>came back</b> from memory
      </span>
    </div>
  );
}

/** On phones the groups say it. */
function ShownLine({ view: { shown } }: { readonly view: MemoryResultView }): ReactNode {
  if (shown === null) return null;
  return (
    <p className="shown-line small t2">
      <span>Shown:</span>
      {shown.names.map((name) => (
        <Construct key={name} name={name} />
      ))}
      <span>{shown.sentence}</span>
    </p>
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
