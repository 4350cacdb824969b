// The endpoints of a learner's progress.

import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { Period, periodInOrder, Progress } from "./shapes/progress.ts";
import { Zone } from "./shapes/review.ts";
import { storableText } from "./text.ts";

export const progress = {
  getProgress: {
    tag: "review",
    kind: "json",
    access: "learner",
    bodyLimit: 64 * 1024,
    bodyTimeoutMs: 30_000,
    rateClass: "others",
    compress: true,
    method: "GET",
    path: "/progress",
    reads: ["content", "results", "memory"],
    summary:
      "What the learner has done and knows: days, speed, accuracy, languages, and what costs them time. Period and language hold for the figures and days, the language also for costs and slips",
    query: z
      .object({
        zone: Zone,
        ...Period,
        language: z.optional(storableText(50).check(z.minLength(1, "language must not be empty."))),
      })
      .check(periodInOrder),
    status: 200,
    response: Progress,
    errors: [],
  },
} satisfies Record<string, Endpoint>;
