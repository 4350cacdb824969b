// The endpoints of memory: what is due, the session that asks it, its runs, and what a learner knows of a language.

import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { idParam } from "./shapes/common.ts";
import {
  DueCount,
  Knowledge,
  KnowledgeFilter,
  Review,
  ReviewExample,
  ReviewResult,
  ReviewRun,
  ReviewWay,
  Zone,
} from "./shapes/review.ts";
import { storableText } from "./text.ts";

const review = {
  tag: "review",
  kind: "json",
  access: "learner",
  bodyLimit: 64 * 1024,
  bodyTimeoutMs: 30_000,
  rateClass: "others",
  compress: true,
} as const;

const reads = ["content", "results", "memory"] as const;

export const reviews = {
  getDueCount: {
    ...review,
    method: "GET",
    path: "/review/due",
    reads,
    summary:
      "How many constructs are due today, of those that a completed example has, and whether the learner has finished any example",
    query: z.object({ zone: Zone }),
    status: 200,
    response: DueCount,
    errors: [],
  },
  getReview: {
    ...review,
    method: "GET",
    path: "/review",
    reads,
    summary: "Today's review: the examples that ask what is due, and what comes due in the next days",
    query: z.object({ zone: Zone }),
    status: 200,
    response: Review,
    errors: [],
  },
  getReviewExample: {
    ...review,
    method: "GET",
    path: "/reviews/:exampleId",
    reads,
    summary: "One example with its constructs, their places, and which of them are hidden",
    params: idParam("exampleId"),
    query: z.object({ way: z.optional(ReviewWay), zone: Zone }),
    status: 200,
    response: ReviewExample,
    errors: ["NOT_FOUND"],
  },
  saveReview: {
    ...review,
    bodyLimit: 1024 * 1024,
    lenientFields: ["log", "zone"],
    idLists: ["hidden", "shown"],
    method: "POST",
    path: "/reviews/:exampleId",
    changes: ["memory"],
    summary:
      "Save a run from memory, which grades what was hidden. A repeat of an attempt gets the first response",
    params: idParam("exampleId"),
    body: ReviewRun,
    status: 200,
    response: ReviewResult,
    errors: ["NOT_FOUND"],
  },
  getKnowledge: {
    ...review,
    method: "GET",
    path: "/knowledge/:language",
    reads,
    summary: "The constructs that published examples of a language have, and what the learner knows of them",
    params: z.object({ language: storableText(50) }),
    query: z.object({ show: KnowledgeFilter, zone: Zone }),
    status: 200,
    response: Knowledge,
    errors: [],
  },
} satisfies Record<string, Endpoint>;
