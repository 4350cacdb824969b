// What covers the stage: the end of the course, else the result of the run, else nothing.

import type { ReactNode, RefObject } from "react";
import type { CourseEndHandle } from "../ends/course-complete.tsx";
import { ChapterEnd } from "../ends/end-parts.tsx";
import { LessonComplete } from "../ends/lesson-complete.tsx";
import type { RunEnds } from "../ends/use-run-end.ts";
import type { Course } from "../flow.ts";
import { ThirdExampleOffer } from "../first-days/third-example-offer.tsx";
import type { ThirdExampleOffered } from "../first-days/use-third-example-offer.ts";
import { useMemoryAnswer } from "../memory/memory-store.ts";
import { useLeaderboard } from "../queries.ts";
import { ResultCode, ResultRoom } from "../result/code/result-code.tsx";
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
  /** The stage's place for the code of a finished run. */
  readonly lookSlot: Element | null;
  /** null while it is loading. */
  readonly course: Course | null;
  readonly ends: RunEnds;
  readonly courseEnd: RefObject<CourseEndHandle | null>;
  readonly acts: Actions;
  /** null where it is not offered. */
  readonly fromMemory: FromMemory | null;
  readonly offer: ThirdExampleOffered;
};

export function LessonOverlay(props: Props): ReactNode {
  const {
    user,
    lesson,
    open: { memory, end, Overlay },
    course,
    courseEnd,
    acts,
    onOpenLesson,
  } = props;
  const openFresh: typeof onOpenLesson = (...to) => {
    // It may lead to the example that is on the screen already.
    acts.restart();
    onOpenLesson(...to);
  };
  if (end.kind === "complete" && Overlay !== null)
    return (
      <Overlay
        userId={user.id}
        courseId={lesson.course_id}
        title={end.courseTitle}
        handle={courseEnd}
        onTryAgain={acts.restart}
        onReview={() => {
          const first = course?.lessons.find((one) => one.total_examples > 0);
          openFresh(first?.id ?? lesson.id, { review: true });
        }}
        onOpen={(lessonId, exampleId) => openFresh(lessonId, exampleId === null ? undefined : { exampleId })}
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

// Long: the properties of three forms of one result.
function ShownCopyResult({
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
}: Props & { readonly result: ShownResult }): ReactNode {
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
