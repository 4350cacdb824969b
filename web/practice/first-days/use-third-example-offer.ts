// Decides once for each result whether it makes the offer, and keeps the account's memory of it.

import { useEffect, useState } from "react";
import { finishedExamples } from "../queries.ts";
import type { CompletedRun } from "../result/shown-result.ts";
import { isOffered, isOfferSeen, noteOfferSeen, sendOfferSeen } from "./offer.ts";

export type ThirdExampleOffered = {
  readonly isMade: boolean;
  /** The learner does not want it now. */
  dismiss(): void;
};

type Decision = { readonly attemptId: string | null; readonly isMade: boolean };

/** `completed` is the result on the screen, null without one. */
export function useThirdExampleOffer(userId: number, completed: CompletedRun | null): ThirdExampleOffered {
  const attemptId = completed?.result.attemptId ?? null;
  const [decided, setDecided] = useState<Decision>({ attemptId: null, isMade: false });
  const decision =
    decided.attemptId === attemptId
      ? decided
      : {
          attemptId,
          isMade: completed !== null && isOffered(completed, finishedExamples(userId), isOfferSeen(userId)),
        };
  // For as long as the result is shown, whatever is loaded while it is.
  if (decision !== decided) setDecided(decision);
  const { isMade } = decision;
  useEffect(() => {
    if (isMade) noteOfferSeen(userId);
  }, [isMade, userId]);
  useEffect(() => {
    const send = () => void sendOfferSeen(userId);
    send();
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, [userId, attemptId]);
  return { isMade, dismiss: () => setDecided({ attemptId, isMade: false }) };
}
