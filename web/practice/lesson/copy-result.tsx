// The result of a run in Copy in each of its forms, with all that it tells. Loaded before the run ends: see load-result-parts.ts.

import type { ReactNode } from "react";
import { ChapterEnd } from "../ends/end-parts.tsx";
import { LessonComplete } from "../ends/lesson-complete.tsx";
import { ThirdExampleOffer } from "../first-days/third-example-offer.tsx";
import { useLeaderboard } from "../queries.ts";
import { ResultCode, ResultRoom } from "../result/code/result-code.tsx";
import { ResultOverlay } from "../result/result-overlay.tsx";
import { resultView } from "../result/result-view.ts";
import { useRunAnalysis } from "../result/use-run-analysis.ts";
import { useUnsavedRuns } from "../unsaved-runs.ts";
import { isUnderWay } from "./lesson-end.ts";
import type { CopyResultProps } from "./overlay-props.ts";

// Long: the properties of three forms of one result.
export function CopyResult({
  user,
  lesson,
  place,
  open: { end, runner, asideSlip },
  lookSlot,
  result,
  course,
  ends,
  acts,
  fromMemory,
  offer,
}: CopyResultProps): ReactNode {
  const { chapter, example, index } = place;
  const board = useLeaderboard(user.id, example.id);
  const unsaved = useUnsavedRuns();
  const analysis = useRunAnalysis(result);
  const rank = board.data?.userRank?.rank ?? null;
  // A run that the server will never have has completed nothing.
  const isLost = result.delivered !== null && result.delivered.loss !== null;
  const ended = isLost ? null : ends.endedBy(result.result.attemptId);
  const view = resultView(result, example, { rank, updatedAt: board.dataUpdatedAt }, unsaved);
  const parts = {
    view,
    busy: isUnderWay(end),
    failure: end.kind === "failed" ? end : (fromMemory?.failure ?? null),
    memory: fromMemory === null ? null : { isLoading: fromMemory.isLoading, onOpen: fromMemory.begin },
    offer:
      fromMemory !== null && offer.isMade ? (
        <ThirdExampleOffer busy={fromMemory.isLoading} onTry={fromMemory.begin} onNotNow={offer.dismiss} />
      ) : null,
    onTryAgain: acts.restart,
    onNext: acts.next,
  };
  const slips = analysis?.slips.length ?? null;
  const shown =
    ended?.kind === "lesson" ? (
      <LessonComplete
        {...parts}
        userId={user.id}
        lesson={lesson}
        course={course}
        place={place}
        slips={slips}
        typedMs={ends.typedMs}
      />
    ) : (
      <ResultOverlay
        {...parts}
        completed={result}
        analysis={analysis}
        place={{ chapter: chapter.title, number: index + 1, of: chapter.examples.length }}
        chapterEnd={ended === null ? null : <ChapterEnd end={ended} />}
        onSeeCode={(slip = 0) => runner.dispatch({ kind: "see-code", slip })}
      />
    );
  return (
    <>
      <ResultRoom isAside={asideSlip !== null}>{shown}</ResultRoom>
      {asideSlip !== null ? (
        <ResultCode
          slot={lookSlot}
          completed={result}
          analysis={analysis}
          slip={asideSlip}
          wpm={view.wpm}
          busy={isUnderWay(end)}
          onSlip={(by) => runner.dispatch({ kind: "to-slip", by })}
          onResult={acts["to-result"]}
          onTryAgain={acts.restart}
          onNext={acts.next}
        />
      ) : null}
    </>
  );
}
