// Signs the time at which a run starts. Nothing is stored and the example is not looked up: the learner is typing.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import type { Principal } from "../principal.ts";
import type { Replayer } from "./evidence/replayer.ts";
import type { Starts } from "./evidence/start.ts";

type Deps = { readonly starts: Starts; readonly replayer: Replayer; readonly now: () => number };

export function startAttempt(
  { starts, replayer, now }: Deps,
  { userId }: Principal,
  { attemptId, exampleId, codeVersion }: ParsedBody<"startAttempt">,
): HandlerResult<"startAttempt"> {
  replayer.warm();
  return { start: starts.sign({ userId, attemptId, exampleId, codeVersion }, now()) };
}
