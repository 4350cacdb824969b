// The result of a run in Copy where the parts that show all of it could not be loaded: its figures and its buttons.

import { formatTime, wordsPerMinute } from "@tabstop/engine/metrics";
import { type ReactNode, useId } from "react";
import { FrameButton, ResultFrame, ResultHead } from "./result-frame.tsx";
import type { ShownResult } from "./shown-result.ts";

export function PlainResult({
  shown: { example, prepared, result, delivered },
  unsent,
  busy,
  failure,
  onTryAgain,
  onNext,
}: {
  readonly shown: ShownResult;
  readonly unsent: string | null;
  readonly busy: boolean;
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const headingId = useId();
  const figures = [
    { name: "Speed", value: `${wordsPerMinute(prepared.length, result.shownMs) ?? 0} wpm` },
    { name: "Accuracy", value: `${result.accuracy}%` },
    { name: "Errors", value: String(result.errors) },
    { name: "Time", value: formatTime(result.shownMs) },
  ];
  const loss = delivered?.loss ?? null;
  return (
    <ResultFrame
      headingId={headingId}
      said={["Done.", ...figures.map(({ name, value }) => `${name}: ${value}.`), loss ?? ""].join(" ")}
      unsent={unsent}
      failure={failure}
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
      <ResultHead id={headingId} title={example.title} />
      <dl className="facts">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {loss !== null ? <p className="small">{loss}</p> : null}
    </ResultFrame>
  );
}
