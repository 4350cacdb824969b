// The use cases of memory by endpoint.

import type { reviews } from "@tabstop/contract/review";
import type { HandlersOf } from "../../handler.ts";
import { getDueCount, type ReviewDeps } from "./get-due-count.ts";

export function reviewHandlers(deps: ReviewDeps): Partial<HandlersOf<typeof reviews>> {
  return {
    getDueCount: ({ principal, query }) => getDueCount(deps, principal, query),
  };
}
