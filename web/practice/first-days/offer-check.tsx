// Asks during the run that may bring the offer whether the learner has had it on another device since.

import { useEffect } from "react";
import { useTypingNow } from "../../typing/typing-now.ts";
import { finishedExamples } from "../queries.ts";
import { askOfferSeen, isOfferSeen, offeredAfter } from "./offer.ts";

/** Draws nothing; a component, so that the first key renders nothing else. */
export function OfferCheck({ userId }: { readonly userId: number }): null {
  const isTyping = useTypingNow();
  useEffect(() => {
    if (isTyping && finishedExamples(userId) === offeredAfter - 1 && !isOfferSeen(userId))
      void askOfferSeen(userId);
  }, [isTyping, userId]);
  return null;
}
