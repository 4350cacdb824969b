// Completes an example with its time. A repeat of an attempt, also one that `save-progress.ts` saw first, changes nothing
// and gets the first answer.

import type { HandlerResult, ParsedBody, ParsedParams } from "@tabstop/contract/endpoints";
import { recordCompletion } from "../store/results/progress.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";
import { exampleUnknown, runOf, timeSetBy } from "./run.ts";

type Deps = { readonly store: Store; readonly now: () => number };
type Input = ParsedParams<"completeExample"> & ParsedBody<"completeExample">;

/** Throws DomainError NOT_FOUND, also for drafts. */
export async function completeExample(
  { store, now }: Deps,
  who: Principal,
  input: Input,
): Promise<HandlerResult<"completeExample">> {
  const run = runOf(who, input.exampleId, input, now());
  const kept = await store.write((tx) =>
    recordCompletion(tx, { ...run, timeMs: timeSetBy(input, input.time_ms) }),
  );
  if (kept.kind === "unknown") throw exampleUnknown();
  return {
    status: "completed",
    best_time_ms: kept.bestTimeMs,
    last_time_ms: kept.lastTimeMs,
    isRecord: kept.isRecord,
  };
}
