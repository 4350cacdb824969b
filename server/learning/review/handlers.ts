// The use cases of memory by endpoint.

import type { reviews } from "@tabstop/contract/review";
import type { HandlersOf } from "../../handler.ts";
import { getDueCount, type ReviewDeps as DueDeps } from "./get-due-count.ts";
import { saveReview, type SaveReviewDeps } from "./save-review.ts";

export type ReviewDeps = DueDeps & SaveReviewDeps;

export function reviewHandlers(deps: ReviewDeps): Partial<HandlersOf<typeof reviews>> {
  return {
    getDueCount: ({ principal, query }) => getDueCount(deps, principal, query),
    saveReview: ({ principal, params, body }) => saveReview(deps, principal, { ...params, ...body }),
  };
}
