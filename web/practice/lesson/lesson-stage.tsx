import { longestResultMs } from "@tabstop/engine/metrics";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { api } from "../../shell/data/api.ts";
import { withRetry } from "../../shell/browser/lazy-screen.ts";
import { outbox } from "../../shell/outbox/outbox.ts";
import { Link } from "../../shell/router/router.tsx";
import type { SessionUser } from "../../shell/session/session.ts";
import { IconButton } from "../../ui/button.tsx";
import { ChevronLeftIcon, NextIcon, PodiumIcon } from "../../ui/icons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { isOn } from "../device-settings.ts";
import { chapterPlace, type Lesson, nextPlace, type Place, previousPlace } from "../flow.ts";
import { problemText } from "../../shell/data/problem-text.ts";
import { useCourse, useLeaderboard } from "../queries.ts";
import { ResultOverlay } from "../result/result-overlay.tsx";
import { isActingAgain, noteActing } from "../../typing/echo.ts";
import { actionAfterEsc, actionOnResult, isPrintable } from "./lesson-keys.ts";
import { type FinishedRunOf, TypingStage, type TypingStageHandle } from "../typing-stage/typing-stage.tsx";
import { useUnsavedRuns } from "../unsaved-runs.ts";

const nextLessonAfterMs = 500;
/** Nobody needs it to type, and whoever comes to a course's end has just asked the server. */
const loadCourseComplete = () => import("../result/course-complete.tsx");
/** More stops than this say nothing; then the number and the arrows are enough. */
const mostStops = 12;

/** What happens at the end of a lesson. */
type Ending =
  | { readonly kind: "asking" }
  | { readonly kind: "failed"; readonly problem: string }
  | {
      readonly kind: "complete";
      readonly courseTitle: string;
      readonly Overlay: Awaited<ReturnType<typeof loadCourseComplete>>["CourseComplete"];
    };

/** A run that ended, and when the server has taken it. */
type Shown = FinishedRunOf & { readonly shownAt: number; readonly delivered: Delivered | null };
type Delivered = {
  readonly at: number;
  /** The server's word on the record; null where it has none. */
  readonly isRecord: boolean | null;
  readonly lastTimeMs: number | null;
};

/** One lesson: its bar, the example, and what lies over it at the end. Mount it anew for another lesson. */
export function LessonStage({
  user,
  lesson,
  place,
  exampleAddress,
  onOpenExample,
  onOpenLesson,
  onResult,
  onToggleCourses,
  onToggleBoard,
  onKeys,
}: {
  readonly user: SessionUser;
  readonly lesson: Lesson;
  readonly place: Place;
  readonly exampleAddress: (exampleId: number) => string;
  readonly onOpenExample: (exampleId: number) => void;
  readonly onOpenLesson: (lessonId: number, state?: { readonly review: true }) => void;
  /** Which attempt's result lies over the stage; null: none. */
  readonly onResult: (attemptId: string | null) => void;
  readonly onToggleCourses: () => void;
  readonly onToggleBoard: () => void;
  readonly onKeys: () => void;
}): ReactNode {
  const { example } = place;
  const course = useCourse(user.id, lesson.course_id);
  const board = useLeaderboard(user.id, example.id);
  const unsaved = useUnsavedRuns();
  const typing = useRef<TypingStageHandle>(null);
  const [finished, setFinished] = useState<Shown | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  /** The keyboard left the code by Esc or Shift+Tab, so letters are shortcuts. */
  const hasLeft = useRef(false);
  /** Takes back what was asked at the lesson's end: the learner is elsewhere, or types again. */
  const takeBack = useRef<(() => void) | null>(null);
  const stay = () => {
    takeBack.current?.();
    takeBack.current = null;
  };

  // A result belongs to the example it was typed for; elsewhere it is gone, also by the browser's own buttons.
  const shown = finished?.example.id === example.id ? finished : null;
  useEffect(() => {
    if (example.id === 0) return;
    setFinished(null);
    setEnding(null);
    return () => {
      takeBack.current?.();
      takeBack.current = null;
    };
  }, [example.id]);

  const shownId = shown?.result.attemptId ?? null;
  const tellResult = useEffectEvent(onResult);
  useEffect(() => {
    tellResult(shownId);
    return () => tellResult(null);
  }, [shownId]);

  useEffect(
    () =>
      outbox.onDelivery((run, delivery) => {
        const answer = delivery.kind === "sent" ? delivery.answer : null;
        const delivered: Delivered = {
          at: Date.now(),
          // What the server did not take is no record.
          isRecord: delivery.kind === "sent" ? (answer?.isRecord ?? null) : false,
          lastTimeMs: answer?.last_time_ms ?? null,
        };
        setFinished((before) =>
          before?.result.attemptId === run.attemptId ? { ...before, delivered } : before,
        );
      }),
    [],
  );

  const openNext = () => {
    const next = nextPlace(lesson, place);
    if (next !== null) return onOpenExample(next.example.id);
    if (takeBack.current !== null) return;
    const abort = new AbortController();
    const { signal } = abort;
    takeBack.current = () => abort.abort();
    setEnding({ kind: "asking" });
    const ask = async () => {
      const { lessonId, courseTitle } = await api(
        "getNextLesson",
        { body: { currentLessonId: lesson.id } },
        { signal },
      );
      if (signal.aborted) return;
      if (lessonId !== null) {
        const leaving = setTimeout(() => onOpenLesson(lessonId), nextLessonAfterMs);
        signal.addEventListener("abort", () => clearTimeout(leaving));
        return;
      }
      const { CourseComplete } = await withRetry(loadCourseComplete);
      if (signal.aborted) return;
      takeBack.current = null;
      setEnding({ kind: "complete", courseTitle, Overlay: CourseComplete });
    };
    ask().catch((error: unknown) => {
      if (signal.aborted) return;
      takeBack.current = null;
      setEnding({ kind: "failed", problem: problemText(error) });
    });
  };
  const openPrevious = () => {
    const previous = previousPlace(lesson, place);
    if (previous !== null) onOpenExample(previous.example.id);
  };
  const tryAgain = () => {
    stay();
    setFinished(null);
    setEnding(null);
    typing.current?.restart();
  };

  const isCovered = shown !== null || ending?.kind === "complete";
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isAgain = isActingAgain(event);
    if (isTakenElsewhere(event)) {
      if (isAgain) event.preventDefault();
      return;
    }
    // Such a key presses the control, as a letter is a shortcut.
    if ((event.key === "Enter" || event.key === " ") && isOnControl(event) && !event.repeat)
      noteActing(event);
    if (ending?.kind === "complete") return;
    if (shown !== null) {
      const action = actionOnResult(event, performance.now() - shown.shownAt);
      // Enter on a button presses that button.
      if (action === null || (action === "next" && isOnControl(event))) return;
      event.preventDefault();
      noteActing(event);
      if (action === "restart") tryAgain();
      else if (!isAgain) openNext();
      return;
    }
    if (!hasLeft.current) {
      // The focus was lost and not given away: the key belongs to the code. A control that was only clicked keeps the
      // keys that press it.
      const isFree = !isOnControl(event) || (event.key !== " " && controlOf(event) === clicked.current);
      if (isPrintable(event) && isFree) typing.current?.focus();
      return;
    }
    const action = actionAfterEsc(event, isOn("shortcuts"));
    // Firefox would open its quick find, and the next keys would go there.
    if (event.key === "'" || event.key === "/") event.preventDefault();
    if (action === null || (action === "type" && isOnControl(event))) return;
    event.preventDefault();
    noteActing(event);
    if (action === "type") typing.current?.focus();
    else if (action === "restart") tryAgain();
    else if (action === "next" || action === "previous") {
      // What the first press led to may not be here yet.
      if (!isAgain) (action === "next" ? openNext : openPrevious)();
    } else if (action === "courses") onToggleCourses();
    else if (action === "leaderboard") onToggleBoard();
    else onKeys();
  });
  /** What the pointer pressed last: it has the focus, but nobody went there by keyboard. */
  const clicked = useRef<Element | null>(null);
  useEffect(() => {
    const off = new AbortController();
    const { signal } = off;
    document.addEventListener("keydown", (event) => onKey(event), { signal });
    document.addEventListener(
      "click",
      (event) => {
        // A press by key comes as a click without a count.
        clicked.current = event.detail > 0 ? controlOf(event) : null;
      },
      { signal, capture: true },
    );
    return () => off.abort();
  }, []);

  const waiting = unsaved.find((run) => run.attemptId === shownId) ?? null;
  const rankNow =
    shown !== null && shown.delivered !== null && board.dataUpdatedAt >= shown.delivered.at
      ? (board.data?.userRank?.rank ?? null)
      : null;
  return (
    <>
      <div className="stage-in" inert={isCovered}>
        {/* Focus mode hides what one sees of it; the page keeps its heading. */}
        <h1 className="sr">{lesson.title}</h1>
        <div className="lesson-bar recede">
          <p className="lesson-title" aria-hidden="true" title={lesson.title}>
            {lesson.title}
          </p>
          <ChapterChoice
            lesson={lesson}
            place={place}
            onChoose={(chapterId) => {
              const opened = chapterPlace(lesson, chapterId);
              if (opened !== null) onOpenExample(opened.example.id);
            }}
          />
          <span className="board-btn">
            <IconButton label="Show leaderboard" onClick={onToggleBoard}>
              <PodiumIcon />
            </IconButton>
          </span>
        </div>
        <div className="example recede">
          <h2>{example.title}</h2>
          <Stops
            lesson={lesson}
            place={place}
            exampleAddress={exampleAddress}
            onPrevious={openPrevious}
            onNext={() => {
              const next = nextPlace(lesson, place);
              if (next !== null) onOpenExample(next.example.id);
            }}
          />
          <span className="keys-btn">
            <IconButton label="All keys" onClick={onKeys}>
              <span aria-hidden="true">?</span>
            </IconButton>
          </span>
          {example.description !== "" ? <p>{withCode(example.description)}</p> : null}
        </div>
        {ending?.kind === "failed" && shown === null ? (
          <div className="lesson-problem">
            <ErrorNotice onRetry={openNext}>{ending.problem}</ErrorNotice>
          </div>
        ) : null}
        <TypingStage
          key={example.id}
          user={user}
          lesson={lesson}
          example={example}
          isCovered={isCovered}
          handle={typing}
          onFinished={(run) => setFinished({ ...run, shownAt: performance.now(), delivered: null })}
          onLeave={() => {
            hasLeft.current = true;
            // A letter after it is meant, however soon.
            noteActing({ key: "Escape", timeStamp: 0 });
          }}
          onReturn={() => {
            hasLeft.current = false;
          }}
          onKeys={onKeys}
          onRestart={tryAgain}
          onNext={openNext}
        />
      </div>
      {ending?.kind === "complete" ? (
        <ending.Overlay
          title={ending.courseTitle}
          course={course.data ?? null}
          onTryAgain={tryAgain}
          onReview={() => {
            const first = course.data?.lessons.find((one) => one.total_examples > 0);
            // In a course of one example one is there already.
            tryAgain();
            onOpenLesson(first?.id ?? lesson.id, { review: true });
          }}
          onOpenLesson={(lessonId) => onOpenLesson(lessonId)}
        />
      ) : shown !== null ? (
        <ResultOverlay
          finished={{
            title: shown.example.title,
            result: shown.result,
            isRecord: shown.delivered?.isRecord ?? shown.isRecord,
            bestBeforeMs: shown.bestBeforeMs,
            fastestMs: shown.fastestMs,
            rankBefore: shown.rankBefore,
            rankNow,
            waiting,
            remark: remarkOn(shown, example.code_version),
          }}
          busy={ending?.kind === "asking"}
          problem={ending?.kind === "failed" ? ending.problem : null}
          onTryAgain={tryAgain}
          onNext={openNext}
        />
      ) : null}
    </>
  );
}

function ChapterChoice({
  lesson,
  place,
  onChoose,
}: {
  readonly lesson: Lesson;
  readonly place: Place;
  readonly onChoose: (chapterId: number) => void;
}): ReactNode {
  const id = useId();
  const isByPointer = useRef(false);
  return (
    <div className="field push">
      <label className="t3" htmlFor={id}>
        Chapter
      </label>
      <select
        className="select select-sm"
        aria-label="Chapter"
        id={id}
        value={place.chapter.id}
        onPointerDown={() => {
          isByPointer.current = true;
        }}
        onKeyDown={() => {
          isByPointer.current = false;
        }}
        onChange={(event) => {
          // Else the next letters would choose chapters. Who goes through them by keyboard stays.
          if (isByPointer.current) event.target.blur();
          onChoose(Number(event.target.value));
        }}
      >
        {lesson.chapters.map((chapter, index) => (
          <option key={chapter.id} value={chapter.id} disabled={chapter.examples.length === 0}>
            {`${index + 1}. ${chapter.title}`}
          </option>
        ))}
      </select>
    </div>
  );
}

function Stops({
  lesson,
  place,
  exampleAddress,
  onPrevious,
  onNext,
}: {
  readonly lesson: Lesson;
  readonly place: Place;
  readonly exampleAddress: (exampleId: number) => string;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const { examples } = place.chapter;
  return (
    <nav className="row stops-row recede" aria-label="Examples">
      <span className="t3 small num">
        <span className="hide-small">Example </span>
        <span>{`${place.index + 1} of ${examples.length}`}</span>
      </span>
      <IconButton
        label="Previous example"
        disabled={previousPlace(lesson, place) === null}
        onClick={onPrevious}
      >
        <ChevronLeftIcon />
      </IconButton>
      {examples.length <= mostStops ? (
        <span className="stops">
          {examples.map((example, index) => (
            <Link
              key={example.id}
              to={exampleAddress(example.id)}
              className={example.status === "completed" ? "done" : undefined}
              aria-label={`Example ${index + 1}${example.status === "completed" ? ", completed" : ""}`}
              aria-current={index === place.index ? "true" : undefined}
              title={example.title}
            />
          ))}
        </span>
      ) : null}
      <IconButton label="Next example" disabled={nextPlace(lesson, place) === null} onClick={onNext}>
        <NextIcon />
      </IconButton>
    </nav>
  );
}

/** A description's text, in which authors set code between backticks. */
function withCode(description: string): ReactNode {
  const parts = description.split(/`([^`\n]+)`/);
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} translate="no">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

/** Why a run sets no time. */
function remarkOn({ example, result, delivered }: Shown, presentVersion: number): string | null {
  if (result.shownMs === longestResultMs)
    return "The example is completed, but this run sets no time: it took longer than a day.";
  if (result.timeMs === null)
    return "The example is completed, but this run sets no time: the device slept or its clock was changed meanwhile.";
  const isOldText =
    presentVersion !== example.code_version ||
    (delivered?.isRecord === false && delivered.lastTimeMs === null);
  return isOldText
    ? "The example is completed, but this run sets no time: its text was changed while you typed. Try Again shows the new one."
    : null;
}

/** A dialog is open, or somebody writes in a field. */
function isTakenElsewhere({ target }: KeyboardEvent): boolean {
  return (
    document.querySelector("dialog[open]") !== null ||
    (target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea")))
  );
}

function isOnControl(event: KeyboardEvent): boolean {
  return controlOf(event) !== null;
}

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest("a, button, summary") : null;
}
