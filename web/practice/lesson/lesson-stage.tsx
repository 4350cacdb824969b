// One open lesson: its head, the example that is typed, and what covers it at the end.

import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLazyModule } from "../../shell/browser/use-lazy-module.ts";
import { noteActing } from "../../typing/echo.ts";
import { useTypingNow } from "../../typing/typing-now.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { isOn } from "../device-settings.ts";
import type { CourseEndHandle } from "../ends/course-complete.tsx";
import { useRunEnd } from "../ends/use-run-end.ts";
import { OfferCheck } from "../first-days/offer-check.tsx";
import { useThirdExampleOffer } from "../first-days/use-third-example-offer.ts";
import { memoryPanelTitle } from "../memory/memory-task.ts";
import type { Lesson } from "../flow.ts";
import { useCourse } from "../queries.ts";
import { useEnding } from "../motion/ending.ts";
import { NextFailed } from "../result/next-failed.tsx";
import type { CompletedRun } from "../result/shown-result.ts";
import type { StageSurroundings, TypingStageHandle } from "../typing-stage/stage-parts.tsx";
import { TypingStage } from "../typing-stage/typing-stage.tsx";
import { AboutText } from "./about-text.tsx";
import { actionsOf, type LessonStageProps } from "./lesson-actions.ts";
import { ExampleHead, LessonBar } from "./lesson-bar.tsx";
import { LessonOverlay } from "./lesson-overlay.tsx";
import { keyScreen } from "./lesson-state.ts";
import { loadMemoryParts } from "./load-memory-parts.ts";
import { loadResultPartsSoon, useResultParts } from "./load-result-parts.ts";
import type { MemoryLessonProps } from "./memory-lesson.tsx";
import { MemoryNote } from "../memory/memory-note.tsx";
import { useFromMemory } from "./use-from-memory.ts";
import { type OpenLesson, useLesson } from "./use-lesson.ts";
import { useLessonKeys } from "./use-lesson-keys.ts";

/** Mount it again for another lesson. */
// Long: it ties the parts of the screen together.
export function LessonStage(props: LessonStageProps): ReactNode {
  const { user, lesson, place, ways, exampleAddress, onOpenExample, onOpenWay, onToggleBoard, onKeys } =
    props;
  const { example } = place;
  const shown = { exampleId: example.id, way: ways.way };
  const typing = useRef<TypingStageHandle>(null);
  const courseEnd = useRef<CourseEndHandle>(null);
  const [lookSlot, setLookSlot] = useState<HTMLDivElement | null>(null);
  const open = useLesson(user.id, lesson, shown, typing, props);
  const { runner, result, memory, end, asideSlip } = open;
  const course = useCourse(user.id, lesson.course_id).data ?? null;
  const attemptId = result?.result.attemptId ?? null;
  const fromMemory = useFromMemory({ userId: user.id, exampleId: example.id, attemptId }, onOpenWay);
  const { isUnlocked } = ways;
  const offer = useThirdExampleOffer(user.id, result);
  useEnding(
    attemptId ?? memory?.completed.result.attemptId ?? null,
    result?.isFirst === true ? { filledBefore: filledWithout(lesson, example.id) } : null,
  );
  const ends = useRunEnd(user.id, lesson, course, example.id);
  const choice = useLazyModule(ways.areOffered, loadWayChoice);
  useEffect(loadResultPartsSoon, [example.id]);
  const parts = useResultParts(attemptId);
  const acts = actionsOf(props, open, {
    fromMemory,
    showsCode: parts !== "missing",
    focusCode: () => typing.current?.focus(),
    pressMain: () => courseEnd.current?.press(),
  });
  // The offer leads there too.
  const offersMemory = isUnlocked && !offer.isMade;
  useLessonKeys(
    () =>
      keyScreen(runner.state(), shown, performance.now(), {
        lettersOn: () => isOn("shortcuts"),
        offersMemory,
      }),
    (action) => acts[action](),
  );
  const isCovered = result !== null || memory !== null || end.kind === "complete";
  return (
    <>
      <div className="stage-in" inert={isCovered && asideSlip === null}>
        {/* The bar shows the title too; this one stays when focus mode hides the bar. */}
        <h1 className="sr">{lesson.title}</h1>
        <LessonBar
          lesson={lesson}
          place={place}
          ways={
            choice !== null && choice !== "failed" ? (
              <choice.WayChoice way={ways.way} locked={isUnlocked ? null : copyFirst} onChoose={onOpenWay} />
            ) : null
          }
          boardTitle={ways.way === "copy" ? "Leaderboard" : memoryPanelTitle}
          onOpenExample={onOpenExample}
          onToggleBoard={onToggleBoard}
        />
        <AboutText className="lesson-about recede" texts={[lesson.description, place.chapter.description]} />
        <ExampleHead
          lesson={lesson}
          place={place}
          exampleAddress={exampleAddress}
          onOpenExample={onOpenExample}
          onKeys={onKeys}
        />
        {end.kind === "failed" && result === null && memory === null ? (
          <div className="lesson-problem">
            <NextFailed failure={end} onRetry={acts.next} />
          </div>
        ) : null}
        <ExampleStage
          {...props}
          runner={runner}
          onCopied={(run) => ends.note(run.result.attemptId)}
          surroundings={{
            isCovered,
            look: { isShown: asideSlip !== null, slot: setLookSlot },
            handle: typing,
            onCodeLeft() {
              runner.dispatch({ kind: "code-left" });
              // A letter typed now is meant as a shortcut, however soon it follows the same letter.
              noteActing({ key: "Escape", timeStamp: 0 });
            },
            onCodeEntered: () => runner.dispatch({ kind: "code-entered" }),
            onKeys,
            onRestart: acts.restart,
            onNext: acts.next,
          }}
        />
      </div>
      <LessonOverlay
        {...props}
        open={open}
        parts={parts}
        lookSlot={lookSlot}
        course={course}
        ends={ends}
        courseEnd={courseEnd}
        acts={acts}
        fromMemory={isUnlocked ? fromMemory : null}
        offer={offer}
      />
      <OfferCheck userId={user.id} />
    </>
  );
}

/** How much of the lesson its other examples fill, in percent. */
function filledWithout(lesson: Lesson, exampleId: number): number {
  const examples = lesson.chapters.flatMap((chapter) => chapter.examples);
  const others = examples.filter(({ id, status }) => id !== exampleId && status === "completed");
  return (100 * others.length) / examples.length;
}

/** A newcomer has no choice. */
const loadWayChoice = () => import("./way-choice-part.ts");

const copyFirst = { ways: ["gaps", "recall"], why: "Copy it once first." } as const;

/** The example as it is typed. */
function ExampleStage({
  user,
  lesson,
  place: { example },
  ways: { way, named },
  onOpenWay,
  runner,
  onCopied,
  surroundings,
}: LessonStageProps &
  Pick<OpenLesson, "runner"> & {
    /** Before the run is known elsewhere. */
    readonly onCopied: (run: CompletedRun) => void;
    readonly surroundings: StageSurroundings;
  }): ReactNode {
  if (way !== "copy")
    return (
      <LazyMemoryLesson
        key={`${example.id} ${way}`}
        user={user}
        example={example}
        way={way}
        onCompleted={(run) => runner.dispatch({ kind: "completed-from-memory", run, at: performance.now() })}
        onCopy={() => onOpenWay("copy")}
        {...surroundings}
      />
    );
  return (
    <>
      {named !== "copy" ? <StayInCopy onCopy={() => onOpenWay("copy")} /> : null}
      <TypingStage
        key={example.id}
        user={user}
        lesson={lesson}
        example={example}
        onCompleted={(run) => {
          onCopied(run);
          runner.dispatch({ kind: "completed", run, at: performance.now() });
        }}
        {...surroundings}
      />
    </>
  );
}

function LazyMemoryLesson(props: MemoryLessonProps & { readonly handle: Ref<TypingStageHandle> }): ReactNode {
  const parts = useLazyModule(true, loadMemoryParts);
  if (parts !== null && parts !== "failed") return <parts.MemoryLesson {...props} />;
  return (
    <MemoryNote
      problem={parts === null ? null : <ErrorNotice>{partsFailed}</ErrorNotice>}
      onCopy={props.onCopy}
    />
  );
}

const partsFailed = "Typing from memory could not be loaded. Copy works without it.";

/** The address names another way for an example that is not completed: it must not take over when the copy is done. */
function StayInCopy({ onCopy }: { readonly onCopy: () => void }): null {
  const isTyping = useTypingNow();
  const stay = useEffectEvent(onCopy);
  useEffect(() => {
    if (isTyping) stay();
  }, [isTyping]);
  return null;
}
