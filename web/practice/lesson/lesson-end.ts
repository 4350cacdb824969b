// The end of a lesson: which lesson follows, or that the course is complete. A fold; the requests and timers that it
// asks for are carried out in use-lesson.ts.

import type { Step } from "../fold.ts";

/** The next lesson opens this long after its name has arrived. */
export const nextLessonAfterMs = 500;

/** `request` is the number of the latest request. Responses to earlier or cancelled ones are ignored. */
export type LessonEnd = { readonly request: number } & (
  | { readonly kind: "none" }
  /** The next lesson is requested from the server. */
  | { readonly kind: "asking" }
  /** The next lesson opens in a moment. */
  | { readonly kind: "waiting"; readonly lessonId: number }
  /** The next lesson has been opened; the screen will show it when it is loaded. */
  | { readonly kind: "opened" }
  /** The course has no further lesson; the overlay for its end is being loaded. */
  | { readonly kind: "loading"; readonly courseTitle: string }
  /** `shownAt` is on the clock of `performance.now()`. */
  | { readonly kind: "complete"; readonly courseTitle: string; readonly shownAt: number }
  /** `canTryAgain` is false when another try would fail as well. */
  | { readonly kind: "failed"; readonly problem: string; readonly canTryAgain: boolean }
);

export type EndEvent =
  /** The learner goes on after the lesson's last example. */
  | { readonly kind: "end-reached" }
  /** The learner is elsewhere, or types again. */
  | { readonly kind: "end-cancelled" }
  | {
      readonly kind: "next-lesson-known";
      readonly request: number;
      /** null when the course has no further lesson. */
      readonly lessonId: number | null;
      readonly courseTitle: string;
    }
  | { readonly kind: "wait-over"; readonly request: number }
  /** `at` is on the clock of `performance.now()`. */
  | { readonly kind: "overlay-loaded"; readonly request: number; readonly at: number }
  | {
      readonly kind: "request-failed";
      readonly request: number;
      readonly problem: string;
      readonly canTryAgain: boolean;
    };

export type EndEffect =
  /** Answered by `next-lesson-known` or `request-failed`. */
  | { readonly kind: "ask-next-lesson"; readonly request: number }
  /** Answered by `wait-over`. */
  | { readonly kind: "wait"; readonly request: number; readonly ms: number }
  /** Answered by `overlay-loaded` or `request-failed`. */
  | { readonly kind: "load-overlay"; readonly request: number }
  | { readonly kind: "cancel-request"; readonly request: number }
  | { readonly kind: "open-lesson"; readonly lessonId: number };

export const noEnd: LessonEnd = { kind: "none", request: 0 };

export function foldLessonEnd(end: LessonEnd, event: EndEvent): Step<LessonEnd, EndEffect> {
  switch (event.kind) {
    case "end-reached": {
      if (isUnderWay(end)) return unchanged(end);
      const request = end.request + 1;
      return { state: { kind: "asking", request }, effects: [{ kind: "ask-next-lesson", request }] };
    }
    case "end-cancelled":
      if (end.kind === "none") return unchanged(end);
      return {
        state: { kind: "none", request: end.request },
        effects: isUnderWay(end) ? [{ kind: "cancel-request", request: end.request }] : [],
      };
    case "next-lesson-known":
    case "wait-over":
    case "overlay-loaded":
    case "request-failed":
      return event.request === end.request ? foldResponse(end, event) : unchanged(end);
  }
}

/** A response to the latest request: each counts only in the state that waits for it. */
function foldResponse(
  end: LessonEnd,
  event: Extract<EndEvent, { readonly request: number }>,
): Step<LessonEnd, EndEffect> {
  const { request } = end;
  if (event.kind === "request-failed") {
    if (end.kind !== "asking" && end.kind !== "loading") return unchanged(end);
    const { problem, canTryAgain } = event;
    return { state: { kind: "failed", request, problem, canTryAgain }, effects: [] };
  }
  if (event.kind === "next-lesson-known" && end.kind === "asking") {
    const { lessonId, courseTitle } = event;
    return lessonId === null
      ? { state: { kind: "loading", request, courseTitle }, effects: [{ kind: "load-overlay", request }] }
      : {
          state: { kind: "waiting", request, lessonId },
          effects: [{ kind: "wait", request, ms: nextLessonAfterMs }],
        };
  }
  if (event.kind === "wait-over" && end.kind === "waiting")
    return {
      state: { kind: "opened", request },
      effects: [{ kind: "open-lesson", lessonId: end.lessonId }],
    };
  if (event.kind === "overlay-loaded" && end.kind === "loading")
    return {
      state: { kind: "complete", request, courseTitle: end.courseTitle, shownAt: event.at },
      effects: [],
    };
  return unchanged(end);
}

/** Whether the next step is already under way, so that another press of Next does nothing. */
export function isUnderWay({ kind }: LessonEnd): boolean {
  return kind === "asking" || kind === "waiting" || kind === "opened" || kind === "loading";
}

function unchanged(end: LessonEnd): Step<LessonEnd, never> {
  return { state: end, effects: [] };
}
