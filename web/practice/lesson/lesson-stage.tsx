// One open lesson: its head, the example that is typed, and what covers it at the end.

import { type ReactNode, useRef } from "react";
import type { SessionUser } from "../../shell/session/session.ts";
import { isOn } from "../device-settings.ts";
import { type Course, type Lesson, nextPlace, type Place, previousPlace } from "../flow.ts";
import { useCourse, useLeaderboard } from "../queries.ts";
import { NextFailed } from "../result/next-failed.tsx";
import { ResultOverlay } from "../result/result-overlay.tsx";
import { resultView } from "../result/result-view.ts";
import { noteActing } from "../../typing/echo.ts";
import { TypingStage, type TypingStageHandle } from "../typing-stage/typing-stage.tsx";
import { useUnsavedRuns } from "../unsaved-runs.ts";
import { ExampleHead, LessonBar } from "./lesson-bar.tsx";
import { isUnderWay } from "./lesson-end.ts";
import type { KeyAction } from "./lesson-keys.ts";
import { keyScreen } from "./lesson-state.ts";
import { type LessonSurroundings, type OpenLesson, useLesson } from "./use-lesson.ts";
import { useLessonKeys } from "./use-lesson-keys.ts";

type LessonStageProps = LessonSurroundings & {
  readonly user: SessionUser;
  readonly lesson: Lesson;
  readonly place: Place;
  readonly exampleAddress: (exampleId: number) => string;
  readonly onToggleCourses: () => void;
  readonly onToggleBoard: () => void;
  readonly onKeys: () => void;
};

/** Mount it again for another lesson. */
export function LessonStage(props: LessonStageProps): ReactNode {
  const { user, lesson, place, exampleAddress, onOpenExample, onToggleBoard, onKeys } = props;
  const { example } = place;
  const typing = useRef<TypingStageHandle>(null);
  const open = useLesson(lesson.id, example.id, typing, props);
  const { runner, result, end } = open;
  const course = useCourse(user.id, lesson.course_id).data ?? null;
  const acts = actionsOf(props, open, course, () => typing.current?.focus());
  useLessonKeys(
    () => keyScreen(runner.state(), example.id, performance.now(), () => isOn("shortcuts")),
    (action) => acts[action](),
  );
  const isCovered = result !== null || end.kind === "complete";
  return (
    <>
      <div className="stage-in" inert={isCovered}>
        {/* The bar shows the title too; this one stays when focus mode hides the bar. */}
        <h1 className="sr">{lesson.title}</h1>
        <LessonBar
          lesson={lesson}
          place={place}
          onOpenExample={onOpenExample}
          onToggleBoard={onToggleBoard}
        />
        <ExampleHead
          lesson={lesson}
          place={place}
          exampleAddress={exampleAddress}
          onOpenExample={onOpenExample}
          onKeys={onKeys}
        />
        {end.kind === "failed" && result === null ? (
          <div className="lesson-problem">
            <NextFailed failure={end} onRetry={acts.next} />
          </div>
        ) : null}
        <TypingStage
          key={example.id}
          user={user}
          lesson={lesson}
          example={example}
          isCovered={isCovered}
          handle={typing}
          onCompleted={(run) => runner.dispatch({ kind: "completed", run, at: performance.now() })}
          onCodeLeft={() => {
            runner.dispatch({ kind: "code-left" });
            // A letter typed now is meant as a shortcut, however soon it follows the same letter.
            noteActing({ key: "Escape", timeStamp: 0 });
          }}
          onCodeEntered={() => runner.dispatch({ kind: "code-entered" })}
          onKeys={onKeys}
          onRestart={acts.restart}
          onNext={acts.next}
        />
      </div>
      <StageOverlay {...props} open={open} course={course} acts={acts} />
    </>
  );
}

/** What covers the stage: the end of the course, else the result of the run, else nothing. */
function StageOverlay({
  user,
  place: { example },
  open: { result, end, Overlay },
  course,
  acts,
  onOpenLesson,
}: LessonStageProps & {
  readonly open: OpenLesson;
  /** null while it is loading. */
  readonly course: Course | null;
  readonly acts: Actions;
}): ReactNode {
  const board = useLeaderboard(user.id, example.id);
  const unsaved = useUnsavedRuns();
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
  if (result === null) return null;
  const rank = board.data?.userRank?.rank ?? null;
  return (
    <ResultOverlay
      view={resultView(result, example, { rank, updatedAt: board.dataUpdatedAt }, unsaved)}
      busy={isUnderWay(end)}
      failure={end.kind === "failed" ? end : null}
      onTryAgain={acts.restart}
      onNext={acts.next}
    />
  );
}

type Actions = Readonly<Record<KeyAction, () => void>>;

/** What each key and button of the lesson does. */
function actionsOf(
  { lesson, place, onOpenExample, onOpenLesson, onToggleCourses, onToggleBoard, onKeys }: LessonStageProps,
  { runner }: OpenLesson,
  course: Course | null,
  onFocusCode: () => void,
): Actions {
  const restart = () => runner.dispatch({ kind: "restart" });
  return {
    type: onFocusCode,
    restart,
    next: () => runner.dispatch({ kind: "next", exampleId: nextPlace(lesson, place)?.example.id ?? null }),
    review() {
      const first = course?.lessons.find((one) => one.total_examples > 0);
      // In a course with one example the review leads to the example that is on the screen already.
      restart();
      onOpenLesson(first?.id ?? lesson.id, { review: true });
    },
    previous() {
      const previous = previousPlace(lesson, place);
      if (previous !== null) onOpenExample(previous.example.id);
    },
    courses: onToggleCourses,
    leaderboard: onToggleBoard,
    keys: onKeys,
  };
}
