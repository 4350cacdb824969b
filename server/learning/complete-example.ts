// Completes an example with its time, for clients other than ours, which completes it with `save-progress.ts`.

import type { ParsedBody, ParsedParams, HandlerResult } from "@tabstop/contract/endpoints";
import type { Principal } from "../principal.ts";
import type { Store } from "../store/store.ts";
import { complete } from "./attempt.ts";

type Deps = { readonly store: Store; readonly now: () => number };
type Input = ParsedParams<"completeExample"> & ParsedBody<"completeExample">;

/** Throws DomainError NOT_FOUND, also for unpublished courses. */
export async function completeExample(
  deps: Deps,
  principal: Principal,
  input: Input,
): Promise<HandlerResult<"completeExample">> {
  const { exampleId, time_ms: timeMs } = input;
  const typed = { exampleId, timeMs, accuracy: null, errors: null };
  return { status: "completed", ...(await complete(deps, principal, typed, input)) };
}
