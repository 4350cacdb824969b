// What covers the stage: the end of the course, else the result of the run, else nothing.

import type { ReactNode } from "react";
import { PlainResult } from "../result/plain-result.tsx";
import { unsentSentence, useUnsavedRuns } from "../unsaved-runs.ts";
import { isUnderWay } from "./lesson-end.ts";
import type { ShownMemory } from "./lesson-state.ts";
import { loadedMemoryParts } from "./load-memory-parts.ts";
import type { ResultParts } from "./load-result-parts.ts";
import type { OverlayProps } from "./overlay-props.ts";

type Props = OverlayProps & {
  /** null while they load. */
  readonly parts: ResultParts | "missing" | null;
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

function CopyResult({ parts, ...props }: Props): ReactNode {
  const { result, end } = props.open;
  const unsaved = useUnsavedRuns();
  if (result === null || parts === null) return null;
  const { attemptId } = result.result;
  if (parts !== "missing") return <parts.CopyResult key={attemptId} {...props} result={result} />;
  return (
    <PlainResult
      key={attemptId}
      shown={result}
      unsent={result.delivered === null ? unsentSentence(unsaved, attemptId) : null}
      busy={isUnderWay(end)}
      failure={end.kind === "failed" ? end : null}
      onTryAgain={props.acts.restart}
      onNext={props.acts.next}
    />
  );
}

function FromMemoryResult({
  open: { end },
  acts,
  memory: { completed },
}: Props & { readonly memory: ShownMemory }): ReactNode {
  // The stage whose result it is came with them.
  const parts = loadedMemoryParts();
  if (parts === null) return null;
  return (
    <parts.MemoryResult
      completed={completed}
      busy={isUnderWay(end)}
      failure={end.kind === "failed" ? end : null}
      onTryAgain={acts.restart}
      onNext={acts.next}
    />
  );
}
