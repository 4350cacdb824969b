// Signs the time at which a run starts. Nothing is stored and the example is not looked up: the learner is typing.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import type { Principal } from "../principal.ts";
import type { Starts } from "./evidence/start.ts";

type Deps = { readonly starts: Starts; readonly now: () => number };

export function startAttempt(
  { starts, now }: Deps,
  { userId }: Principal,
  { attemptId, exampleId, codeVersion }: ParsedBody<"startAttempt">,
): HandlerResult<"startAttempt"> {
  return { start: starts.sign({ userId, attemptId, exampleId, codeVersion }, now()) };
}
