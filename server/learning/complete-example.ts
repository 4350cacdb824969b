// Completes an example with its time, for clients other than ours, which completes it with `save-progress.ts`.

import type { ParsedBody, ParsedParams, HandlerResult } from "@tabstop/contract/endpoints";
import type { Principal } from "../principal.ts";
import { complete, type CompleteDeps } from "./attempt.ts";

type Input = ParsedParams<"completeExample"> & ParsedBody<"completeExample">;

/** Throws DomainError NOT_FOUND, also for unpublished courses. */
export async function completeExample(
  deps: CompleteDeps,
  principal: Principal,
  input: Input,
): Promise<HandlerResult<"completeExample">> {
  const { exampleId, time_ms: timeMs } = input;
  const typed = { exampleId, timeMs, accuracy: null, errors: null };
  return { status: "completed", ...(await complete(deps, principal, typed, input)) };
}
