// What becomes of a finished run: a visitor's is kept on the device, a signed-in learner's is saved, and both only where a
// published course has the example.

import { useEffect, useState } from "react";
import { outbox, startOutbox } from "../../shell/outbox/outbox.ts";
import { evidenceOf } from "../../shell/outbox/run-evidence.ts";
import { keepVisitorRun, type VisitorRun } from "../../shell/outbox/visitor-run.ts";
import { useUser } from "../../shell/session/session.ts";
import type { Result, Run } from "../../typing/run.ts";
import type { TryExample } from "../examples.ts";
import { placeOf, type Place, useLanding } from "../landing-data.ts";
import { learnersEvidence } from "./evidence-of-learner.ts";

export type Fate =
  /** Whether a published course has the example is not known yet. */
  | "unknown"
  /** None has it. */
  | "nowhere"
  | "kept"
  /** The browser forbids storing it. */
  | "forbidden"
  /** Handed to the outbox. */
  | "saved";

/** Keeps or saves the run, once. */
export function useFate(example: TryExample, run: Run, result: Result): Fate {
  const landing = useLanding();
  const userId = useUser()?.id ?? null;
  const place = landing && placeOf(example, landing);
  const [done, setDone] = useState<Exclude<Fate, "unknown" | "nowhere"> | null>(null);
  useEffect(() => {
    // What is saved belongs to that learner, also after they log out.
    if (place === undefined || done === "saved" || (done !== null && userId === null)) return;
    const finished = finishedRun(example, place, result);
    if (userId === null) {
      // Not the start: when the run began, it was not known whose it would be.
      const evidence = evidenceOf({ example: run.example, log: run.log, start: null }, true);
      return setDone(keepVisitorRun({ ...finished, ...evidence }) ? "kept" : "forbidden");
    }
    startOutbox();
    void outbox.add({ ...finished, ...learnersEvidence(userId, run), userId });
    setDone("saved");
  }, [example, run, result, place, userId, done]);
  if (done !== null) return done;
  return landing === undefined || place !== undefined ? "unknown" : "nowhere";
}

function finishedRun(example: TryExample, place: Place, result: Result): VisitorRun {
  return {
    attemptId: result.attemptId,
    exampleId: place.id,
    exampleTitle: example.title,
    codeVersion: place.code_version,
    accuracy: result.accuracy,
    errors: result.errors,
    timeMs: result.shownMs,
    isTimed: result.timeMs !== null,
    finishedAt: result.finishedAt,
  };
}
