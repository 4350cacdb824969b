// Saves how far an attempt is or, with `isComplete`, completes the example.

import type { ParsedBody, HandlerResult } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import { recordAutosave } from "../store/results/autosaves.ts";
import { aboutExample, complete, type CompleteDeps, exampleUnknown } from "./attempt.ts";

/** Throws DomainError NOT_FOUND (also for unpublished courses), INVALID for a completion in no time, RATE_LIMITED. */
export async function saveProgress(
  deps: CompleteDeps,
  principal: Principal,
  body: ParsedBody<"saveProgress">,
): Promise<HandlerResult<"saveProgress">> {
  const { exampleId, progress, accuracy, errors, isComplete, timeMs } = body;
  if (!isComplete) {
    const { userId } = principal;
    const save = { userId, exampleId, percent: progress, accuracy, errors, at: deps.now() };
    if (!(await deps.store.write((tx) => recordAutosave(tx, save), aboutExample(exampleId))))
      throw exampleUnknown();
    return { saved: true };
  }
  // An autosave before the first full millisecond is fine; a whole example in none is not.
  if (timeMs < 1) {
    const message = "The time of a completed example must be at least 1 ms";
    throw new DomainError("INVALID", message, { details: [{ path: "timeMs", message }] });
  }
  const typed = { exampleId, timeMs, accuracy, errors };
  return { saved: true, ...(await complete(deps, principal, typed, body)) };
}
