// What both completion calls say about a run, in the words of the store.

import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";

type Said = {
  readonly attemptId?: string | undefined;
  readonly finishedMsAgo?: number | undefined;
  readonly codeVersion?: number | undefined;
  readonly isTimed?: boolean | undefined;
};

/** The devices' clocks are not believed: a run ended so long ago, counted back from the server's `now`. */
export function runOf(who: Principal, exampleId: number, said: Said, now: number) {
  return {
    userId: who.userId,
    exampleId,
    // A UUID is the same in capitals.
    attemptId: said.attemptId?.toLowerCase() ?? null,
    codeVersion: said.codeVersion ?? null,
    endedAt: now - (said.finishedMsAgo ?? 0),
    at: now,
  };
}

/** The time that a completion sets; null for a run whose own device doesn't trust its clock. */
export function timeSetBy(said: Said, timeMs: number): number | null {
  return said.isTimed === false ? null : timeMs;
}

export function exampleUnknown(): DomainError {
  return new DomainError("NOT_FOUND", "There is no such example.");
}
