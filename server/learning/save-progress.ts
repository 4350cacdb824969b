// Keeps how far a run is. With `isComplete` it completes the example as `complete-example.ts` does, and the two calls
// share one attempt: whichever comes first counts.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { continueProgress, type ProgressSave, recordProgress } from "../store/results/progress.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";
import { exampleUnknown, runOf, timeSetBy } from "./run.ts";

type Deps = { readonly store: Store; readonly now: () => number };

/** Throws DomainError NOT_FOUND (also for drafts), INVALID for a completion in no time. */
export async function saveProgress(
  { store, now }: Deps,
  who: Principal,
  body: ParsedBody<"saveProgress">,
): Promise<HandlerResult<"saveProgress">> {
  const { exampleId, progress, accuracy, errors, isComplete, timeMs } = body;
  // An autosave before the first full millisecond is fine; a whole example in none is not.
  if (isComplete && timeMs < 1) {
    const message = "The time of a completed example must be at least 1 ms";
    throw new DomainError("INVALID", message, { details: [{ path: "timeMs", message }] });
  }
  const kept = await keep(store, {
    ...runOf(who, exampleId, body, now()),
    percent: isComplete ? 100 : progress,
    accuracy,
    errors,
    isComplete,
    timeMs: isComplete ? timeSetBy(body, timeMs) : null,
  });
  if (kept.kind === "unknown") throw exampleUnknown();
  return { saved: true };
}

// Nearly every save goes on from an earlier one, and is one statement then.
async function keep(store: Store, save: ProgressSave) {
  const goesOn =
    !save.isComplete && (await store.write((tx) => continueProgress(tx, save), { oneStatement: true }));
  return goesOn ? ({ kind: "saved" } as const) : store.write((tx) => recordProgress(tx, save));
}
