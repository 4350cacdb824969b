// Carries out what the end of a lesson asks for: requests, a timer, and stopping both.

import type { Perform } from "../fold.ts";
import type { EndEffect, EndEvent } from "./lesson-end.ts";

type EndRequest = Exclude<EndEffect, { readonly kind: "open-lesson" }>;
type EndResponse = Extract<EndEvent, { readonly request: number }>;

type Deps = {
  readonly nextLesson: (
    signal: AbortSignal,
  ) => Promise<{ readonly lessonId: number | null; readonly courseTitle: string }>;
  /** Loads the overlay for the end of the course. */
  readonly loadOverlay: () => Promise<void>;
  /** The sentence for people about a failure, and whether another try may help. */
  readonly problemOf: (error: unknown) => { readonly problem: string; readonly canTryAgain: boolean };
};

/** One request at a time: the fold cancels the one that is under way before it starts another. */
export function createEndRequests(deps: Deps): Perform<EndResponse, EndRequest> {
  let abort = new AbortController();
  return (effect, dispatch) => {
    const { request } = effect;
    const follow = (response: Promise<EndResponse>) => {
      const { signal } = abort;
      response.then(
        (event) => signal.aborted || dispatch(event),
        (error: unknown) =>
          signal.aborted || dispatch({ kind: "request-failed", request, ...deps.problemOf(error) }),
      );
    };
    switch (effect.kind) {
      case "ask-next-lesson":
        abort = new AbortController();
        return follow(
          deps.nextLesson(abort.signal).then(({ lessonId, courseTitle }) => ({
            kind: "next-lesson-known",
            request,
            lessonId,
            courseTitle,
          })),
        );
      case "wait": {
        const timer = setTimeout(() => dispatch({ kind: "wait-over", request }), effect.ms);
        return abort.signal.addEventListener("abort", () => clearTimeout(timer));
      }
      case "load-overlay":
        return follow(
          deps.loadOverlay().then(() => ({ kind: "overlay-loaded", request, at: performance.now() })),
        );
      case "cancel-request":
        return abort.abort();
    }
  };
}
