// What covers the stage: the end of the course, else the result of the run, else nothing.

import type { ReactNode } from "react";
import type { Course } from "../flow.ts";
import { ThirdExampleOffer } from "../first-days/third-example-offer.tsx";
import type { ThirdExampleOffered } from "../first-days/use-third-example-offer.ts";
import { useMemoryAnswer } from "../memory/memory-store.ts";
import { useLeaderboard } from "../queries.ts";
import { ResultOverlay } from "../result/result-overlay.tsx";
import { resultView } from "../result/result-view.ts";
import type { ShownResult } from "../result/shown-result.ts";
import { useRunAnalysis } from "../result/use-run-analysis.ts";
import { unsentSentence, useUnsavedMemoryRuns, useUnsavedRuns } from "../unsaved-runs.ts";
import { isUnderWay } from "./lesson-end.ts";
import type { Actions, LessonStageProps } from "./lesson-actions.ts";
import type { ShownMemory } from "./lesson-state.ts";
import { loadedMemoryParts } from "./load-memory-parts.ts";
import type { FromMemory } from "./use-from-memory.ts";
import type { OpenLesson } from "./use-lesson.ts";

type Props = LessonStageProps & {
  readonly open: OpenLesson;
  /** null while it is loading. */
  readonly course: Course | null;
  readonly acts: Actions;
  /** null where it is not offered. */
  readonly fromMemory: FromMemory | null;
  readonly offer: ThirdExampleOffered;
};

export function LessonOverlay(props: Props): ReactNode {
  const {
    open: { memory, end, Overlay },
    course,
    acts,
    onOpenLesson,
  } = props;
  if (end.kind === "complete" && Overlay !== null)
    return (
      <Overlay
        title={end.courseTitle}
        course={course}
        onTryAgain={acts.restart}
        onReview={acts.review}
        onOpenLesson={(lessonId) => onOpenLesson(lessonId)}
      />
    );
  return memory !== null ? <FromMemoryResult {...props} memory={memory} /> : <CopyResult {...props} />;
}

function CopyResult(props: Props): ReactNode {
  const { result } = props.open;
  return result === null ? null : (
    <ShownCopyResult key={result.result.attemptId} {...props} result={result} />
  );
}

function ShownCopyResult({
  user,
  place: { chapter, example, index },
  open: { end },
  result,
  acts,
  fromMemory,
  offer,
}: Props & { readonly result: ShownResult }): ReactNode {
  const board = useLeaderboard(user.id, example.id);
  const unsaved = useUnsavedRuns();
  const analysis = useRunAnalysis(result);
  const rank = board.data?.userRank?.rank ?? null;
  return (
    <ResultOverlay
      view={resultView(result, example, { rank, updatedAt: board.dataUpdatedAt }, unsaved)}
      completed={result}
      analysis={analysis}
      place={{ chapter: chapter.title, number: index + 1, of: chapter.examples.length }}
      busy={isUnderWay(end)}
      failure={end.kind === "failed" ? end : (fromMemory?.failure ?? null)}
      memory={fromMemory === null ? null : { isLoading: fromMemory.isLoading, onOpen: fromMemory.begin }}
      offer={
        fromMemory !== null && offer.isMade ? (
          <ThirdExampleOffer busy={fromMemory.isLoading} onTry={fromMemory.begin} onNotNow={offer.dismiss} />
        ) : null
      }
      onTryAgain={acts.restart}
      onNext={acts.next}
      onSeeCode={null}
    />
  );
}

function FromMemoryResult({
  open: { end },
  acts,
  memory: { completed },
}: Props & { readonly memory: ShownMemory }): ReactNode {
  const answer = useMemoryAnswer(completed.result.attemptId);
  const unsaved = useUnsavedMemoryRuns();
  const parts = loadedMemoryParts();
  // The stage whose result it is came with them.
  if (parts === null) return null;
  return (
    <parts.MemoryOverlay
      completed={completed}
      delivered={answer}
      place={null}
      unsent={answer === null ? unsentSentence(unsaved, completed.result.attemptId) : null}
      busy={isUnderWay(end)}
      failure={end.kind === "failed" ? end : null}
      onTryAgain={acts.restart}
      onNext={acts.next}
    />
  );
}
