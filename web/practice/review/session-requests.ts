// Carries out what a review asks for: requests, and stopping them.

import { ApiError } from "@tabstop/contract/client";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { deviceZone } from "../../shell/browser/device-zone.ts";
import { TooLate, within } from "../../shell/browser/within.ts";
import { api } from "../../shell/data/api.ts";
import { problemText } from "../../shell/data/problem-text.ts";
import { memoryOutbox } from "../../shell/outbox/memory-outbox.ts";
import { canTryAgain } from "../../shell/query-problem.tsx";
import type { Perform } from "../fold.ts";
import { loadReviewExample, prefetchReviewExample } from "../memory/memory-queries.ts";
import type { ReviewEffect, ReviewEvent } from "./session-fold.ts";

type SessionRequest = Exclude<ReviewEffect, { readonly kind: "restart-typing" }>;

type SessionRequests = {
  readonly perform: Perform<ReviewEvent, SessionRequest>;
  /** Nothing is dispatched afterwards. */
  readonly stop: () => void;
};

/** The server responds within this time, or could not be reached. */
const responseWithinMs = 10_000;
/** The end waits this long for the last run to reach the server. */
const deliveredWithinMs = 4_000;

export function createSessionRequests(userId: number): SessionRequests {
  let opening = new AbortController();
  let all = new AbortController();
  const prefetching = new Map<number, () => void>();

  const perform: SessionRequests["perform"] = (effect, dispatchAlways) => {
    const { signal } = all;
    const dispatch = (event: ReviewEvent) => signal.aborted || dispatchAlways(event);
    switch (effect.kind) {
      case "load-session": {
        const { request } = effect;
        const failed = (error: unknown) => dispatch({ kind: "session-failed", request, ...problemOf(error) });
        getReview(signal).then((review) => dispatch({ kind: "session-loaded", request, review }), failed);
        return;
      }
      case "load-example": {
        opening.abort();
        opening = new AbortController();
        const { request, exampleId, way } = effect;
        loadReviewExample(userId, exampleId, way, opening.signal).then(
          (example) => dispatch({ kind: "example-loaded", request, example }),
          (error: unknown) =>
            dispatch(
              error instanceof ApiError && error.status === 404
                ? { kind: "example-gone", request }
                : { kind: "example-failed", request, ...problemOf(error) },
            ),
        );
        return;
      }
      case "cancel-example":
        return opening.abort();
      case "prefetch":
        prefetching.get(effect.exampleId)?.();
        prefetching.set(effect.exampleId, prefetchReviewExample(userId, effect.exampleId));
        return;
      case "load-end": {
        const { request } = effect;
        const review = whenDelivered(signal).then((isDelivered) => (isDelivered ? getReview(signal) : null));
        review.then(
          (known) => dispatch({ kind: "end-loaded", request, review: known }),
          () => dispatch({ kind: "end-loaded", request, review: null }),
        );
        return;
      }
    }
  };

  return {
    perform,
    stop() {
      opening.abort();
      all.abort();
      // A component that React mounts twice begins again.
      all = new AbortController();
      for (const stop of prefetching.values()) stop();
      prefetching.clear();
    },
  };
}

function getReview(signal: AbortSignal): Promise<ResponseOf<"getReview">> {
  const zone = deviceZone();
  return within(responseWithinMs, api("getReview", { query: zone === null ? {} : { zone } }, { signal }));
}

/** Whether the server has all runs. It is not waited for when it cannot be reached. */
function whenDelivered(signal: AbortSignal): Promise<boolean> {
  const { getSnapshot, subscribe, waitReason } = memoryOutbox;
  const isDone = () => getSnapshot().length === 0;
  return new Promise((resolve) => {
    let stop = () => {};
    const settle = () => {
      clearTimeout(timer);
      stop();
      resolve(isDone());
    };
    const timer = setTimeout(settle, deliveredWithinMs);
    const look = () => {
      if (isDone() || waitReason() !== null || signal.aborted) settle();
    };
    stop = subscribe(look);
    signal.addEventListener("abort", look);
    look();
  });
}

function problemOf(error: unknown): { readonly problem: string; readonly canTryAgain: boolean } {
  const problem = error instanceof TooLate ? "The server did not respond in time." : problemText(error);
  return { problem, canTryAgain: canTryAgain(error) };
}
