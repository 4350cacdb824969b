// Ties the fold of a review to the server, the outbox and the page that follows.

import { type RefObject, useEffect, useRef, useState } from "react";
import { memoryOutbox } from "../../shell/outbox/memory-outbox.ts";
import { noteOnNextPage } from "../../shell/page-note.tsx";
import { useLocation } from "../../shell/router/router.tsx";
import { session } from "../../shell/session/session.ts";
import type { Runner } from "../fold.ts";
import type { TypingStageHandle } from "../typing-stage/stage-parts.tsx";
import { useRunner } from "../use-runner.ts";
import { leaveSentence } from "./review-words.ts";
import {
  foldReview,
  type ReviewEffect,
  type ReviewEvent,
  type ReviewState,
  startOfReview,
} from "./session-fold.ts";
import { tallyOf } from "./session-items.ts";
import { createSessionRequests } from "./session-requests.ts";

/** A review from its start to its end, as long as the component is there. */
export function useSession(
  userId: number,
  typing: RefObject<TypingStageHandle | null>,
): Runner<ReviewState, ReviewEvent> {
  const [requests] = useState(() => createSessionRequests(userId));
  const runner = useRunner<ReviewState, ReviewEvent, ReviewEffect>(
    foldReview,
    () => startOfReview,
    (effect, dispatch) => {
      if (effect.kind === "restart-typing") typing.current?.restart();
      else requests.perform(effect, dispatch);
    },
  );
  useEffect(() => {
    runner.dispatch({ kind: "retry" });
    return () => {
      requests.stop();
      const { phase, items } = runner.state();
      const sentence = phase.kind === "open" ? leaveSentence(tallyOf(items)) : null;
      // Not after a log-out: the next one at this device may be another person.
      if (sentence !== null && session.getSnapshot().kind === "signed-in") noteOnNextPage(sentence);
    };
  }, [runner, requests]);
  useEffect(
    () =>
      memoryOutbox.onDelivery(({ attemptId }, delivery) => {
        if (delivery.kind !== "sent") runner.dispatch({ kind: "lost", attemptId });
        else if (delivery.answer !== null)
          runner.dispatch({ kind: "delivered", attemptId, delivered: delivery.answer });
      }),
    [runner],
  );
  // The link in the bar leads here too. Its number may have changed since this review ended or had nothing to ask.
  const place = useLocation();
  const lastPlace = useRef(place);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    if (place.arrivedBy === "link") runner.dispatch({ kind: "opened-again" });
  }, [runner, place]);
  return runner;
}
