// Ties the fold of a lesson to the server, the outbox and the address.

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { withRetry } from "../../shell/browser/lazy-screen.ts";
import { api } from "../../shell/data/api.ts";
import { isAt, useLocation } from "../../shell/router/router.tsx";
import { canTryAgain } from "../../shell/query-problem.tsx";
import { problemText } from "../../shell/data/problem-text.ts";
import { outbox } from "../../shell/outbox/outbox.ts";
import type { Lesson } from "../flow.ts";
import type { Runner } from "../fold.ts";
import type { PlaceState } from "../place-address.ts";
import { deliveredAs, type ShownResult } from "../result/shown-result.ts";
import type { TypingStageHandle } from "../typing-stage/stage-parts.tsx";
import { useRunner, useSelected } from "../use-runner.ts";
import { createEndRequests } from "./end-requests.ts";
import type { LessonEnd } from "./lesson-end.ts";
import {
  foldLesson,
  type LessonEffect,
  type LessonEvent,
  type LessonState,
  memoryOn,
  openedLesson,
  resultOn,
  type Shown,
  type ShownMemory,
} from "./lesson-state.ts";

/** Not needed for typing, and the server is reachable at a course's end: it has just responded. */
const loadCourseComplete = () => import("../ends/course-complete.tsx");

type CourseCompleteOverlay = Awaited<ReturnType<typeof loadCourseComplete>>["CourseComplete"];

/** Outside React, so that it is there in the very render that shows the course's end. */
let Overlay: CourseCompleteOverlay | null = null;

export type OpenLesson = {
  readonly runner: Runner<LessonState, LessonEvent>;
  /** Of a run in Copy, and of a run from memory. */
  readonly result: ShownResult | null;
  readonly memory: ShownMemory | null;
  readonly end: LessonEnd;
  /** The code of the result is looked at, at this of its slips; null while it is not. */
  readonly asideSlip: number | null;
  /** Set when `end` is complete. */
  readonly Overlay: CourseCompleteOverlay | null;
};

/** What the screen around the lesson does for it. */
export type LessonSurroundings = {
  readonly onOpenExample: (exampleId: number) => void;
  readonly onOpenLesson: (lessonId: number, state?: PlaceState) => void;
  /** The attempt whose result covers the stage, or null. */
  readonly onResult: (attemptId: string | null) => void;
};

/** The state of the lesson while an example is on the screen. Mount it again for another lesson. */
// Long: what each effect needs of the page; its functions are short.
export function useLesson(
  userId: number,
  lesson: Pick<Lesson, "id" | "course_id">,
  { exampleId, way }: Shown,
  typing: RefObject<TypingStageHandle | null>,
  { onOpenExample, onOpenLesson, onResult }: LessonSurroundings,
): OpenLesson {
  const { pathname } = useLocation();
  const [performRequest] = useState(() =>
    createEndRequests({
      nextLesson: (signal) => api("getNextLesson", { body: { currentLessonId: lesson.id } }, { signal }),
      async loadOverlay() {
        const { CourseComplete, prefetchCourseEnd } = await withRetry(loadCourseComplete);
        await prefetchCourseEnd(userId, lesson.course_id);
        Overlay = CourseComplete;
      },
      problemOf: (error) => ({
        problem: problemText(error),
        canTryAgain: canTryAgain(error),
      }),
    }),
  );
  const runner = useRunner<LessonState, LessonEvent, LessonEffect>(
    foldLesson,
    () => openedLesson(exampleId, way),
    (effect, dispatch) => {
      if (effect.kind === "open-example") onOpenExample(effect.exampleId);
      else if (effect.kind === "open-lesson") {
        // The wait may end while another page is loading, to which the learner has gone.
        if (isAt(pathname)) onOpenLesson(effect.lessonId);
      } else if (effect.kind === "restart-typing") typing.current?.restart();
      else performRequest(effect, dispatch);
    },
  );

  useEffect(() => {
    runner.dispatch({ kind: "moved", exampleId, way });
    return () => runner.dispatch({ kind: "moved", exampleId: null, way });
  }, [runner, exampleId, way]);

  useEffect(
    () =>
      outbox.onDelivery((run, delivery) =>
        runner.dispatch({
          kind: "delivered",
          attemptId: run.attemptId,
          delivered: deliveredAs(delivery, Date.now()),
        }),
      ),
    [runner],
  );

  const result = useSelected(runner, (state) => resultOn(state, { exampleId, way }));
  const memory = useSelected(runner, (state) => memoryOn(state, { exampleId, way }));
  const asideSlip = useSelected(runner, (state) => (state.isAside ? state.slip : null));
  const shownId = (result ?? memory?.completed)?.result.attemptId ?? null;
  const reportResult = useEffectEvent(onResult);
  useEffect(() => {
    reportResult(shownId);
    return () => reportResult(null);
  }, [shownId]);

  const end = useSelected(runner, (state) => state.end);
  return {
    runner,
    result,
    memory,
    end,
    asideSlip: result === null || end.kind === "complete" ? null : asideSlip,
    Overlay,
  };
}
