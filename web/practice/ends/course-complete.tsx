// The end of a course, over the stage: what was typed in it, and where the learner goes on.

import { type ReactNode, type RefObject, useId, useImperativeHandle } from "react";
import { difficulties } from "@tabstop/contract/vocabulary";
import { capital, counted, thousands } from "../../ui/words.ts";
import type { CourseSummary } from "../flow.ts";
import { FrameButton, ResultFrame } from "../result/result-frame.tsx";
import type { CourseEnd, OpenExamples } from "./course-end.ts";
import { CourseRuler } from "./course-ruler.tsx";
import { EndFigures, GoOn } from "./end-parts.tsx";
import { openButtonText, openSentence } from "./end-words.ts";
import { useCourseEnd, useNextCourse } from "./use-course-end.ts";

export { prefetchCourseEnd } from "./use-course-end.ts";

/** The way to the overlay for the keys, which are handled in lesson-keys.ts. */
export type CourseEndHandle = {
  /** Presses the main button. */
  readonly press: () => void;
};

export type CourseCompleteProps = {
  readonly userId: number;
  readonly courseId: number;
  readonly title: string;
  readonly handle: RefObject<CourseEndHandle | null>;
  readonly onTryAgain: () => void;
  readonly onReview: () => void;
  /** Opens a lesson, also at this example, which may be the one on the screen. */
  readonly onOpen: (lessonId: number, exampleId: number | null) => void;
};

// Long: the parts of one dialog, in their order.
export function CourseComplete(props: CourseCompleteProps): ReactNode {
  const { userId, courseId, title, handle, onTryAgain, onReview, onOpen } = props;
  const headingId = useId();
  const { end, figures, next } = useCourseEnd(userId, courseId);
  const nextCourse = useNextCourse(userId, next, (lessonId) => onOpen(lessonId, null));
  const open = end?.open ?? null;
  const main = mainOf(open, next, nextCourse.open, { onReview, onOpen });
  useImperativeHandle(handle, () => ({ press: main.press }));
  const completed = end === null ? null : completedOf(end);
  return (
    <ResultFrame
      headingId={headingId}
      said={null}
      unsent={null}
      failure={nextCourse.failure}
      quiet={
        <FrameButton look="quiet" letter="R" onPress={onTryAgain}>
          Try Again
        </FrameButton>
      }
      actions={
        <>
          {main.isReview ? null : (
            <FrameButton capitals onPress={onReview}>
              BEGIN REVIEW
            </FrameButton>
          )}
          <FrameButton
            look="primary"
            capitals={main.isReview}
            busy={nextCourse.isLoading}
            onPress={main.press}
          >
            {main.text}
          </FrameButton>
        </>
      }
    >
      {end === null || completed === null ? null : <CourseRuler ticks={end.ticks} label={completed} />}
      <h2 id={headingId} className="congratulations">
        Congratulations!
      </h2>
      <p className="course-done">
        <b>{title}</b>
        {completed === null ? null : <span className="t2">{completed}</span>}
      </p>
      <EndFigures figures={figures} />
      {open !== null ? (
        <GoOn
          what="Still open"
          title={open.first?.example.title ?? "The next open example"}
          text={openSentence(open)}
          example={open.first?.example ?? null}
        />
      ) : next !== null ? (
        <GoOn what="Next course" title={next.title} text={next.description} example={nextCourse.example}>
          <CourseFacts course={next} />
        </GoOn>
      ) : null}
      <p className="t3 small">
        BEGIN REVIEW goes through the course again. Review, in the bar, asks from memory what is due.
      </p>
    </ResultFrame>
  );
}

/** '57 of 59 examples completed' */
function completedOf({ completed, total }: CourseEnd): string {
  return `${thousands(completed)} of ${thousands(total)} examples completed`;
}

type MainAction = { readonly text: string; readonly isReview: boolean; readonly press: () => void };

/** The first open example comes before the next course, and that before a review of this one. */
function mainOf(
  open: OpenExamples | null,
  next: CourseSummary | null,
  openNext: () => void,
  { onReview, onOpen }: Pick<CourseCompleteProps, "onReview" | "onOpen">,
): MainAction {
  if (open !== null) {
    const { first, lessonId } = open;
    return {
      text: openButtonText(first?.example.title ?? null),
      isReview: false,
      press: () => onOpen(lessonId, first?.example.id ?? null),
    };
  }
  return next === null
    ? { text: "BEGIN REVIEW", isReview: true, press: onReview }
    : { text: "Next course", isReview: false, press: openNext };
}

function CourseFacts({ course }: { readonly course: CourseSummary }): ReactNode {
  return (
    <p className="course-facts t3 small">
      <span>
        <span className="level" data-n={difficulties.indexOf(course.difficulty_level) + 1} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        {capital(course.difficulty_level)}
      </span>
      <span>{counted(course.total_examples, "example")}</span>
    </p>
  );
}
