// The end of a course, over the stage.

import "./course-complete.css";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { EnterIcon } from "../../ui/icons.tsx";
import { type Course, firstUnfinishedLesson } from "../flow.ts";
import { useLateClicks, useTakenFocus } from "./use-overlay.ts";

/** Its keys are handled in lesson-keys.ts. */
export function CourseComplete({
  title,
  course,
  onTryAgain,
  onReview,
  onOpenLesson,
}: {
  readonly title: string;
  /** null while it is loading: then no counts are shown. */
  readonly course: Course | null;
  readonly onTryAgain: () => void;
  readonly onReview: () => void;
  readonly onOpenLesson: (lessonId: number) => void;
}): ReactNode {
  const headingId = useId();
  const panel = useTakenFocus();
  const late = useLateClicks();
  const open = course === null ? 0 : course.total_examples - course.completed_examples;
  const firstUncompleted = course === null ? null : firstUnfinishedLesson(course);
  return (
    <div className="scrim in-stage">
      <section ref={panel} className="dialog result" role="dialog" aria-labelledby={headingId} tabIndex={-1}>
        <div className="dialog-body stack result-body">
          <FullRuler />
          <div>
            <h2 id={headingId} className="congratulations">
              Congratulations!
            </h2>
            <p className="course-done">{title}</p>
            {course !== null ? (
              <p className="course-count t2">{`${course.completed_examples} of ${course.total_examples} examples completed`}</p>
            ) : null}
            {open > 0 && firstUncompleted !== null ? (
              <OpenExamples count={open} onOpen={late(() => onOpenLesson(firstUncompleted.id))} />
            ) : null}
          </div>
          <p className="t2 small">
            BEGIN REVIEW goes through the course again. Review, in the bar, asks from memory what is due.
          </p>
        </div>
        <div className="dialog-actions">
          <Button onClick={late(onTryAgain)}>
            Try Again <kbd>R</kbd>
          </Button>
          <Button look="primary" capitals onClick={late(onReview)}>
            BEGIN REVIEW{" "}
            <kbd className="enter-key">
              <EnterIcon size={14} />
            </kbd>
          </Button>
        </div>
      </section>
    </div>
  );
}

/** How many examples are not completed yet, with the way to the first. */
function OpenExamples({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }): ReactNode {
  return (
    <p className="course-open">
      {count === 1 ? "1 example is still open. " : `${count} examples are still open. `}
      <button type="button" className="link" onClick={onOpen}>
        {count === 1 ? "Open it" : "Open the first one"}
      </button>
    </p>
  );
}

/** A ruler with the needle on its last tick. */
function FullRuler(): ReactNode {
  return (
    <svg className="full-ruler" viewBox="0 0 516 48" width="100%" aria-hidden="true">
      {Array.from({ length: 59 }, (_, index) => {
        const height = (index + 1) % 10 === 0 ? 28 : (index + 1) % 5 === 0 ? 22 : 16;
        return <rect key={index} x={1.6 + 8.6 * index} y={48 - height} width="2" height={height} rx="1" />;
      })}
      <path d="M506 0h8v8l-3 4v36h-2V12l-3-4z" />
    </svg>
  );
}
