// The use cases of memory by endpoint.

import type { reviews } from "@tabstop/contract/review";
import type { HandlersOf } from "../../handler.ts";
import { getDueCount } from "./get-due-count.ts";
import { getKnowledge, type KnowledgeDeps } from "./get-knowledge.ts";
import { getReview } from "./get-review.ts";
import { getReviewExample } from "./get-review-example.ts";
import { saveReview, type SaveReviewDeps } from "./save-review.ts";
import type { ReviewDeps as ReadDeps } from "./with-due.ts";

export type ReviewDeps = ReadDeps & SaveReviewDeps & KnowledgeDeps;

export function reviewHandlers(deps: ReviewDeps): HandlersOf<typeof reviews> {
  return {
    getDueCount: ({ principal, query }) => getDueCount(deps, principal, query),
    getReview: ({ principal, query }) => getReview(deps, principal, query),
    getReviewExample: ({ principal, params, query }) =>
      getReviewExample(deps, principal, { ...params, ...query }),
    saveReview: ({ principal, params, body }) => saveReview(deps, principal, { ...params, ...body }),
    getKnowledge: ({ principal, params, query }) => getKnowledge(deps, principal, { ...params, ...query }),
  };
}
