// The use cases of progress by endpoint.

import type { progress } from "@tabstop/contract/progress";
import type { HandlersOf } from "../../handler.ts";
import { getProgress, type ProgressDeps } from "./get-progress.ts";

export function progressHandlers(deps: ProgressDeps): HandlersOf<typeof progress> {
  return { getProgress: ({ principal, query }) => getProgress(deps, principal, query) };
}
